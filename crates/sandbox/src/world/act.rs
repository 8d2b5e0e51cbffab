//! The client-side checks of Discord's app before it sends a command, click, choice or modal.

use serde_json::{Value, json};

use super::World;
use super::resolved::Resolved;
use crate::check::length;
use crate::id::Id;
use crate::interaction::{Act, kind};
use crate::model::{APPLICATION, StoredChannel, StoredMessage, StoredUser};
use crate::permissions::{MANAGE_THREADS, USE_APPLICATION_COMMANDS};
use crate::tree;

/// Why the client refuses to send: the message, and the option concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClientRefusal {
    pub text: String,
    pub field: Option<String>,
}

impl ClientRefusal {
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), field: None }
    }

    pub(super) fn at(field: &str, text: &str) -> Self {
        Self { text: text.to_owned(), field: Some(field.to_owned()) }
    }
}

/// The acting person and the channel.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    pub person: Id,
    pub channel: Id,
    pub nonce: Option<String>,
    pub page: Option<u64>,
}

impl Actor {
    pub(super) fn act(&self, kind: u8, data: Value, source: Option<(Id, Id)>, command: &str) -> Act {
        Act {
            kind,
            person: self.person,
            channel: self.channel,
            data,
            source,
            command: command.to_owned(),
            nonce: self.nonce.clone(),
            page: self.page,
        }
    }
}

impl World {
    pub(super) fn stage(&self, actor: &Actor) -> Result<(&StoredUser, &StoredChannel), ClientRefusal> {
        let gone = || ClientRefusal::new("You do not have access to this channel.");
        let person = self.people.get(&actor.person).ok_or_else(gone)?;
        let channel = self.channels.get(&actor.channel).ok_or_else(gone)?;
        if self.sees(person, channel) { Ok((person, channel)) } else { Err(gone()) }
    }

    /// Like [`Self::stage`], for an interaction.
    ///
    /// Commands and buttons do not work in an archived thread, and in a locked one they need Manage Threads.
    pub(super) fn open_stage(&self, actor: &Actor) -> Result<(&StoredUser, &StoredChannel), ClientRefusal> {
        let (person, channel) = self.stage(actor)?;
        if self.guild_is_out && !channel.is_dm() {
            return Err(ClientRefusal::new("This server is unavailable."));
        }
        match &channel.thread {
            Some(thread) if thread.locked && self.permissions_in(person, channel) & MANAGE_THREADS == 0 => {
                Err(ClientRefusal::new("This thread is locked."))
            }
            Some(thread) if thread.archived => Err(ClientRefusal::new("This thread is archived.")),
            _ => Ok((person, channel)),
        }
    }

    /// Finds the command of this type (1 chat, 2 user, 3 message) by its name or id.
    fn usable_command(&self, actor: &Actor, of: i64, name: &str) -> Result<Value, ClientRefusal> {
        let (person, channel) = self.open_stage(actor)?;
        if channel.is_forum() {
            return Err(ClientRefusal::new("Only posts can be made here."));
        }
        let unknown = || ClientRefusal::new(&format!("There is no command /{name} here."));
        let commands = self.usable_commands();
        let is_it =
            |c: &Value| c["type"].as_i64().unwrap_or(1) == of && (c["name"] == name || c["id"] == name);
        let command = commands.into_iter().find(is_it).ok_or_else(unknown)?;
        let context = self.context_of(channel);
        let here = command["contexts"].as_array().is_none_or(|c| c.iter().any(|c| c == context));
        let for_people = command["integration_types"].as_array().is_some_and(|t| t.iter().any(|t| t == 1));
        let reached = self.app_is_in(channel) || (for_people && self.installed.contains(&actor.person));
        if !here || !reached || (channel.is_dm() && command["guild_id"].is_string()) {
            return Err(unknown());
        }
        let granted = self.permissions_in(person, channel);
        let needed =
            command["default_member_permissions"].as_str().and_then(|p| p.parse().ok()).unwrap_or(0_u64);
        if granted & USE_APPLICATION_COMMANDS == 0 || granted & needed != needed {
            return Err(ClientRefusal::new("You do not have permission to use this command here."));
        }
        Ok(command)
    }

