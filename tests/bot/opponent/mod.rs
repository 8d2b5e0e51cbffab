//! The bot as an opponent.

pub(super) mod gives_up;
pub(super) mod places;
pub(super) mod play;
pub(super) mod quiet;
pub(super) mod shown;
