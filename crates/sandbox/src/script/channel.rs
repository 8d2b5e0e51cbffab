//! A channel, as scripts use it.

use std::time::Duration;

use crate::id::Id;
use crate::journal::Journal;
use crate::model::{self, APPLICATION, GUILD, KEEPER, Overwrite, StoredMessage, channel_type};
use crate::permissions;
use crate::tree;
use crate::view::{Message, ShownFile};
use crate::world::World;

use super::StandIn;

/// The types of a guild's channels, by Discord's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelType {
    /// A text channel, which can have threads.
    Text = channel_type::TEXT as isize,
    /// A voice channel, which also has a text chat.
    Voice = channel_type::VOICE as isize,
    /// An announcement channel, which other servers can follow.
    Announcement = channel_type::ANNOUNCEMENT as isize,
    /// A stage channel, for a few speakers and many listeners.
    Stage = channel_type::STAGE as isize,
    /// A forum, which contains only posts. Posts are threads.
    Forum = channel_type::FORUM as isize,
    /// A forum for media.
    Media = channel_type::MEDIA as isize,
}

/// A channel, thread or DM.
#[derive(Clone)]
pub struct Channel {
    discord: StandIn,
    pub(super) id: Id,
    text_id: String,
}

impl Channel {
    pub(super) fn new(discord: StandIn, id: Id) -> Self {
        Self { discord, id, text_id: id.to_string() }
    }

    /// The channel's id as text.
    pub fn id(&self) -> &str {
        &self.text_id
    }

    /// The channel's name. Empty for a DM or a deleted channel.
    pub fn name(&self) -> String {
        self.discord.shared.read(|w| w.channels.get(&self.id).map(|c| c.name.clone())).unwrap_or_default()
    }

