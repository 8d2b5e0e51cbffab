//! Boards in a browser: actions and refusals.

pub(super) mod analysis;
pub(super) mod attacks;
pub(super) mod choosing;
pub(super) mod elsewhere;
pub(super) mod ending;
pub(super) mod learning;
pub(super) mod players;
pub(super) mod playing;
pub(super) mod positions;
pub(super) mod preparing;
pub(super) mod pushing;
pub(super) mod rules;
pub(super) mod trying;
pub(super) mod visitor;
pub(super) mod watching;
