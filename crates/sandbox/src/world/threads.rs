//! Threads: creation, members, archiving and unarchiving.

use std::time::Duration;

use serde_json::json;

use super::World;
use crate::error::ApiError;
use crate::hub::intent;
use crate::id::Id;
use crate::model::{
    APPLICATION, GUILD, StoredChannel, StoredMessage, StoredUser, Thread, channel_type, flag, message_type,
};
use crate::permissions::{MANAGE_THREADS, SEND_MESSAGES_IN_THREADS};

/// The default silence after which a thread is archived, in minutes.
pub(crate) const USUAL_SILENCE: u32 = 4_320;
const MINUTE_MS: u64 = 60_000;

/// The properties of a new thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewThread<'a> {
    pub name: &'a str,
    /// The person who creates it.
    pub owner: Id,
    /// The thread's type, by Discord's numbers.
    pub kind: u8,
    /// The silence after which it is archived, in minutes.
    pub auto_archive: u32,
    /// Whether members of a private thread may add others.
    pub invitable: bool,
}

impl World {
    /// Returns the type of a channel's public threads. `None` if it can have none.
    pub fn public_threads_of(&self, channel: Id) -> Option<u8> {
        match self.channels.get(&channel)?.kind {
            channel_type::TEXT | channel_type::FORUM | channel_type::MEDIA => {
                Some(channel_type::PUBLIC_THREAD)
            }
            channel_type::ANNOUNCEMENT => Some(channel_type::ANNOUNCEMENT_THREAD),
            _ => None,
        }
    }

    /// Starts a thread in a channel, from a message or without one, and announces it in the channel.
    pub fn start_thread(
        &mut self,
        channel: Id,
        message: Option<Id>,
        new: &NewThread<'_>,
    ) -> Result<StoredChannel, ApiError> {
        let parent = self.channels.get(&channel).ok_or_else(|| ApiError::unknown("Channel"))?;
        let public = self.public_threads_of(channel);
        let fits = match new.kind {
            // Private threads exist only in text channels and never start from a message.
            channel_type::PRIVATE_THREAD => parent.kind == channel_type::TEXT && message.is_none(),
            kind => public == Some(kind),
        };
        if !fits || (parent.is_forum() && message.is_some()) {
            return Err(ApiError::wrong_channel_type());
        }
        let is_post = parent.is_forum();
        let thread_id = match message {
            None => self.fresh_id(),
            Some(message) => {
                let source = self.find_message(channel, message).filter(|m| m.only_for.is_none());
                let source = source.ok_or_else(|| ApiError::unknown("Message"))?;
                if source.thread.is_some() {
                    return Err(ApiError::new(
                        400,
                        160_004,
                        "A thread has already been created for this message",
                    ));
                }
                source.id
            }
        };
        let mut thread = StoredChannel::new(thread_id, new.kind, new.name);
        let mut members = vec![new.owner];
        if let Some(author) =
            message.and_then(|m| self.find_message(channel, m)).map(|m| m.author).filter(|a| *a != new.owner)
        {
            members.push(author);
        }
        thread.thread = Some(Thread {
            parent: channel,
            owner: new.owner,
            archived: false,
            locked: false,
            invitable: new.invitable,
            auto_archive: new.auto_archive,
            archive_ms: self.now(),
            active_ms: self.thread_now(),
            members,
            message_count: 0,
        });
        self.put_channel(thread.clone());
        if let Some(mut source) = message.and_then(|m| self.find_message(channel, m)).cloned() {
            source.thread = Some(thread_id);
            source.flags |= flag::HAS_THREAD;
            self.put_message(&source, None);
        } else if new.kind != channel_type::PRIVATE_THREAD && !is_post {
            let (id, now) = (self.fresh_id(), self.now());
            let mut note = StoredMessage::new(id, channel, new.owner, now);
            note.kind = message_type::THREAD_CREATED;
            new.name.clone_into(&mut note.content);
            note.thread = Some(thread_id);
            self.put_message(&note, None);
        }
        Ok(thread)
    }

