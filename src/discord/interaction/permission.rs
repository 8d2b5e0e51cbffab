//! Discord's permission bits that the bot uses.

use crate::words::Permission;

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
/// Mention @everyone, @here and All Roles.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Connect: without it nobody does anything in a voice or stage channel.
pub const CONNECT: u64 = 1 << 20;
/// Create Public Threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Send Messages in Threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Use External Apps: others see what an app says that the person alone has.
pub const USE_EXTERNAL_APPS: u64 = 1 << 50;

/// What an application may have in a server that its bot is not a member of: Embed Links, Attach Files, Mention
/// Everyone, Use External Emojis.
pub const IN_ANSWERS: u64 = 1 << 14 | ATTACH_FILES | MENTION_EVERYONE | 1 << 18;

/// All permissions that the bot asks for when it is invited. Everybody has [`CONNECT`], unless a server takes it away.
pub const NEEDED: [(u64, Permission); 5] = [
    (VIEW_CHANNEL, Permission::ViewChannel),
    (SEND_MESSAGES, Permission::SendMessages),
    (ATTACH_FILES, Permission::AttachFiles),
    (CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads),
    (SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads),
];

/// All permissions that the bot may be missing in a channel, in the order in which they are named.
pub const NAMED: [(u64, Permission); 6] = {
    let [view, send, files, open, threads] = NEEDED;
    [view, (CONNECT, Permission::Connect), send, files, open, threads]
};
