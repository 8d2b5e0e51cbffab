//! Who may do what, computed as Discord documents it.

use super::model::{Channel, GUILD, OWNER, Overwrite, Person};
use super::world::World;

pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const EMBED_LINKS: u64 = 1 << 14;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
pub(crate) const MANAGE_ROLES: u64 = 1 << 28;
pub(crate) const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Everything (an administrator's or the owner's).
pub(crate) const ALL: u64 = (1 << 53) - 1;

/// What everybody may do at first: a new server's default.
pub(crate) const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What the bot's invitation asked for.
pub(crate) const BOT: u64 =
    VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS;

/// What both may do in a direct message.
pub(crate) const IN_DM: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | ADD_REACTIONS
    | USE_APPLICATION_COMMANDS;

impl World {
    /// Guild-wide permissions.
    pub fn guild_permissions(&self, person: &Person) -> u64 {
        if person.id == OWNER {
            return ALL;
        }
        let mut bits = person.give;
        for role in &self.roles {
            if role.id == GUILD || person.roles.contains(&role.id) {
                bits |= role.permissions;
            }
        }
        bits &= !person.take;
        if bits & ADMINISTRATOR == 0 { bits } else { ALL }
    }

    /// Permissions in a channel or thread; nothing at all without View Channel.
    pub fn permissions_in(&self, person: &Person, channel: &Channel) -> u64 {
        if channel.is_dm() {
            return if channel.recipients.contains(&person.id) { IN_DM } else { 0 };
        }
        let base = self.guild_permissions(person);
        if base == ALL {
            return ALL;
        }
        let place = channel.thread.as_ref().and_then(|t| self.channels.get(&t.parent)).unwrap_or(channel);
        let mut bits = overwritten(base, person, &place.overwrites);
        if bits & VIEW_CHANNEL == 0 {
            return 0;
        }
        let send = if channel.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
        if bits & send == 0 {
            bits &= !(MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS);
        }
        bits
    }
}

fn overwritten(base: u64, person: &Person, overwrites: &[Overwrite]) -> u64 {
    let mut bits = base;
    let mut apply = |fits: &dyn Fn(&Overwrite) -> bool| {
        let (allow, deny) = overwrites
            .iter()
            .filter(|o| fits(o))
            .fold((0, 0), |(allow, deny), o| (allow | o.allow, deny | o.deny));
        bits = bits & !deny | allow;
    };
    apply(&|o| o.kind == 0 && o.id == GUILD);
    apply(&|o| o.kind == 0 && person.roles.contains(&o.id));
    apply(&|o| o.kind == 1 && o.id == person.id);
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_may_what_its_invitation_asks_for() {
        // The number in the link that `rookery run` prints.
        assert_eq!(BOT, 309_237_681_152);
    }
}
