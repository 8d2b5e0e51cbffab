//! Tournaments: entry, rounds and standings.

pub(super) mod entry;
pub(super) mod plan;
pub(super) mod refusals;
pub(super) mod steps;
pub(super) mod table;
