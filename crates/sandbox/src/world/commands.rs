//! The application's commands as Discord stores them.

use std::borrow::Cow::Borrowed;

use serde_json::{Value, json};

use super::World;
use super::objects::merge;
use super::write;
use crate::id::Id;
use crate::journal::JournalEntry;
use crate::model::{APPLICATION, GUILD};

/// Whether two commands have the same name and type.
pub fn same(command: &Value, other: &Value) -> bool {
    let kind = |c: &Value| c["type"].as_i64().unwrap_or(1);
    command["name"] == other["name"] && kind(command) == kind(other)
}

impl World {
    /// Returns the commands of a scope. `None` is global.
    pub fn scope_commands(&self, scope: Option<Id>) -> Vec<Value> {
        self.commands.get(&scope).cloned().unwrap_or_default()
    }

    /// Builds the command object of a checked body. A command with the same name keeps its id.
    pub fn command_object(&mut self, scope: Option<Id>, body: &Value) -> Value {
        let known = self.scope_commands(scope).into_iter().find(|c| same(c, body));
        let old = known.as_ref().map(|c| c["id"].clone());
        let command_id = old.unwrap_or_else(|| json!(self.fresh_id()));
        let mut command = json!({
            "id": command_id, "application_id": APPLICATION, "version": self.fresh_id(), "type": 1, "nsfw": false,
            "description": "", "default_member_permissions": null, "dm_permission": true, "name_localizations": null,
            "description_localizations": null, "integration_types": self.portal.integration_types(), "contexts": null,
        });
        if let Some(guild) = scope {
            merge(&mut command, json!({ "guild_id": guild, "integration_types": [0] }));
        }
        merge(&mut command, known_fields(body));
        command
    }

    /// Replaces the commands of a scope and informs the pages.
    pub fn put_commands(&mut self, guild: Option<Id>, list: Vec<Value>) {
        write(&mut self.journal, &JournalEntry::Commands { guild, list: Borrowed(&list) });
        self.commands.insert(guild, list);
        self.tell_commands();
    }

    /// Sends every page its commands.
    pub fn tell_commands(&self) {
        for person in self.people.keys() {
            let told = json!({ "t": "commands", "commands": self.commands_of(*person) });
            self.hub.tell(*person, &told);
        }
    }

    /// Returns all registered commands: the guild's and the global ones, even if two have the same name.
    pub fn usable_commands(&self) -> Vec<Value> {
        let here = self.commands.get(&Some(GUILD)).map_or(&[][..], Vec::as_slice);
        let global = self.commands.get(&None).map_or(&[][..], Vec::as_slice);
        here.iter().chain(global).cloned().collect()
    }

    /// Returns the commands that this person sees under `/`. None if neither the guild nor the person has the
    /// app.
    pub fn commands_of(&self, person: Id) -> Vec<Value> {
        if self.guild_install.commands {
            return self.usable_commands();
        }
        if !self.installed.contains(&person) {
            return Vec::new();
        }
        let of_people = |command: &&Value| {
            command["integration_types"].as_array().is_some_and(|types| types.iter().any(|one| one == 1))
        };
        self.commands.get(&None).into_iter().flatten().filter(of_people).cloned().collect()
    }
}

/// Returns the known fields of a command. Null leaves the default.
pub fn known_fields(body: &Value) -> Value {
    let keys = [
        "name",
        "description",
        "type",
        "options",
        "nsfw",
        "default_member_permissions",
        "dm_permission",
        "name_localizations",
        "description_localizations",
        "integration_types",
        "contexts",
    ];
    keys.iter()
        .filter(|k| !body[**k].is_null())
        .map(|k| ((*k).to_owned(), known_value(k, &body[*k])))
        .collect()
}

/// Normalizes a field: options without empty lists and false values, permissions as text.
fn known_value(key: &str, value: &Value) -> Value {
    match (key, value) {
        ("options", Value::Array(options)) => options.iter().map(known_option).collect(),
        ("default_member_permissions", Value::Number(n)) => json!(n.to_string()),
        _ => value.clone(),
    }
}

fn known_option(option: &Value) -> Value {
    let keys = [
        "type",
        "name",
        "description",
        "required",
        "choices",
        "options",
        "autocomplete",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "channel_types",
        "file_types",
        "name_localizations",
        "description_localizations",
    ];
    let dull = |v: &Value| v.is_null() || *v == json!(false) || v.as_array().is_some_and(Vec::is_empty);
    keys.iter()
        .filter(|k| !dull(&option[**k]))
        .map(|k| ((*k).to_owned(), known_value(k, &option[*k])))
        .collect()
}
