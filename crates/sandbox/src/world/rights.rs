//! Permissions, computed as Discord documents it.

use super::World;
use crate::error::ApiError;
use crate::id::Id;
use crate::model::{GUILD, OWNER, Overwrite, StoredChannel, StoredUser};
use crate::permissions::{
    ADMINISTRATOR, ALL, ATTACH_FILES, CONNECT, EMBED_LINKS, IN_DM, IN_LOCKED, MANAGE_THREADS,
    MENTION_EVERYONE, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, USE_EXTERNAL_APPS, VIEW_CHANNEL,
};

impl World {
    /// Returns the guild-wide permissions.
    pub fn guild_permissions(&self, person: &StoredUser) -> u64 {
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

    /// Returns the permissions in a channel or thread. None at all without View Channel.
    ///
    /// [`World::sees`] decides whether a private thread is visible.
    pub fn permissions_in(&self, person: &StoredUser, channel: &StoredChannel) -> u64 {
        if channel.is_dm() {
            return if channel.recipients.contains(&person.id) { IN_DM } else { 0 };
        }
        if person.left {
            return 0;
        }
        let mut bits = self.granted_in(person, channel);
        if bits == ALL {
            return ALL;
        }
        if bits & VIEW_CHANNEL == 0 {
            return 0;
        }
        let send = if channel.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
        if bits & send == 0 {
            bits &= !(MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS);
        }
        if channel.is_voice() && bits & CONNECT == 0 {
            bits &= VIEW_CHANNEL;
        }
        if channel.thread.as_ref().is_some_and(|t| t.locked) && bits & MANAGE_THREADS == 0 {
            bits &= IN_LOCKED;
        }
        bits
    }

    /// Returns the permissions that roles and overwrites grant in a channel of the guild.
    ///
    /// Ignores implicit dependencies, such as the loss of all permissions without View Channel, as Discord's
    /// `resolved` channels do.
    pub fn granted_in(&self, person: &StoredUser, channel: &StoredChannel) -> u64 {
        let base = self.guild_permissions(person);
        if base == ALL {
            return ALL;
        }
        let place = channel.thread.as_ref().and_then(|t| self.channels.get(&t.parent)).unwrap_or(channel);
        overwritten(base, person, &place.overwrites)
    }

    /// Returns the permissions of @everyone in a channel of the guild.
    pub fn everybody_may(&self, channel: &StoredChannel) -> u64 {
        let base =
            self.roles.iter().filter(|role| role.id == GUILD).fold(0, |bits, role| bits | role.permissions);
        let everybody = |o: &&Overwrite| o.kind == 0 && o.id == GUILD;
        let bits = channel.overwrites.iter().filter(everybody).fold(base, |bits, o| bits & !o.deny | o.allow);
        if bits & VIEW_CHANNEL == 0 { 0 } else { bits }
    }

    /// Whether the thread is locked, so that the bot's messages and responses are refused.
    pub fn is_locked_to_bot(&self, channel: Id) -> bool {
        let place =
            self.channels.get(&channel).filter(|place| place.thread.as_ref().is_some_and(|t| t.locked));
        place.is_some_and(|place| self.permissions_in(self.bot(), place) & MANAGE_THREADS == 0)
    }

    /// Returns the bot's permissions in a channel that it can see.
    pub fn bot_in(&self, channel: Id) -> Result<u64, ApiError> {
        let place = self.channels.get(&channel).ok_or_else(|| ApiError::unknown("Channel"))?;
        if !self.guild_install.member && !place.is_dm() {
            return Err(ApiError::missing_access());
        }
        if self.sees(self.bot(), place) {
            Ok(self.permissions_in(self.bot(), place))
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// Whether the app's responses to this person here are ephemeral.
    ///
    /// They are if the guild does not have the app and the person may not use external apps publicly.
    pub fn answers_are_private(&self, person: Id, channel: Id) -> bool {
        let Some((known, place)) = self.people.get(&person).zip(self.channels.get(&channel)) else {
            return false;
        };
        let has_it = place.is_dm() || self.guild_install.member || self.guild_install.commands;
        !has_it && self.permissions_in(known, place) & USE_EXTERNAL_APPS == 0
    }

    /// Whether the people in this DM are in the guild or have installed the app.
    fn shares_place(&self, dm: &StoredChannel) -> bool {
        let left = |person: &Id| self.people.get(person).is_some_and(|person| person.left);
        dm.recipients.iter().all(|person| !left(person) || self.installed.contains(person))
    }

    /// Checks whether the bot may write here, with or without files.
    pub fn bot_may_send(&self, channel: Id, with_files: bool) -> Result<(), ApiError> {
        let place = self.channels.get(&channel).ok_or_else(|| ApiError::unknown("Channel"))?;
        if place.is_dm() && !self.shares_place(place) {
            let why = "Cannot send messages to this user due to having no mutual guilds";
            return Err(ApiError::new(403, 50278, why));
        }
        let closed = |person: &Id| self.people.get(person).is_some_and(|person| person.closed_dms);
        if place.is_dm() && place.recipients.iter().any(closed) {
            return Err(ApiError::new(403, 50007, "Cannot send messages to this user"));
        }
        let bits = self.permissions_in(self.bot(), place);
        if !self.sees(self.bot(), place) {
            return Err(ApiError::missing_access());
        }
        if place.is_forum() {
            return Err(ApiError::wrong_channel_type());
        }
        if self.is_locked_to_bot(channel) {
            return Err(ApiError::thread_archived());
        }
        let send = if place.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
        if bits & send == 0 || (with_files && bits & ATTACH_FILES == 0) {
            return Err(ApiError::missing_permissions());
        }
        Ok(())
    }
}

fn overwritten(base: u64, person: &StoredUser, overwrites: &[Overwrite]) -> u64 {
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