    /// Uses a slash command. Options are `[{name, value}]`, or `[{name, options}]` for a subcommand.
    pub fn slash(&self, actor: &Actor, name: &str, options: &Value) -> Result<Act, ClientRefusal> {
        let command = self.usable_command(actor, 1, name)?;
        let mut resolved = Resolved::default();
        let options = self.fill(actor, &command["options"], options, &mut resolved, None)?;
        let data = resolved.into_data(&command, options);
        Ok(actor.act(kind::COMMAND, data, None, command["name"].as_str().unwrap_or(name)))
    }

    /// Uses a user command.
    pub fn of_person(&self, actor: &Actor, name: &str, target: Id) -> Result<Act, ClientRefusal> {
        let command = self.usable_command(actor, 2, name)?;
        let gone = || ClientRefusal::new("There is no such person here.");
        let person = self.people.get(&target).or_else(|| (target == APPLICATION).then(|| self.bot()));
        let mut resolved = Resolved::default();
        resolved.person(self, person.ok_or_else(gone)?);
        Ok(Self::of_menu(actor, &command, target, resolved))
    }

    /// Uses a message command.
    pub fn of_message(&self, actor: &Actor, name: &str, target: Id) -> Result<Act, ClientRefusal> {
        let command = self.usable_command(actor, 3, name)?;
        let gone = || ClientRefusal::new("There is no such message here.");
        let message = self.find_message(actor.channel, target).ok_or_else(gone)?;
        if message.only_for.is_some_and(|only| only != actor.person) {
            return Err(gone());
        }
        let mut resolved = Resolved::default();
        resolved.messages.insert(target.to_string(), self.message(message));
        Ok(Self::of_menu(actor, &command, target, resolved))
    }

    fn of_menu(actor: &Actor, command: &Value, target: Id, resolved: Resolved) -> Act {
        let mut data = resolved.into_data(command, Vec::new());
        data["target_id"] = json!(target);
        actor.act(kind::COMMAND, data, None, command["name"].as_str().unwrap_or_default())
    }

    /// Requests suggestions for the focused option, with the options typed so far.
    pub fn autocomplete(
        &self,
        actor: &Actor,
        name: &str,
        options: &Value,
        focused: &str,
    ) -> Result<Act, ClientRefusal> {
        let command = self.usable_command(actor, 1, name)?;
        let mut resolved = Resolved::default();
        let options = self.fill(actor, &command["options"], options, &mut resolved, Some(focused))?;
        let data = resolved.into_data(&command, options);
        Ok(actor.act(kind::AUTOCOMPLETE, data, None, command["name"].as_str().unwrap_or(name)))
    }

    /// Checks and converts the given values, in the order of the command's options.
    ///
    /// With `focused` they may be incomplete, and that option stays text.
    fn fill(
        &self,
        actor: &Actor,
        known: &Value,
        given: &Value,
        resolved: &mut Resolved,
        focused: Option<&str>,
    ) -> Result<Vec<Value>, ClientRefusal> {
        let known = known.as_array().map_or(&[][..], Vec::as_slice);
        let given = given.as_array().map_or(&[][..], Vec::as_slice);
        let mut filled = Vec::new();
        for value in given {
            let name = value["name"].as_str().unwrap_or_default();
            let Some(option) = known.iter().find(|o| o["name"] == name) else {
                return Err(ClientRefusal::at(name, &format!("There is no option {name}.")));
            };
            let option_kind = option["type"].as_i64().unwrap_or(3);
            if option_kind <= 2 {
                let inner = self.fill(actor, &option["options"], &value["options"], resolved, focused)?;
                filled.push(json!({ "name": name, "type": option_kind, "options": inner }));
                continue;
            }
            let text = match &value["value"] {
                Value::String(text) => text.trim().to_owned(),
                Value::Null => continue,
                other => other.to_string(),
            };
            if focused == Some(name) {
                if option["autocomplete"] != true {
                    return Err(ClientRefusal::at(name, "This option has no autocomplete."));
                }
                filled.push(json!({ "name": name, "type": option_kind, "value": text, "focused": true }));
                continue;
            }
            if text.is_empty() {
                continue;
            }
            match self.typed(actor, option, option_kind, &text, resolved) {
                Ok(value) => filled.push(json!({ "name": name, "type": option_kind, "value": value })),
                Err(_) if focused.is_some() => {}
                Err(text) => return Err(ClientRefusal::at(name, &text)),
            }
        }
        let nested = known.iter().any(|o| o["type"].as_i64().unwrap_or(3) <= 2);
        if nested && filled.len() != 1 {
            return Err(ClientRefusal::new("Choose one of the subcommands."));
        }
        if focused.is_none() {
            let missing = known
                .iter()
                .find(|o| o["required"] == true && !filled.iter().any(|f| f["name"] == o["name"]));
            if let Some(option) = missing {
                let name = option["name"].as_str().unwrap_or_default();
                return Err(ClientRefusal::at(name, "This option is required. Specify a value."));
            }
        }
        let place = |f: &Value| known.iter().position(|o| o["name"] == f["name"]);
        filled.sort_by_key(place);
        Ok(filled)
    }

