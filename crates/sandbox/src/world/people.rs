//! People's actions other than commands: write, delete, create channels and threads.

use serde_json::Value;

use super::World;
use super::act::{Actor, ClientRefusal};
use super::threads::NewThread;
use crate::check::length;
use crate::id::Id;
use crate::model::{GUILD, StoredMessage, channel_type};
use crate::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_MESSAGES, MANAGE_THREADS,
    SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
};

impl World {
    fn rights(&self, actor: &Actor) -> Result<u64, ClientRefusal> {
        let found = self.people.get(&actor.person).zip(self.channels.get(&actor.channel));
        let found = found.filter(|(person, channel)| self.sees(person, channel));
        let bits = found.map_or(0, |(person, channel)| self.permissions_in(person, channel));
        if bits == 0 { Err(ClientRefusal::new("You do not have access to this channel.")) } else { Ok(bits) }
    }

    /// Sends a message as a person.
    pub fn say(&mut self, actor: &Actor, text: &str) -> Result<Id, ClientRefusal> {
        let text = text.trim();
        let bits = self.rights(actor)?;
        let send = if self.channels[&actor.channel].thread.is_some() {
            SEND_MESSAGES_IN_THREADS
        } else {
            SEND_MESSAGES
        };
        if bits & send == 0 {
            return Err(ClientRefusal::new("You do not have permission to send messages in this channel."));
        }
        if self.channels[&actor.channel].is_forum() {
            return Err(ClientRefusal::new("Only posts can be made here."));
        }
        if text.is_empty() || length(text) > 2000 {
            return Err(ClientRefusal::new("A message has 1 to 2,000 characters."));
        }
        let (id, now) = (self.fresh_id(), self.now());
        let mut message = StoredMessage::new(id, actor.channel, actor.person, now);
        text.clone_into(&mut message.content);
        message.nonce = actor.nonce.clone().map(Value::String);
        self.note_mentions(&mut message, None);
        self.wake(actor.channel);
        self.put_message(&message, actor.nonce.as_deref());
        Ok(id)
    }

    /// Removes an ephemeral message from the person's own screen.
    pub fn dismiss(&mut self, actor: &Actor, message: Id) -> Result<(), ClientRefusal> {
        let mine =
            self.find_message(actor.channel, message).is_some_and(|m| m.only_for == Some(actor.person));
        if !mine {
            return Err(ClientRefusal::new("Only a message that you alone see can be dismissed."));
        }
        self.remove_message(actor.channel, message);
        Ok(())
    }

    /// Deletes one's own message, or with Manage Messages any message.
    pub fn erase(&mut self, actor: &Actor, message: Id) -> Result<(), ClientRefusal> {
        let bits = self.rights(actor)?;
        let found = self
            .find_message(actor.channel, message)
            .ok_or_else(|| ClientRefusal::new("This message is gone."))?;
        if found.author != actor.person && bits & (MANAGE_MESSAGES | MANAGE_CHANNELS) == 0 {
            return Err(ClientRefusal::new("You do not have permission to delete this message."));
        }
        self.remove_message(actor.channel, message);
        Ok(())
    }

    /// Creates a channel of this type, which needs Manage Channels.
    pub fn make_channel(&mut self, actor: &Actor, name: &str, kind: u8) -> Result<Id, ClientRefusal> {
        let manages =
            self.people.get(&actor.person).is_some_and(|p| self.guild_permissions(p) & MANAGE_CHANNELS != 0);
        if !manages {
            return Err(ClientRefusal::new("You do not have permission to make channels."));
        }
        if !channel_type::OF_GUILD.contains(&kind) {
            return Err(ClientRefusal::new("There is no such kind of channel."));
        }
        let name = super::channels::channel_name(kind, name);
        if name.is_empty() || length(&name) > 100 {
            return Err(ClientRefusal::new("A channel's name has 1 to 100 characters."));
        }
        Ok(self.add_channel(kind, &name, None).id)
    }

    /// Deletes a channel or thread, which needs Manage Channels.
    pub fn drop_channel(&mut self, actor: &Actor) -> Result<(), ClientRefusal> {
        let bits = self.rights(actor)?;
        let is_dm = self.is_dm(actor.channel);
        if is_dm || bits & (MANAGE_CHANNELS | MANAGE_THREADS) == 0 {
            return Err(ClientRefusal::new("You do not have permission to delete this channel."));
        }
        self.remove_channel(actor.channel);
        Ok(())
    }

    /// Starts a thread, or in a forum a post with its first message.
    pub fn make_thread(&mut self, actor: &Actor, asked: AskedThread<'_>) -> Result<Id, ClientRefusal> {
        let bits = self.rights(actor)?;
        let is_post = self.channels[&actor.channel].is_forum();
        let needed = match (is_post, asked.private) {
            (true, _) => SEND_MESSAGES,
            (false, true) => CREATE_PRIVATE_THREADS,
            (false, false) => CREATE_PUBLIC_THREADS,
        };
        if bits & needed == 0 {
            return Err(ClientRefusal::new("You do not have permission to start threads here."));
        }
        let name = asked.name.trim();
        if name.is_empty() || length(name) > 100 {
            return Err(ClientRefusal::new("A thread's name has 1 to 100 characters."));
        }
        let public = self.public_threads_of(actor.channel).unwrap_or(channel_type::PUBLIC_THREAD);
        let new = NewThread {
            name,
            owner: actor.person,
            kind: if asked.private { channel_type::PRIVATE_THREAD } else { public },
            auto_archive: asked.auto_archive,
            invitable: true,
        };
        let made = self.start_thread(actor.channel, asked.message, &new);
        let thread = made.map(|t| t.id).map_err(|e| ClientRefusal::new(&e.message))?;
        if is_post {
            // The first message of a post has the post's id.
            let mut message = StoredMessage::new(thread, thread, actor.person, self.now());
            name.clone_into(&mut message.content);
            self.put_message(&message, None);
        }
        Ok(thread)
    }

    /// Unarchives a thread, as clients do before they send anything there.
    pub fn unarchive(&mut self, actor: &Actor) -> Result<(), ClientRefusal> {
        self.rights(actor)?;
        let may = self.channels.get(&actor.channel).is_some_and(|c| self.may_unarchive(actor.person, c));
        if !may {
            return Err(ClientRefusal::new("You do not have permission to open this thread."));
        }
        self.set_archived(actor.channel, false);
        Ok(())
    }
}

/// A thread that a person wants to start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedThread<'a> {
    pub name: &'a str,
    /// The message from which it starts.
    pub message: Option<Id>,
    pub private: bool,
    /// The silence after which it is archived, in minutes.
    pub auto_archive: u32,
}

/// The people who make a company of eight with Red, Blue and Green: names, colors, and ids relative to the
/// guild's.
const MORE_PEOPLE: [(&str, &str, &str, u64); 5] = [
    ("yellow", "Yellow", "#c4960f", 0x4000_0004),
    ("orange", "Orange", "#f76808", 0x5000_0005),
    ("purple", "Purple", "#8e4ec6", 0x6000_0006),
    ("pink", "Pink", "#d6409f", 0x7000_0007),
    ("brown", "Brown", "#a17052", 0x8000_0008),
];

/// Returns those people if `company` is set.
pub(super) fn more(
    company: bool,
) -> impl Iterator<Item = (&'static str, &'static str, &'static str, Id, Vec<Id>)> {
    let all = company.then_some(MORE_PEOPLE).into_iter().flatten();
    all.map(|(username, name, color, id)| (username, name, color, Id(GUILD.0 + id), Vec::new()))
}
