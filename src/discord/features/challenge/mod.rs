//! How games come about: the choice of an opponent, who sees a challenge, and rematches.

pub(in crate::discord) mod answer;
pub(in crate::discord) mod begun;
pub(in crate::discord) mod first_game;
pub(in crate::discord) mod opponent_picker;
pub(in crate::discord) mod rematch;
