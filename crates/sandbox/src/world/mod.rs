//! The state of the stand-in and its changes.
//!
//! Each change is stored, then sent to the sessions and pages that may see it.

pub(super) mod act;
pub(super) mod answer;
mod begin;
pub(super) mod channels;
pub(super) mod commands;
mod compose;
pub(super) mod files;
mod fill;
mod guild;
pub(super) mod installation;
pub(super) mod objects;
mod page;
pub(super) mod people;
mod resolved;
mod rights;
pub(super) mod threads;

use std::borrow::Cow::Borrowed;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use serde_json::{Value, json};
use timing::Clock;

use crate::hub::{Hub, intent};
use crate::id::Id;
use crate::interaction::SentInteraction;
use crate::journal::{Journal, JournalEntry};
use crate::model::{
    self, APPLICATION, BOT_ROLE, GUILD, GuildInstall, KEEPER, Role, StoredChannel, StoredMessage, StoredUser,
    channel_type, flag,
};
use crate::permissions::{MANAGE_THREADS, VIEW_CHANNEL};
use files::CommandFiles;
use installation::Portal;

/// The state behind the lock of `SharedState`.
#[derive(Debug)]
pub(crate) struct World {
    pub clock: Clock,
    pub base: String,
    pub data_dir: PathBuf,
    pub people: BTreeMap<Id, StoredUser>,
    pub roles: Vec<Role>,
    pub channels: BTreeMap<Id, StoredChannel>,
    pub messages: HashMap<Id, BTreeMap<Id, StoredMessage>>,
    /// Registered commands by scope; `None` is global.
    pub commands: BTreeMap<Option<Id>, Vec<Value>>,
    pub interactions: HashMap<Id, SentInteraction>,
    /// Files that people attached to commands.
    pub command_files: CommandFiles,
    pub tokens: HashMap<String, Id>,
    pub failures: Vec<String>,
    /// The guild's installation of the app.
    pub guild_install: GuildInstall,
    /// Whether the guild is in an outage.
    pub guild_is_out: bool,
    /// The app's settings in the developer portal.
    pub portal: Portal,
    /// The people who have installed the app for their own account.
    pub installed: HashSet<Id>,
    /// How many milliseconds the clock of threads is ahead of the world's clock.
    pub silence_ms: u64,
    /// Whether an edit that mentions a person adds them to its thread, as bot authors report.
    pub edits_add: bool,
    pub hub: Hub,
    journal: Option<Journal>,
    last_id: u64,
}

impl World {
    /// Opens the data directory.
    ///
    /// A new one gets the guild's people and channels, and five more people with `company`.
    pub fn open(
        data_dir: PathBuf,
        clock: Clock,
        portal: Portal,
        (invited, company): (bool, bool),
    ) -> Result<Self, String> {
        let (mut journal, lines) = Journal::open(&data_dir)?;
        let mut world = Self {
            clock,
            base: String::new(),
            data_dir,
            people: BTreeMap::new(),
            roles: model::roles(),
            channels: BTreeMap::new(),
            messages: HashMap::new(),
            commands: BTreeMap::new(),
            interactions: HashMap::new(),
            command_files: CommandFiles::new(),
            tokens: HashMap::new(),
            failures: Vec::new(),
            guild_install: GuildInstall::at_first(invited),
            guild_is_out: false,
            portal,
            installed: HashSet::new(),
            silence_ms: 0,
            edits_add: true,
            hub: Hub::default(),
            journal: None,
            last_id: 0,
        };
        for line in lines {
            world.read(line);
        }
        world.settle(company);
        world.role_follows();
        let World { people, channels, messages, commands, last_id, guild_install, .. } = &world;
        let install = JournalEntry::Install { install: *guild_install };
        journal.rewrite(lines_of(people, channels, messages, commands, *last_id).chain([install]))?;
        world.journal = Some(journal);
        world.sweep();
        Ok(world)
    }

