//! The places where games are played: the bot's presence, its permissions, and the threads it opens.

pub(super) mod members;
pub(super) mod private_threads;
pub(super) mod threads;
pub(super) mod user_install;
pub(super) mod visibility;
