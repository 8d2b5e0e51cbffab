//! Permissions, by Discord's bits.

pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
pub(crate) const MANAGE_GUILD: u64 = 1 << 5;
pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const EMBED_LINKS: u64 = 1 << 14;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
pub(crate) const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
pub(crate) const CONNECT: u64 = 1 << 20;
pub(crate) const MANAGE_ROLES: u64 = 1 << 28;
pub(crate) const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
pub(crate) const USE_EXTERNAL_APPS: u64 = 1 << 50;

/// All permissions (an administrator's or the owner's).
pub(crate) const ALL: u64 = (1 << 53) - 1;

/// The permissions of @everyone in a new server.
pub(crate) const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_EXTERNAL_EMOJIS
    | CONNECT
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS;

/// The permissions that the bot's invitation requests.
pub(crate) const BOT: u64 =
    VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS;

/// The upper bound of an app's permissions in a guild without its bot: those that responses use.
///
/// The app gets those of them that @everyone has.
pub(crate) const IN_ANSWERS: u64 = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS;

/// The permissions in a locked thread of people without Manage Threads.
pub(crate) const IN_LOCKED: u64 = VIEW_CHANNEL | READ_MESSAGE_HISTORY | ADD_REACTIONS;

/// The permissions of both people in a direct message.
pub(crate) const IN_DM: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | ADD_REACTIONS
    | USE_APPLICATION_COMMANDS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_may_what_its_invitation_asks_for() {
        // The number in the link that `rookery run` prints.
        assert_eq!(BOT, 309_237_681_152);
    }
}