    fn read(&mut self, line: JournalEntry<'static>) {
        match line {
            JournalEntry::Person { person } => {
                self.people.insert(person.id, person.into_owned());
            }
            JournalEntry::Channel { channel } => {
                self.last_id = self.last_id.max(channel.id.0);
                self.channels.insert(channel.id, channel.into_owned());
            }
            JournalEntry::ChannelGone { id } => {
                self.channels.remove(&id);
                self.messages.remove(&id);
            }
            JournalEntry::Message { message } => {
                let message = message.into_owned();
                self.last_id = message
                    .attachments
                    .iter()
                    .map(|a| a.id.0)
                    .chain([self.last_id, message.id.0])
                    .max()
                    .unwrap_or(0);
                self.messages.entry(message.channel).or_default().insert(message.id, message);
            }
            JournalEntry::MessageGone { channel, id } => {
                if let Some(list) = self.messages.get_mut(&channel) {
                    list.remove(&id);
                }
            }
            JournalEntry::Commands { guild, list } => {
                self.commands.insert(guild, list.into_owned());
            }
            JournalEntry::Install { install } => self.guild_install = install,
            JournalEntry::Ids { last } => self.last_id = self.last_id.max(last.0),
        }
    }

    /// Adds the people and channels that always exist.
    ///
    /// Removes ephemeral messages and "is thinking" placeholders of a killed process.
    fn settle(&mut self, company: bool) {
        if self.channels.is_empty() {
            for (position, name) in ["general", "games", "quiet"].into_iter().enumerate() {
                let id = Id(GUILD.0 + 0x100_0000 * (position as u64 + 1));
                let mut channel = StoredChannel::new(id, channel_type::TEXT, name);
                channel.position = position as u16;
                self.channels.insert(id, channel);
            }
        }
        let bot = ("rookery", "Rookery", "#5865f2", APPLICATION, vec![BOT_ROLE]);
        let red = ("red", "Red", "#e5484d", Id(GUILD.0 + 0x1000_0001), vec![KEEPER]);
        let blue = ("blue", "Blue", "#3e7bfa", Id(GUILD.0 + 0x2000_0002), vec![]);
        let green = ("green", "Green", "#30a46c", Id(GUILD.0 + 0x3000_0003), vec![]);
        for (username, name, color, id, roles) in
            [bot, red, blue, green].into_iter().chain(people::more(company))
        {
            self.people.entry(id).or_insert_with(|| StoredUser {
                id,
                username: username.to_owned(),
                name: name.to_owned(),
                bot: id == APPLICATION,
                color: color.to_owned(),
                roles,
                give: 0,
                take: 0,
                closed_dms: false,
                left: false,
            });
        }
        for list in self.messages.values_mut() {
            list.retain(|_, m| m.only_for.is_none() && m.flags & flag::LOADING == 0);
        }
    }

    /// Removes the files of messages that no longer exist (ephemeral ones, those of deleted channels).
    fn sweep(&self) {
        let attachments = self.messages.values().flat_map(BTreeMap::values).flat_map(|m| &m.attachments);
        let kept: HashSet<String> = attachments.map(|a| a.id.to_string()).collect();
        for entry in std::fs::read_dir(self.data_dir.join("attachments")).into_iter().flatten().flatten() {
            if !entry.file_name().to_str().is_some_and(|name| kept.contains(name)) {
                std::fs::remove_file(entry.path()).ok();
            }
        }
    }

    /// Releases the data directory.
    pub fn close(&mut self) {
        self.journal = None;
    }

    /// Returns the current time, in Unix milliseconds.
    pub fn now(&self) -> u64 {
        self.clock.now_ms().max(0) as u64
    }

    /// Returns a new id, greater than all earlier ones.
    pub fn fresh_id(&mut self) -> Id {
        self.last_id = (self.last_id + 1).max(Id::at_ms(self.now()).0);
        Id(self.last_id)
    }

    /// Finds a message by channel and id.
    pub fn find_message(&self, channel: Id, id: Id) -> Option<&StoredMessage> {
        self.messages.get(&channel)?.get(&id)
    }

    /// Whether a channel is a direct message.
    pub fn is_dm(&self, channel: Id) -> bool {
        self.channels.get(&channel).is_some_and(StoredChannel::is_dm)
    }

    pub fn bot(&self) -> &StoredUser {
        &self.people[&APPLICATION]
    }

    /// Whether a person can see a channel. Only its members and moderators see a private thread.
    pub fn sees(&self, person: &StoredUser, channel: &StoredChannel) -> bool {
        let bits = self.permissions_in(person, channel);
        let is_private = channel.kind == channel_type::PRIVATE_THREAD;
        bits & VIEW_CHANNEL != 0
            && (!is_private || channel.has_member(person.id) || bits & MANAGE_THREADS != 0)
    }

