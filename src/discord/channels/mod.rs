//! The channels where games are played, and their people: threads, members, who sees a channel.

pub(super) mod members;
pub(super) mod private_threads;
pub(super) mod threads;
pub(super) mod user_install;
pub(super) mod visibility;
