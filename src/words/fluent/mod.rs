//! How Fluent messages are filled, and which language is read.

pub(super) mod args;
pub(super) mod languages;
pub(super) mod template;
pub(super) mod typed;
