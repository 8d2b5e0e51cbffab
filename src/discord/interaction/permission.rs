//! The permissions that the bot uses, as serenity's type.

use serenity::all::Permissions;

use crate::words::Permission;

/// What an application may have in a server that its bot is not a member of.
pub const IN_ANSWERS: Permissions = Permissions::EMBED_LINKS
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::MENTION_EVERYONE)
    .union(Permissions::USE_EXTERNAL_EMOJIS);

/// All permissions that the bot requests in its invitation. Connect is not among them because everyone has
/// it, unless a server takes it away.
pub const NEEDED: [(Permissions, Permission); 5] = [
    (Permissions::VIEW_CHANNEL, Permission::ViewChannel),
    (Permissions::SEND_MESSAGES, Permission::SendMessages),
    (Permissions::ATTACH_FILES, Permission::AttachFiles),
    (Permissions::CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads),
    (Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads),
];

/// All permissions that the bot may lack in a channel, in the order in which they are named. Without Connect
/// nothing can be done in a voice or stage channel.
pub const NAMED: [(Permissions, Permission); 6] = {
    let [view, send, files, open, threads] = NEEDED;
    [view, (Permissions::CONNECT, Permission::Connect), send, files, open, threads]
};
