//! Threads: how they begin, and who is in them.

use serde_json::json;

use super::World;
use crate::sandbox::error::ApiError;
use crate::sandbox::hub::intent;
use crate::sandbox::id::Id;
use crate::sandbox::model::{GUILD, StoredChannel, StoredMessage, Thread, channel_type, flag};

impl World {
    /// Starts a thread in a text channel, from a message or not, and says so in the channel.
    pub fn start_thread(
        &mut self,
        channel: Id,
        message: Option<Id>,
        name: &str,
        owner: Id,
        kind: u8,
    ) -> Result<StoredChannel, ApiError> {
        let parent = self.channels.get(&channel).ok_or_else(|| ApiError::unknown("Channel"))?;
        if parent.kind != channel_type::TEXT {
            return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
        }
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
        let mut thread = StoredChannel::new(thread_id, kind, name);
        let mut members = vec![owner];
        if let Some(author) =
            message.and_then(|m| self.find_message(channel, m)).map(|m| m.author).filter(|a| *a != owner)
        {
            members.push(author);
        }
        thread.thread = Some(Thread {
            parent: channel,
            owner,
            archived: false,
            locked: false,
            invitable: true,
            auto_archive: 4320,
            archive_ms: self.now(),
            members,
            message_count: 0,
        });
        self.put_channel(thread.clone());
        if let Some(mut source) = message.and_then(|m| self.find_message(channel, m)).cloned() {
            source.thread = Some(thread_id);
            source.flags |= flag::HAS_THREAD;
            self.put_message(&source, None);
        } else if kind == channel_type::PUBLIC_THREAD {
            let (id, now) = (self.fresh_id(), self.now());
            let mut note = StoredMessage::new(id, channel, owner, now);
            note.kind = 18;
            name.clone_into(&mut note.content);
            note.thread = Some(thread_id);
            self.put_message(&note, None);
        }
        Ok(thread)
    }

    /// Puts a person into a thread or takes them out.
    pub fn set_thread_member(&mut self, thread: Id, person: Id, inside: bool) -> Result<(), ApiError> {
        let mut place = self.channels.get(&thread).cloned().ok_or_else(|| ApiError::unknown("Channel"))?;
        let Some(inner) = &mut place.thread else {
            return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
        };
        if inner.archived {
            return Err(ApiError::new(400, 50083, "Thread is archived"));
        }
        if inner.members.contains(&person) == inside {
            return Ok(());
        }
        inner.members.retain(|m| *m != person);
        if inside {
            inner.members.push(person);
        }
        let count = inner.members.len();
        self.put_channel(place);
        let key = if inside { "added_members" } else { "removed_member_ids" };
        let list = if inside { json!([Self::thread_member(thread, person)]) } else { json!([person]) };
        let data = json!({ "id": thread, "guild_id": GUILD, "member_count": count, key: list });
        self.hub.dispatch("THREAD_MEMBERS_UPDATE", intent::GUILDS, true, &data, None);
        Ok(())
    }
}