    /// Adds or changes a person.
    pub fn put_person(&mut self, person: StoredUser) {
        write(&mut self.journal, &JournalEntry::Person { person: Borrowed(&person) });
        self.people.insert(person.id, person);
    }

    /// Adds or changes a message and sends the events. `nonce` is the page's own.
    pub fn put_message(&mut self, message: &StoredMessage, nonce: Option<&str>) {
        let (channel, id) = (message.channel, message.id);
        let before = self.find_message(channel, id).map(|message| message.mentions.clone());
        let is_new = before.is_none();
        if message.only_for.is_none() {
            write(&mut self.journal, &JournalEntry::Message { message: Borrowed(message) });
        }
        self.messages.entry(channel).or_default().insert(id, message.clone());
        if is_new && message.only_for.is_none() {
            self.note_last_message(channel, id);
            self.join_by_message(message);
        }
        if let Some(before) = before {
            self.join_by_edit(message, &before);
        }
        let shown = self.message_event(message);
        let kind = if is_new { "message_create" } else { "message_update" };
        let told = json!({ "t": kind, "message": shown, "nonce": nonce });
        self.tell_readers(channel, message.only_for, &told);
        let bot_sees = self.channels.get(&channel).is_some_and(|c| self.sees(self.bot(), c));
        // Ephemeral messages and channels that the bot cannot see cause no gateway events.
        if message.only_for.is_some() || !bot_sees {
            return;
        }
        let in_guild = !self.is_dm(channel);
        let intents = if in_guild { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES };
        let readable = !in_guild || message.author == APPLICATION || message.mentions.contains(&APPLICATION);
        let strip = (!readable).then(|| {
            let mut bare = shown.clone();
            for key in ["embeds", "attachments", "components"] {
                bare[key] = json!([]);
            }
            bare["content"] = json!("");
            bare
        });
        let event = if is_new { "MESSAGE_CREATE" } else { "MESSAGE_UPDATE" };
        self.hub.dispatch(event, intents, in_guild, &shown, strip.as_ref());
    }

    fn note_last_message(&mut self, channel: Id, id: Id) {
        if let Some(place) = self.channels.get_mut(&channel) {
            place.last_message = Some(id);
            if let Some(thread) = &mut place.thread {
                thread.message_count += 1;
            }
            write(&mut self.journal, &JournalEntry::Channel { channel: Borrowed(place) });
        }
    }

    /// Removes a message and sends the events.
    pub fn remove_message(&mut self, channel: Id, id: Id) -> Option<StoredMessage> {
        let message = self.messages.get_mut(&channel)?.remove(&id)?;
        let told = json!({ "t": "message_delete", "channel_id": channel, "id": id });
        self.tell_readers(channel, message.only_for, &told);
        for file in &message.attachments {
            std::fs::remove_file(Journal::attachment_path(&self.data_dir, file.id)).ok();
        }
        if message.only_for.is_none() {
            write(&mut self.journal, &JournalEntry::MessageGone { channel, id });
            let in_guild = !self.is_dm(channel);
            let mut data = json!({ "id": id, "channel_id": channel });
            if in_guild {
                data["guild_id"] = json!(GUILD);
            }
            let intents = if in_guild { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES };
            self.hub.dispatch("MESSAGE_DELETE", intents, in_guild, &data, None);
        }
        Some(message)
    }

    /// Adds or changes a channel or thread and sends the events.
    ///
    /// The app gets events of a thread only if it can see it.
    pub fn put_channel(&mut self, channel: StoredChannel) {
        let (id, is_new) = (channel.id, !self.channels.contains_key(&channel.id));
        self.put_channel_untold(channel);
        let channel = &self.channels[&id];
        let thread = channel.thread.is_some();
        if channel.is_dm() || (thread && !self.sees(self.bot(), channel)) {
            return;
        }
        let mut data = self.channel(channel);
        if thread && is_new {
            data["newly_created"] = json!(true);
        }
        let event = match (thread, is_new) {
            (false, true) => "CHANNEL_CREATE",
            (false, false) => "CHANNEL_UPDATE",
            (true, true) => "THREAD_CREATE",
            (true, false) => "THREAD_UPDATE",
        };
        self.hub.dispatch(event, intent::GUILDS, true, &data, None);
    }