    /// Returns all public messages, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.discord.shared.read(|w| public(w, self.id).map(|m| view(w, m)).collect())
    }

    /// Returns the public messages after this one, oldest first.
    pub fn messages_after(&self, id: &str) -> Vec<Message> {
        let Ok(id) = id.parse::<Id>() else { return self.messages() };
        let newer =
            |w: &World| public(w, self.id).rev().take_while(|m| m.id > id).map(|m| view(w, m)).collect();
        let mut newest_first: Vec<Message> = self.discord.shared.read(newer);
        newest_first.reverse();
        newest_first
    }

    /// Returns the newest public message.
    pub fn last(&self) -> Option<Message> {
        self.discord.shared.read(|w| public(w, self.id).next_back().map(|m| view(w, m)))
    }

    /// Returns the current state of a message, which may be ephemeral.
    pub fn message(&self, id: &str) -> Option<Message> {
        let id = id.parse().ok()?;
        self.discord.shared.read(|w| w.find_message(self.id, id).map(|m| view(w, m)))
    }

    /// Waits for the oldest public message that fits. Returns `None` when the patience ends.
    pub async fn wait_for(&self, fits: impl Fn(&Message) -> bool + Send) -> Option<Message> {
        self.wait_within(self.discord.patience(), fits).await
    }

    /// Like [`Self::wait_for`], with a different patience.
    pub async fn wait_within(
        &self,
        patience: Duration,
        fits: impl Fn(&Message) -> bool + Send,
    ) -> Option<Message> {
        let look = |w: &World| public(w, self.id).map(|m| view(w, m)).find(|m| fits(m));
        self.discord.wait(patience, look).await
    }

    /// Denies the bot these permissions here (Discord's bits).
    pub fn deny_bot(&self, bits: u64) {
        let deny = Overwrite { id: APPLICATION, kind: 1, allow: 0, deny: bits };
        let place = self.parent();
        self.discord.shared.change(|w| w.set_overwrite(place, APPLICATION, Some(deny)));
    }

    /// Denies the bot Send Messages in Threads in this channel.
    pub fn deny_bot_in_threads(&self) {
        self.deny_bot(permissions::SEND_MESSAGES_IN_THREADS);
    }

    /// Removes all overwrites for the bot.
    pub fn allow_bot(&self) {
        let place = self.parent();
        self.discord.shared.change(|w| w.set_overwrite(place, APPLICATION, None));
    }

    /// Hides the channel from everyone except the bot and the keepers, or shows it again.
    pub fn hide(&self, hidden: bool) {
        let place = self.parent();
        let view = permissions::VIEW_CHANNEL;
        let mut rules = [(GUILD, 0, 0, view), (APPLICATION, 1, view, 0), (KEEPER, 0, view, 0)];
        if hidden {
            // Those who keep access come first, so that they never lose sight of the channel.
            rules.reverse();
        }
        self.discord.shared.change(|w| {
            for (id, kind, allow, deny) in rules {
                w.set_overwrite(place, id, hidden.then_some(Overwrite { id, kind, allow, deny }));
            }
        });
    }

    /// Returns the channel whose overwrites apply: for a thread, its parent.
    fn parent(&self) -> Id {
        let parent = |w: &World| w.channels.get(&self.id).and_then(|c| c.thread.as_ref()).map(|t| t.parent);
        self.discord.shared.read(parent).unwrap_or(self.id)
    }

    /// Deletes the channel as a person would (`CHANNEL_DELETE` or `THREAD_DELETE`).
    ///
    /// Returns the public messages deleted with it.
    pub fn delete(&self) -> Vec<Message> {
        self.discord.shared.change(|w| {
            let gone = public(w, self.id).map(|m| view(w, m)).collect();
            w.remove_channel(self.id);
            gone
        })
    }

    /// Archives the thread, as Discord does after a period of silence.
    pub fn archive(&self) {
        self.discord.shared.change(|w| w.set_archived(self.id, true));
    }

    /// The channel's type, by Discord's numbers. 0 if the channel was deleted.
    pub fn kind(&self) -> u8 {
        self.discord.shared.read(|w| w.channels.get(&self.id).map_or(0, |c| c.kind))
    }

    /// Returns the ids of the thread's members.
    pub fn members(&self) -> Vec<String> {
        let members = |w: &World| w.channels.get(&self.id)?.thread.as_ref().map(|t| t.members.clone());
        self.discord.shared.read(members).unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// Removes the person with this id from the thread, as a moderator would.
    pub fn remove_member(&self, person: &str) -> bool {
        let Ok(person) = person.parse() else { return false };
        self.discord.shared.change(|w| w.set_thread_member(self.id, person, false).is_ok())
    }

    /// Whether the thread is archived.
    pub fn is_archived(&self) -> bool {
        self.discord
            .shared
            .read(|w| w.channels.get(&self.id).and_then(|c| c.thread.as_ref()).is_some_and(|t| t.archived))
    }

    /// Locks or unlocks the thread, as a person with Manage Threads would.
    pub fn set_locked(&self, locked: bool) {
        self.change_thread(|thread| thread.locked = locked);
    }

    fn change_thread(&self, change: impl FnOnce(&mut model::Thread)) {
        self.discord.shared.change(|w| {
            let Some(mut place) = w.channels.get(&self.id).cloned() else { return };
            place.thread.as_mut().map(change);
            w.put_channel(place);
        });
    }

    /// Pins a message as a person would. Returns false if the message does not exist.
    ///
    /// The only event is the message update.
    pub fn pin_message(&self, id: &str) -> bool {
        let Ok(id) = id.parse() else { return false };
        self.discord.shared.change(|w| {
            let Some(message) = w.find_message(self.id, id).cloned() else { return false };
            w.put_message(&StoredMessage { pinned: true, ..message }, None);
            true
        })
    }

    /// Deletes a message as a person would. Returns false if the message does not exist.
    pub fn delete_message(&self, id: &str) -> bool {
        let Ok(id) = id.parse() else { return false };
        self.discord.shared.change(|w| w.remove_message(self.id, id).is_some())
    }

    /// Whether the channel still exists.
    pub fn exists(&self) -> bool {
        self.discord.shared.read(|w| w.channels.contains_key(&self.id))
    }
}

fn public(world: &World, channel: Id) -> impl DoubleEndedIterator<Item = &model::StoredMessage> {
    let list = world.messages.get(&channel).into_iter().flat_map(|l| l.values());
    list.filter(|m| m.only_for.is_none())
}

/// Returns the text of a message, as its readers see it.
fn said(message: &model::StoredMessage) -> String {
    let card = message.flags & model::flag::COMPONENTS_V2 != 0;
    if card { tree::text(&message.components) } else { message.content.clone() }
}

/// Converts a message for scripts, with the bytes of its files.
pub(super) fn view(world: &World, message: &model::StoredMessage) -> Message {
    let files = message.attachments.iter().map(|a| ShownFile {
        name: a.filename.clone(),
        description: a.description.clone().unwrap_or_default(),
        content_type: a.content_type.clone(),
        bytes: std::fs::read(Journal::attachment_path(&world.data_dir, a.id)).unwrap_or_default(),
    });
    Message {
        id: message.id.to_string(),
        channel_id: message.channel.to_string(),
        author: world
            .people
            .get(&message.author)
            .map_or_else(|| "Deleted User".to_owned(), |p| p.name.clone()),
        content: said(message),
        nonce: message.nonce.as_ref().and_then(serde_json::Value::as_str).map(str::to_owned),
        files: files.collect(),
        json: world.message(message),
    }
}