    /// Adds a person to a thread or removes them.
    pub fn set_thread_member(&mut self, thread: Id, person: Id, inside: bool) -> Result<(), ApiError> {
        let place = self.channels.get(&thread).ok_or_else(|| ApiError::unknown("Channel"))?;
        let Some(inner) = &place.thread else { return Err(ApiError::wrong_channel_type()) };
        if inner.archived {
            return Err(ApiError::archived());
        }
        self.put_thread_member(thread, person, inside);
        Ok(())
    }

    /// Like [`Self::set_thread_member`], but also in an archived thread, because a message unarchives it.
    fn put_thread_member(&mut self, thread: Id, person: Id, inside: bool) {
        let Some(mut place) = self.channels.get(&thread).cloned() else { return };
        let Some(inner) = place.thread.as_mut().filter(|inner| inner.members.contains(&person) != inside)
        else {
            return;
        };
        inner.members.retain(|m| *m != person);
        if inside {
            inner.members.push(person);
        }
        let count = inner.members.len().min(50);
        self.put_channel_untold(place);
        let key = if inside { "added_members" } else { "removed_member_ids" };
        let list = if inside { json!([Self::thread_member(thread, person)]) } else { json!([person]) };
        let data = json!({ "id": thread, "guild_id": GUILD, "member_count": count, key: list });
        // Without the members intent an app gets only the updates about itself.
        let hears = if person == APPLICATION { intent::GUILDS } else { intent::GUILD_MEMBERS };
        self.hub.dispatch("THREAD_MEMBERS_UPDATE", hears, true, &data, None);
        if person == APPLICATION && inside {
            let mut data = self.channel(&self.channels[&thread]);
            data["member"] = Self::thread_member(thread, APPLICATION);
            self.hub.dispatch("THREAD_CREATE", intent::GUILDS, true, &data, None);
        }
    }

    /// Adds a person to a thread on behalf of another.
    ///
    /// A message in the thread reports it, unless the person is a member already.
    pub fn add_to_thread(&mut self, thread: Id, by: Id, person: Id) -> Result<(), ApiError> {
        let is_new = self.channels.get(&thread).is_some_and(|place| !place.has_member(person));
        self.set_thread_member(thread, person, true)?;
        if is_new && person != by {
            let (id, now) = (self.fresh_id(), self.now());
            let mut line = StoredMessage::new(id, thread, by, now);
            (line.kind, line.mentions) = (message_type::RECIPIENT_ADD, vec![person]);
            self.put_message(&line, None);
        }
        Ok(())
    }

    /// Adds the author of a message in a thread, and the people it mentions, to the thread.
    ///
    /// A response to an interaction adds no members.
    pub fn join_by_message(&mut self, message: &StoredMessage) {
        if self.adds(message) {
            self.put_thread_member(message.channel, message.author, true);
            self.let_in(message, &message.mentions);
        }
    }

    /// Adds the people whom an edited message in a thread newly mentions.
    ///
    /// There is no notification and no message about it.
    pub fn join_by_edit(&mut self, message: &StoredMessage, before: &[Id]) {
        if self.edits_add && self.adds(message) {
            let new: Vec<Id> = message.mentions.iter().filter(|id| !before.contains(id)).copied().collect();
            self.let_in(message, &new);
        }
    }

    /// Whether this message adds its author and the people it mentions to a thread.
    fn adds(&self, message: &StoredMessage) -> bool {
        let in_thread = self.channels.get(&message.channel).is_some_and(|place| place.thread.is_some());
        in_thread && message.interaction.is_none() && message.only_for.is_none()
    }