    /// Like [`Self::put_channel`], without events for the app.
    fn put_channel_untold(&mut self, channel: StoredChannel) {
        write(&mut self.journal, &JournalEntry::Channel { channel: Borrowed(&channel) });
        let id = channel.id;
        let before: Vec<Id> = self.viewers(id);
        self.channels.insert(id, channel);
        let after = self.viewers(id);
        for person in before.iter().filter(|p| !after.contains(p)) {
            self.hub.tell(*person, &json!({ "t": "channel_delete", "id": id }));
        }
        for person in after {
            let kind = if before.contains(&person) { "channel_update" } else { "channel_create" };
            let shown = self.channel_page(&self.channels[&id], &self.people[&person]);
            self.hub.tell(person, &json!({ "t": kind, "channel": shown }));
        }
    }

    /// Deletes a channel or thread with its messages (and a channel's threads) and sends the events.
    pub fn remove_channel(&mut self, id: Id) -> Option<StoredChannel> {
        self.remove(id, true)
    }

    fn remove(&mut self, id: Id, told: bool) -> Option<StoredChannel> {
        let readers = self.viewers(id);
        let channel = self.channels.get(&id)?.clone();
        let inner: Vec<Id> = self
            .channels
            .values()
            .filter(|c| c.thread.as_ref().is_some_and(|t| t.parent == id))
            .map(|c| c.id)
            .collect();
        for thread in inner {
            // Threads disappear with their channel. Discord sends no event for them.
            self.remove(thread, false);
        }
        let shown = self.channel(&channel);
        self.channels.remove(&id);
        self.messages.remove(&id);
        write(&mut self.journal, &JournalEntry::ChannelGone { id });
        for person in readers {
            self.hub.tell(person, &json!({ "t": "channel_delete", "id": id }));
        }
        match &channel.thread {
            Some(_) if !told => {}
            Some(thread) => {
                let data =
                    json!({ "id": id, "guild_id": GUILD, "parent_id": thread.parent, "type": channel.kind });
                self.hub.dispatch("THREAD_DELETE", intent::GUILDS, true, &data, None);
            }
            None if !channel.is_dm() => {
                self.hub.dispatch("CHANNEL_DELETE", intent::GUILDS, true, &shown, None);
            }
            None => {}
        }
        Some(channel)
    }

    /// Returns the people who see a channel.
    pub fn viewers(&self, channel: Id) -> Vec<Id> {
        let Some(channel) = self.channels.get(&channel) else {
            return Vec::new();
        };
        self.people.values().filter(|p| self.sees(p, channel)).map(|p| p.id).collect()
    }

    fn tell_readers(&self, channel: Id, only_for: Option<Id>, told: &Value) {
        if self.hub.pages.is_empty() {
            return;
        }
        // A thread's messages go to its members and to pages that show it.
        let thread = self.channels.get(&channel).filter(|place| place.thread.is_some());
        for person in self.viewers(channel) {
            if only_for.is_some_and(|one| one != person) {
                continue;
            }
            match thread {
                Some(thread) if !thread.has_member(person) => self.hub.tell_looking(person, channel, told),
                _ => self.hub.tell(person, told),
            }
        }
    }
}

/// Appends to the journal, but not after [`World::close`]: another process may own the directory by then.
fn write(journal: &mut Option<Journal>, line: &JournalEntry<'_>) {
    if let Some(journal) = journal {
        journal.append(line);
    }
}

fn lines_of<'a>(
    people: &'a BTreeMap<Id, StoredUser>,
    channels: &'a BTreeMap<Id, StoredChannel>,
    messages: &'a HashMap<Id, BTreeMap<Id, StoredMessage>>,
    commands: &'a BTreeMap<Option<Id>, Vec<Value>>,
    last_id: u64,
) -> impl Iterator<Item = JournalEntry<'a>> {
    let people = people.values().map(|p| JournalEntry::Person { person: Borrowed(p) });
    let channels = channels.values().map(|c| JournalEntry::Channel { channel: Borrowed(c) });
    let kept = messages.values().flat_map(BTreeMap::values).filter(|m| m.only_for.is_none());
    let messages = kept.map(|m| JournalEntry::Message { message: Borrowed(m) });
    let commands =
        commands.iter().map(|(guild, list)| JournalEntry::Commands { guild: *guild, list: Borrowed(list) });
    people.chain(channels).chain(messages).chain(commands).chain([JournalEntry::Ids { last: Id(last_id) }])
}
