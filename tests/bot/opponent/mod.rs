//! The bot as an opponent.

pub(super) mod gives_up;
pub(super) mod play;
pub(super) mod shown;