    fn let_in(&mut self, message: &StoredMessage, people: &[Id]) {
        for person in people {
            let Some((known, place)) = self.people.get(person).zip(self.channels.get(&message.channel))
            else {
                continue;
            };
            if self.may_be_added(known, place, message.author) {
                self.put_thread_member(message.channel, *person, true);
            }
        }
    }

    /// Whether a thread's member may add this person.
    ///
    /// The person must see the channel, and a private thread may allow only its owner and moderators to add
    /// people.
    pub fn may_be_added(&self, person: &StoredUser, thread: &StoredChannel, by: Id) -> bool {
        let Some(inner) = &thread.thread else { return false };
        let moderates = |id: &Id| {
            self.people.get(id).is_some_and(|known| self.permissions_in(known, thread) & MANAGE_THREADS != 0)
        };
        let open = thread.kind != channel_type::PRIVATE_THREAD || inner.invitable;
        self.permissions_in(person, thread) != 0 && (open || inner.owner == by || moderates(&by))
    }

    /// Handles a new message in a thread: unarchives it and restarts its silence.
    pub fn wake(&mut self, channel: Id) {
        let now = self.thread_now();
        let Some(thread) = self.channels.get_mut(&channel).and_then(|place| place.thread.as_mut()) else {
            return;
        };
        thread.active_ms = now;
        if thread.archived {
            self.set_archived(channel, false);
        }
    }

    /// Archives or unarchives a thread and sends the events.
    pub fn set_archived(&mut self, channel: Id, archived: bool) {
        if let Some(place) = self.channels.get(&channel).cloned() {
            self.put_archived(place, archived);
        }
    }

    /// Like [`Self::set_archived`], together with other changes of the thread.
    pub fn put_archived(&mut self, mut place: StoredChannel, archived: bool) {
        let (channel, now, active) = (place.id, self.now(), self.thread_now());
        let Some(thread) = place.thread.as_mut().filter(|thread| thread.archived != archived) else {
            return;
        };
        (thread.archived, thread.archive_ms) = (archived, now);
        if !archived {
            thread.active_ms = active;
        }
        let member = thread.members.contains(&APPLICATION);
        self.put_channel(place);
        if !archived && member {
            let mut data = Self::thread_member(channel, APPLICATION);
            data["guild_id"] = json!(GUILD);
            self.hub.dispatch("THREAD_MEMBER_UPDATE", intent::GUILDS, true, &data, None);
        }
    }

    /// Whether a person may unarchive this thread.
    ///
    /// Needs membership and the permission to write there, or Manage Threads, which a locked thread requires.
    pub fn may_unarchive(&self, person: Id, thread: &StoredChannel) -> bool {
        let Some(known) = self.people.get(&person) else { return false };
        let bits = self.permissions_in(known, thread);
        let locked = thread.thread.as_ref().is_some_and(|inner| inner.locked);
        bits & MANAGE_THREADS != 0
            || (!locked && thread.has_member(person) && bits & SEND_MESSAGES_IN_THREADS != 0)
    }

    /// Returns the time of the clock of threads, in Unix milliseconds.
    pub fn thread_now(&self) -> u64 {
        self.now() + self.silence_ms
    }

    /// Advances only the clock of threads.
    pub fn let_threads_rest(&mut self, by: Duration) {
        self.silence_ms += by.as_millis() as u64;
        self.archive_silent();
    }

    /// Returns the threads that have been silent for their archive duration.
    pub fn silent_threads(&self) -> Vec<Id> {
        let now = self.thread_now();
        let over = |thread: &Thread| {
            !thread.archived
                && now >= thread.active_ms.max(thread.archive_ms) + u64::from(thread.auto_archive) * MINUTE_MS
        };
        let silent = self.channels.values().filter(|place| place.thread.as_ref().is_some_and(over));
        silent.map(|place| place.id).collect()
    }

    /// Archives the threads that have been silent for their archive duration.
    pub fn archive_silent(&mut self) {
        for thread in self.silent_threads() {
            self.set_archived(thread, true);
        }
    }
}
