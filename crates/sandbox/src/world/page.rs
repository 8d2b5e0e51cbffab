//! The data of a page: people, channels, messages.

use serde_json::{Value, json};

use super::World;
use super::act::{Actor, ClientRefusal};
use crate::id::Id;
use crate::model::{APPLICATION, GUILD, StoredChannel, StoredMessage, StoredUser};
use crate::permissions::{
    CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
};

/// The number of messages per `history`.
const PAGE: usize = 50;

impl World {
    fn page_member(&self, person: &StoredUser) -> Value {
        let roles: Vec<_> =
            self.roles.iter().filter(|r| person.roles.contains(&r.id)).map(|r| r.name).collect();
        json!({
            "id": person.id, "username": person.username, "name": person.name, "bot": person.bot, "color": person.color,
            "roles": roles, "permissions": self.guild_permissions(person).to_string(),
        })
    }

    /// Builds the channel object with this person's permissions there.
    pub fn channel_page(&self, channel: &StoredChannel, person: &StoredUser) -> Value {
        let mut shown = self.channel(channel);
        if channel.is_dm() {
            // The page shows the other person. Discord's object is the bot's view.
            let others = channel.recipients.iter().filter(|id| **id != person.id);
            shown["recipients"] = others.map(|id| self.user(*id)).collect();
        }
        let bits = self.permissions_in(person, channel);
        let send = if channel.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
        let manage =
            if channel.thread.is_some() { MANAGE_THREADS | MANAGE_CHANNELS } else { MANAGE_CHANNELS };
        let threads = self.public_threads_of(channel.id).is_some();
        let makes = if channel.is_forum() { SEND_MESSAGES } else { CREATE_PUBLIC_THREADS };
        let send = bits & send != 0 && !channel.is_forum();
        shown["may"] = json!({
            "view": bits != 0, "send": send, "manage": bits & manage != 0, "thread": threads && bits & makes != 0,
        });
        if let Some(thread) = &channel.thread {
            shown["members"] = json!(thread.members);
        }
        shown
    }

    /// Returns the data that a page receives when it opens.
    pub fn hello(&self, me: Id) -> Value {
        let me = &self.people[&me];
        let mut channels: Vec<&StoredChannel> = self.channels.values().filter(|c| self.sees(me, c)).collect();
        channels.sort_by_key(|c| (c.kind, c.position, c.id));
        let bot = self.bot();
        json!({
            "t": "hello", "me": self.page_member(me), "guild": { "id": GUILD, "name": "The Rookery" },
            "bot": { "id": bot.id, "username": bot.username, "name": bot.name, "online": self.hub.bot_is_online() },
            "members": self.people.values().map(|p| self.page_member(p)).collect::<Vec<_>>(),
            "channels": channels.iter().map(|c| self.channel_page(c, me)).collect::<Vec<_>>(),
            "roles": self.roles.iter().map(|role| json!({ "id": role.id, "name": role.name })).collect::<Vec<_>>(),
            "bot_place": self.bot_place(me.id), "commands": self.commands_of(me.id), "limits": { "content": 2000 },
        })
    }

    /// Returns the messages of a channel before the given one, or the newest ones, as this person sees them.
    pub fn history(&self, person: Id, channel: Id, before: Option<Id>) -> Result<Value, ClientRefusal> {
        let gone = || ClientRefusal::new("You do not have access to this channel.");
        let place = self.channels.get(&channel).ok_or_else(gone)?;
        if !self.people.get(&person).is_some_and(|p| self.sees(p, place)) {
            return Err(gone());
        }
        let mine = |m: &&StoredMessage| {
            m.only_for.is_none_or(|one| one == person) && before.is_none_or(|b| m.id < b)
        };
        let list = self.messages.get(&channel).into_iter().flat_map(|l| l.values());
        let mut newest: Vec<_> = list.rev().filter(mine).take(PAGE + 1).collect();
        let more = newest.len() > PAGE;
        newest.truncate(PAGE);
        let messages: Vec<_> = newest.iter().rev().map(|m| self.message_event(m)).collect();
        Ok(json!({ "t": "history", "channel_id": channel, "messages": messages, "more": more }))
    }

    /// Opens the direct messages with another person.
    pub fn open_dm(&mut self, actor: &Actor, other: Id) -> Result<Id, ClientRefusal> {
        if other == actor.person || !self.people.contains_key(&other) {
            return Err(ClientRefusal::new("Nobody to write to."));
        }
        let (one, two) = if other == APPLICATION { (other, actor.person) } else { (actor.person, other) };
        Ok(self.dm(one, two).id)
    }
}
