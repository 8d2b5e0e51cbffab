//! Discord's permission bits used by tests.

/// Administrator: has all permissions.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Manage Channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Manage Server.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// View Channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Send Messages.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Attach Files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Create Public Threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Send Messages in Threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
