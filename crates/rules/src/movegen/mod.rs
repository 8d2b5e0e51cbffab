//! Moves: what pieces can do, which of that is legal, and which moves a search looks at first.

pub(super) mod legal;
pub(super) mod moves;
pub(super) mod pseudo_legal;
pub(super) mod searching;
pub(super) mod tactical;
