//! From the wish to play to a game: whom to challenge, who sees it, once more.

pub(in crate::discord) mod first_game;
pub(in crate::discord) mod opponent_picker;
pub(in crate::discord) mod rematch;
pub(in crate::discord) mod visibility;
