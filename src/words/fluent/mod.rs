//! Formatting of Fluent messages, and the choice of the language.

pub(super) mod args;
pub(super) mod languages;
pub(super) mod template;
pub(super) mod typed;
