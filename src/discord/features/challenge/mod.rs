//! How games start: choosing an opponent, accepting, declining or withdrawing challenges, rematches, and
//! the first board.

pub(in crate::discord) mod accept_or_decline;
pub(in crate::discord) mod begun;
pub(in crate::discord) mod bot_game;
pub(in crate::discord) mod opponent_picker;
pub(in crate::discord) mod rematch;