    fn typed(
        &self,
        actor: &Actor,
        option: &Value,
        option_kind: i64,
        text: &str,
        resolved: &mut Resolved,
    ) -> Result<Value, String> {
        let value = match option_kind {
            3 => {
                let (least, most) = (
                    option["min_length"].as_u64().unwrap_or(0),
                    option["max_length"].as_u64().unwrap_or(6000),
                );
                let n = length(text) as u64;
                if n < least || n > most {
                    return Err(format!("Must be between {least} and {most} in length."));
                }
                json!(text)
            }
            4 => json!(text.parse::<i64>().map_err(|_| "Input a valid integer.")?),
            5 => match text.to_ascii_lowercase().as_str() {
                "true" => json!(true),
                "false" => json!(false),
                _ => return Err("Input True or False.".to_owned()),
            },
            6 | 9 => {
                let person =
                    id_in(text, "<@").and_then(|id| self.people.get(&id)).ok_or("Input a valid user.")?;
                resolved.person(self, person);
                json!(person.id)
            }
            7 => {
                let channel = id_in(text, "<#")
                    .and_then(|id| self.channels.get(&id))
                    .ok_or("Input a valid channel.")?;
                resolved.channel(self, channel, actor.person);
                json!(channel.id)
            }
            8 => {
                let role = id_in(text, "<@&")
                    .and_then(|id| self.roles.iter().find(|r| r.id == id))
                    .ok_or("Input a valid role.")?;
                resolved.roles.insert(role.id.to_string(), super::objects::role(role));
                json!(role.id)
            }
            10 => json!(text.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or("Input a valid number.")?),
            11 => {
                let (id, file) = self.attached(actor.person, option, text)?;
                resolved.attachments.insert(id.to_string(), file);
                json!(id)
            }
            _ => return Err("The stand-in cannot send this kind of option.".to_owned()),
        };
        let number = value.as_f64();
        let (least, most) = (option["min_value"].as_f64(), option["max_value"].as_f64());
        if number.is_some_and(|n| least.is_some_and(|l| n < l) || most.is_some_and(|m| n > m)) {
            return Err("The number is out of range.".to_owned());
        }
        match option["choices"].as_array().filter(|c| !c.is_empty()) {
            None => Ok(value),
            // Either the value or the name is accepted.
            Some(choices) => choices
                .iter()
                .find(|c| c["value"] == value)
                .or_else(|| choices.iter().find(|c| c["name"] == text))
                .map(|c| c["value"].clone())
                .ok_or_else(|| "Choose one of the options.".to_owned()),
        }
    }

    fn seen_message(&self, actor: &Actor, id: Id) -> Result<&StoredMessage, ClientRefusal> {
        self.stage(actor)?;
        self.find_message(actor.channel, id)
            .filter(|m| m.only_for.is_none_or(|one| one == actor.person))
            .ok_or_else(|| ClientRefusal::new("This message is gone."))
    }

