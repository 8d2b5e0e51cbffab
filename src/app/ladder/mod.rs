//! Ladders: a ranking of a server's players for one game, in which lower players challenge higher ones.

pub(super) mod entry;
pub(super) mod refusals;
pub(super) mod steps;
