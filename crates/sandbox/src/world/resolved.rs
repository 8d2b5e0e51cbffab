//! The users, members, channels, roles, files and messages that an interaction refers to.

use serde_json::{Map, Value, json};

use super::World;
use super::objects;
use crate::id::Id;
use crate::model::{GUILD, StoredChannel, StoredUser};

/// The objects that options and choices refer to by id.
#[derive(Default)]
pub(crate) struct Resolved {
    pub users: Map<String, Value>,
    pub members: Map<String, Value>,
    pub channels: Map<String, Value>,
    pub roles: Map<String, Value>,
    pub attachments: Map<String, Value>,
    pub messages: Map<String, Value>,
}

impl Resolved {
    /// Adds a person as a user, and as a member if they are in the guild.
    pub fn person(&mut self, world: &World, person: &StoredUser) {
        self.users.insert(person.id.to_string(), objects::user(person));
        if person.left {
            return;
        }
        let mut member = World::partial_member(person);
        member["permissions"] = json!(world.guild_permissions(person).to_string());
        self.members.insert(person.id.to_string(), member);
    }

    /// Adds a channel with this person's permissions there.
    ///
    /// If the bot is in the guild, adds the bot's permissions too.
    pub fn channel(&mut self, world: &World, channel: &StoredChannel, by: Id) {
        let mut object = world.channel(channel);
        if let Some(person) = world.people.get(&by) {
            object["permissions"] = json!(world.granted_in(person, channel).to_string());
        }
        if world.bot_is_in(channel) {
            object["app_permissions"] = json!(world.granted_in(world.bot(), channel).to_string());
        }
        self.channels.insert(channel.id.to_string(), object);
    }

    /// Returns Discord's `resolved` object, or `None` if it is empty.
    pub fn into_json(self) -> Option<Value> {
        let all = [
            ("users", self.users),
            ("members", self.members),
            ("channels", self.channels),
            ("roles", self.roles),
            ("attachments", self.attachments),
            ("messages", self.messages),
        ];
        let map: Map<_, _> = all
            .into_iter()
            .filter(|(_, m)| !m.is_empty())
            .map(|(k, m)| (k.to_owned(), Value::Object(m)))
            .collect();
        (!map.is_empty()).then_some(Value::Object(map))
    }

    /// Builds Discord's `data` of a command with these options.
    pub fn into_data(self, command: &Value, options: Vec<Value>) -> Value {
        let mut data = json!({ "id": command["id"], "name": command["name"], "type": command["type"] });
        if !options.is_empty() {
            data["options"] = Value::Array(options);
        }
        if let Some(resolved) = self.into_json() {
            data["resolved"] = resolved;
        }
        if command["guild_id"].is_string() {
            data["guild_id"] = json!(GUILD);
        }
        data
    }
}
