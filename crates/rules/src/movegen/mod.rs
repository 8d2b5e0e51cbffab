//! Moves: pseudo-legal generation, legality, and the moves that a search tries first.

mod arrival;
pub(super) mod attacks;
pub(super) mod legal;
pub(super) mod moves;
pub(super) mod pseudo_legal;
pub(super) mod searching;
pub(super) mod tactical;