    /// Clicks a button or chooses in a select. With `force` the message need not have the custom id any more.
    pub fn component(
        &self,
        actor: &Actor,
        message: Id,
        custom_id: &str,
        values: Option<&[String]>,
        force: bool,
    ) -> Result<Act, ClientRefusal> {
        let message = self.seen_message(actor, message)?;
        self.open_stage(actor)?;
        let source = Some((message.channel, message.id));
        let name = message.interaction.as_ref().map_or("", |c| c.name.as_str());
        let found = tree::usable(&message.components).find(|c| c["custom_id"] == custom_id);
        let Some(found) = found else {
            if force {
                let kind = if values.is_some() { 3 } else { 2 };
                let mut data = json!({ "custom_id": custom_id, "component_type": kind, "id": 2 });
                if let Some(values) = values {
                    data["values"] = values.into();
                }
                return Ok(actor.act(kind::COMPONENT, data, source, name));
            }
            return Err(ClientRefusal::new("This message has no such button or menu any more."));
        };
        if found["disabled"] == true {
            return Err(ClientRefusal::new("This button or menu is disabled."));
        }
        let mut data = json!({ "custom_id": custom_id, "component_type": found["type"], "id": found["id"] });
        match (values, found["type"].as_i64()) {
            (None, Some(2)) => {}
            (Some(values), Some(select)) if select != 2 => {
                self.choose(actor.person, found, (select, values), &mut data)?;
            }
            _ => return Err(ClientRefusal::new("Click buttons and choose in menus.")),
        }
        Ok(actor.act(kind::COMPONENT, data, source, name))
    }

    pub(super) fn choose(
        &self,
        by: Id,
        found: &Value,
        (select, values): (i64, &[String]),
        data: &mut Value,
    ) -> Result<(), ClientRefusal> {
        let bounds = |key: &str| found[key].as_u64().unwrap_or(1) as usize;
        if values.len() < bounds("min_values") || values.len() > bounds("max_values") {
            return Err(ClientRefusal::new("Choose as many as the menu asks for."));
        }
        let mut resolved = Resolved::default();
        if values.iter().enumerate().any(|(at, value)| values[..at].contains(value)) {
            return Err(ClientRefusal::new("Choose each option once."));
        }
        for value in values {
            let ok = match select {
                3 => found["options"]
                    .as_array()
                    .is_some_and(|o| o.iter().any(|o| o["value"] == value.as_str())),
                _ => self.pick(by, found, (select, value), &mut resolved),
            };
            if !ok {
                return Err(ClientRefusal::new("The menu has no such option."));
            }
        }
        data["values"] = json!(values);
        // Some libraries could read an empty object as an empty selection.
        if let Some(resolved) = resolved.into_json() {
            data["resolved"] = resolved;
        }
        Ok(())
    }

    /// Adds a person, role or channel that was chosen in a user, role or channel select.
    fn pick(&self, by: Id, found: &Value, (select, value): (i64, &str), resolved: &mut Resolved) -> bool {
        let Ok(id) = value.parse::<Id>() else { return false };
        let (people, roles) = (matches!(select, 5 | 7), matches!(select, 6 | 7));
        if let Some(person) = self.people.get(&id).filter(|_| people) {
            resolved.person(self, person);
            return true;
        }
        if let Some(role) = self.roles.iter().find(|role| role.id == id && roles) {
            resolved.roles.insert(id.to_string(), super::objects::role(role));
            return true;
        }
        let kinds = found["channel_types"].as_array().filter(|kinds| !kinds.is_empty());
        let fits = |kind: u8| kinds.is_none_or(|kinds| kinds.iter().any(|known| *known == kind));
        match self.channels.get(&id).filter(|channel| select == 8 && !channel.is_dm() && fits(channel.kind)) {
            Some(channel) => {
                resolved.channel(self, channel, by);
                true
            }
            None => false,
        }
    }
}

/// Parses `123`, or `<@123>` with the given opening.
fn id_in(text: &str, opening: &str) -> Option<Id> {
    let inner = text.strip_prefix(opening).and_then(|t| t.strip_suffix('>')).unwrap_or(text);
    inner.trim_start_matches('!').parse().ok()
}
