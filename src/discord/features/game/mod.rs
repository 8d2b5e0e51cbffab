//! A game in play: its board, its buttons, and moves made without a command.

pub(in crate::discord) mod actions;
pub(in crate::discord) mod choose_move;
pub(in crate::discord) mod ending;
pub(in crate::discord) mod engine_move;
pub(in crate::discord) mod left;
pub(in crate::discord) mod list;
pub(in crate::discord) mod live_games;
pub(in crate::discord) mod next;
pub(in crate::discord) mod nudge;
pub(in crate::discord) mod offers;
pub mod premoves;
