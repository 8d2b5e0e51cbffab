//! The places where games are played: the bot's presence, its permissions, and the threads it opens.

pub(super) mod availability;
pub(super) mod heard_servers;
pub(super) mod left_servers;
pub(super) mod members;
pub(super) mod missing_permissions;
pub(super) mod private_threads;
pub(super) mod server_availability;
pub(super) mod thread_reopening;
pub(super) mod threads;
pub(super) mod user_install;
pub(super) mod visibility;
