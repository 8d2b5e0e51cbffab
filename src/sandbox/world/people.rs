//! What people do besides commands: write, delete, make channels and threads.

use serde_json::Value;

use super::World;
use super::act::{Actor, ClientRefusal};
use crate::sandbox::check::length;
use crate::sandbox::id::Id;
use crate::sandbox::model::{StoredMessage, channel_type};
use crate::sandbox::permissions::{
    CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_MESSAGES, MANAGE_THREADS, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
};

impl World {
    fn rights(&self, actor: &Actor) -> Result<u64, ClientRefusal> {
        let found = self.people.get(&actor.person).zip(self.channels.get(&actor.channel));
        let bits = found.map_or(0, |(person, channel)| self.permissions_in(person, channel));
        if bits == 0 { Err(ClientRefusal::new("You do not have access to this channel.")) } else { Ok(bits) }
    }

    /// A person writes.
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

    /// Takes an ephemeral message off one's own screen.
    pub fn dismiss(&mut self, actor: &Actor, message: Id) -> Result<(), ClientRefusal> {
        let mine =
            self.find_message(actor.channel, message).is_some_and(|m| m.only_for == Some(actor.person));
        if !mine {
            return Err(ClientRefusal::new("Only a message that you alone see can be dismissed."));
        }
        self.remove_message(actor.channel, message);
        Ok(())
    }

    /// Deletes one's own message, or with Manage Messages anyone's.
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

    /// Makes a text channel, with Manage Channels.
    pub fn make_channel(&mut self, actor: &Actor, name: &str) -> Result<Id, ClientRefusal> {
        let manages =
            self.people.get(&actor.person).is_some_and(|p| self.guild_permissions(p) & MANAGE_CHANNELS != 0);
        if !manages {
            return Err(ClientRefusal::new("You do not have permission to make channels."));
        }
        let name = super::channels::text_name(name);
        if name.is_empty() || length(&name) > 100 {
            return Err(ClientRefusal::new("A channel's name has 1 to 100 characters."));
        }
        Ok(self.add_text_channel(&name, None).id)
    }

    /// Deletes a channel or thread, with Manage Channels.
    pub fn drop_channel(&mut self, actor: &Actor) -> Result<(), ClientRefusal> {
        let bits = self.rights(actor)?;
        let is_dm = self.is_dm(actor.channel);
        if is_dm || bits & (MANAGE_CHANNELS | MANAGE_THREADS) == 0 {
            return Err(ClientRefusal::new("You do not have permission to delete this channel."));
        }
        self.remove_channel(actor.channel);
        Ok(())
    }

    /// Starts a thread.
    pub fn make_thread(
        &mut self,
        actor: &Actor,
        message: Option<Id>,
        name: &str,
    ) -> Result<Id, ClientRefusal> {
        if self.rights(actor)? & CREATE_PUBLIC_THREADS == 0 {
            return Err(ClientRefusal::new("You do not have permission to start threads here."));
        }
        if name.trim().is_empty() || length(name.trim()) > 100 {
            return Err(ClientRefusal::new("A thread's name has 1 to 100 characters."));
        }
        let made =
            self.start_thread(actor.channel, message, name.trim(), actor.person, channel_type::PUBLIC_THREAD);
        made.map(|t| t.id).map_err(|e| ClientRefusal::new(&e.message))
    }
}
