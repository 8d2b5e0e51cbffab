//! The bot as an opponent.

pub(super) mod gives_up;
pub(super) mod kills;
pub(super) mod load;
pub(super) mod play;
pub(super) mod shown;
