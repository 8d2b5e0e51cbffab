//! What the bot knows of servers, channels and threads without asking Discord.

pub(super) mod heard_servers;
pub(super) mod missing_permissions;
pub(super) mod server_availability;
pub(super) mod thread_reopening;
