//! Parses an interaction from Discord's JSON: only the fields in use, and each of them leniently.
//!
//! Discord adds fields, types and formats at any time, and omits what it considers unnecessary. A parser into
//! complete types would lose the whole interaction to one such surprise, and the player would see "did not
//! respond". This one fails only if a field that is needed to act is missing.
//!
//! Slash commands are first read by serenity's types ([`typed`]).
//!
//! An interaction that even this parser cannot read is answered using only its id and token, counted, and
//! logged by its shape without values.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use serde_json::Value;
use serenity::all::MessageFlags;

use super::shape::shape;
use super::typed;
use crate::discord::interaction::keyed_queue::HeldTicket;
use crate::discord::interaction::values::{
    DEPTH, SOMEBODY, channel_type, id, locale, number, permissions, person,
};
use crate::discord::interaction::{
    AttachedFile, Call, ChannelInfo, ChannelKind, ChosenChannel, ChosenRole, ClickedMessage, Entered, Given,
    Interaction, InteractionData, MenuOf, Person, Received, Typing, UsedOn,
};
use crate::discord::rest::wire::{CARD, EPHEMERAL};
use crate::game::{ChannelId, GuildId, InteractionId, MessageId, Millis, RoleId, UserId};
use crate::words::Languages;

/// Discord's interaction types.
mod kind {
    pub const PING: u64 = 1;
    pub const COMMAND: u64 = 2;
    pub const COMPONENT: u64 = 3;
    pub const COMPLETING: u64 = 4;
    pub const FORM: u64 = 5;
}

/// Discord's types of context menu commands.
mod command {
    pub const OF_PERSON: u64 = 2;
    pub const OF_MESSAGE: u64 = 3;
}

/// Discord's types of command options.
mod option {
    pub const SUBCOMMAND: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const TEXT: u64 = 3;
    pub const NUMBER: u64 = 4;
    pub const FLAG: u64 = 5;
    pub const PERSON: u64 = 6;
    pub const PERSON_OR_ROLE: u64 = 9;
    pub const FILE: u64 = 11;
}

/// Discord's component types, as far as they differ in what they submit.
mod component {
    pub const PEOPLE: u64 = 5;
    pub const ROLES: u64 = 6;
    pub const PEOPLE_AND_ROLES: u64 = 7;
    pub const CHANNELS: u64 = 8;
}

/// Discord's interaction context for a direct message with the bot.
const BOT_DM: u64 = 1;

/// The outcome of reading an interaction.
pub enum InteractionRead {
    /// The interaction. It is [`InteractionData::Unreadable`] if only its id and token could be read.
    Whole(Box<Received>),
    /// Discord checks that the endpoint responds. Only HTTP endpoints have to answer this.
    Ping,
    /// It cannot be answered because its id or token is missing.
    Lost,
}

/// Reads an interaction. The second value is the shape of one that could not be read completely.
pub fn interaction(
    raw: &Value,
    languages: &Languages,
    received: Instant,
    received_at: Millis,
) -> (InteractionRead, Option<String>) {
    if number(&raw["type"]) == Some(kind::PING) {
        return (InteractionRead::Ping, None);
    }
    let token = raw["token"].as_str().filter(|token| !token.is_empty());
    let (Some(id), Some(token)) = (id(&raw["id"]), token) else {
        return (InteractionRead::Lost, Some(shape(raw)));
    };
    let blank = Interaction {
        id: InteractionId(id),
        token: token.to_owned(),
        who: Person { id: UserId(0), name: SOMEBODY.to_owned(), bot: false },
        place: ChannelInfo {
            channel: ChannelId(0),
            guild: None,
            kind: ChannelKind::Text,
            parent: None,
            absent: false,
        },
        bot_may: None,
        person_may: None,
        person_roles: Vec::new(),
        locale: locale(&raw["locale"]),
        guild_locale: locale(&raw["guild_locale"]),
        own_language: None,
        server_language: None,
        custom_games: Vec::new(),
        languages: languages.clone(),
        received_at,
        received,
        age: Duration::ZERO,
        new_install: None,
        seen_alone: false,
        user_install_guild: None,
        invitation: Arc::default(),
        repeated: false,
        turn: HeldTicket::default(),
        answer_turn: HeldTicket::default(),
        on: UsedOn::Nothing,
    };
    let completing = number(&raw["type"]) == Some(kind::COMPLETING);
    let is_command = completing || number(&raw["type"]) == Some(kind::COMMAND) && !is_of_menu(&raw["data"]);
    let by_serenity = if is_command { typed::command(raw, completing) } else { None };
    let refused = (is_command && by_serenity.is_none()).then(|| shape(raw));
    let Some((who, place, on, data)) = by_serenity.or_else(|| whole(raw)) else {
        let data = InteractionData::Unreadable { completing };
        let received = Received { interaction: blank, data, refused_by_serenity: None };
        return (InteractionRead::Whole(Box::new(received)), Some(shape(raw)));
    };
    let in_guild = place.guild.is_some();
    let may = |value: &Value| permissions(value).filter(|_| in_guild);
    let (bot_may, person_may) = (may(&raw["app_permissions"]), may(&raw["member"]["permissions"]));
    let roles = raw["member"]["roles"].as_array().filter(|_| in_guild);
    let person_roles = roles.into_iter().flatten().filter_map(number).map(RoleId).collect();
    let interaction = Interaction { who, place, bot_may, person_may, person_roles, on, ..blank };
    (InteractionRead::Whole(Box::new(Received { interaction, data, refused_by_serenity: refused })), None)
}

/// Returns the person, the place, what the interaction was used on, and its data; `None` if one of
/// them cannot be read.
fn whole(raw: &Value) -> Option<(Person, ChannelInfo, UsedOn, InteractionData)> {
    let member = &raw["member"];
    let user = if member["user"].is_object() { &member["user"] } else { &raw["user"] };
    let who = person(user, member)?;
    let channel = &raw["channel"];
    let kind = ChannelKind::of(channel_type(&channel["type"]));
    let place = ChannelInfo {
        channel: id(&raw["channel_id"]).or_else(|| id(&channel["id"])).map(ChannelId)?,
        guild: id(&raw["guild_id"]).or_else(|| id(&raw["guild"]["id"])).map(GuildId),
        kind,
        parent: id(&channel["parent_id"]).filter(|_| kind.is_thread()).map(ChannelId),
        absent: is_absent(raw),
    };
    Some((who, place, used_on(raw)?, interaction_data(raw)?))
}

/// Returns what the interaction was used on; `None` if it is a component of a message that cannot be read.
fn used_on(raw: &Value) -> Option<UsedOn> {
    let message = &raw["message"];
    let flags = MessageFlags::from_bits_retain(number(&message["flags"]).unwrap_or(0));
    let private = flags.contains(EPHEMERAL);
    Some(match number(&raw["type"])? {
        kind::COMPONENT => UsedOn::Message(ClickedMessage {
            id: MessageId(id(&message["id"])?),
            private,
            card: flags.contains(CARD),
            asker: asker(message),
        }),
        kind::FORM => UsedOn::Form { private },
        _ => UsedOn::Nothing,
    })
}

/// Whether the command is available only because the person installed the bot, while the server did not.
///
/// If Discord does not say, the bot counts as present, as it is in its own direct messages.
fn is_absent(raw: &Value) -> bool {
    let owners = &raw["authorizing_integration_owners"];
    let (place, person) = (&owners["0"], &owners["1"]);
    place.is_null() && !person.is_null() && number(&raw["context"]) != Some(BOT_DM)
}

fn interaction_data(raw: &Value) -> Option<InteractionData> {
    let data = &raw["data"];
    Some(match number(&raw["type"])? {
        kind::COMMAND if is_of_menu(data) => of_menu(data)?,
        kind::COMMAND => InteractionData::Command(call(data)?),
        kind::COMPLETING => {
            let (option, text) = focused(&data["options"], 0).unwrap_or_default();
            InteractionData::Completing(Typing { call: call(data)?, option, text })
        }
        kind::COMPONENT => InteractionData::Component {
            id: data["custom_id"].as_str()?.to_owned(),
            chosen: entered(&data["component_type"], data, &data["resolved"]),
        },
        kind::FORM => {
            let mut fields = Vec::new();
            collect_fields(&data["components"], &data["resolved"], 0, &mut fields);
            let id = data["custom_id"].as_str().unwrap_or_default().to_owned();
            InteractionData::Form { id, fields }
        }
        _ => InteractionData::Other,
    })
}

/// True for a command in the context menu of a person or message.
fn is_of_menu(data: &Value) -> bool {
    matches!(number(&data["type"]), Some(command::OF_PERSON | command::OF_MESSAGE))
}

/// Parses a context menu command of a person or of a message.
fn of_menu(data: &Value) -> Option<InteractionData> {
    let name = data["name"].as_str().filter(|name| !name.is_empty())?.to_owned();
    let (target, resolved) = (&data["target_id"], &data["resolved"]);
    let of = if number(&data["type"]) == Some(command::OF_PERSON) {
        MenuOf::Person(resolved_person(target, resolved)?)
    } else {
        let mut ids = Vec::new();
        collect_ids(&resolved["messages"][id(target)?.to_string()]["components"], 0, &mut ids);
        MenuOf::Message(ids)
    };
    Some(InteractionData::Menu { name, of })
}

/// Collects the ids of buttons and menus, including those in rows and beside texts.
fn collect_ids(list: &Value, depth: usize, into: &mut Vec<String>) {
    for part in list.as_array().map_or(&[][..], Vec::as_slice) {
        into.extend(part["custom_id"].as_str().map(str::to_owned));
        if depth < DEPTH {
            collect_ids(&part["components"], depth + 1, into);
            collect_ids(&Value::Array(vec![part["accessory"].clone()]), depth + 1, into);
        }
    }
}

fn call(data: &Value) -> Option<Call> {
    let name = data["name"].as_str().filter(|name| !name.is_empty())?.to_owned();
    let mut call = Call { name, ..Call::default() };
    collect(&data["options"], &data["resolved"], 0, &mut call);
    Some(call)
}

/// Collects the options that hold values, including those below a subcommand, and records
/// the subcommand's name.
fn collect(list: &Value, resolved: &Value, depth: usize, into: &mut Call) {
    for option in list.as_array().map_or(&[][..], Vec::as_slice) {
        match number(&option["type"]) {
            Some(option::SUBCOMMAND | option::GROUP) if depth < DEPTH => {
                into.sub = option["name"].as_str().map(str::to_owned);
                collect(&option["options"], resolved, depth + 1, into);
            }
            known => {
                if let (Some(name), Some(value)) =
                    (option["name"].as_str(), given(known, &option["value"], resolved))
                {
                    into.options.push((name.to_owned(), value));
                }
            }
        }
    }
}

fn given(known: Option<u64>, value: &Value, resolved: &Value) -> Option<Given> {
    match (known, value) {
        (Some(option::PERSON | option::PERSON_OR_ROLE), _) => {
            resolved_person(value, resolved).map(Given::Person)
        }
        (Some(option::FILE), Value::String(id)) => {
            let file = &resolved["attachments"][id];
            let size = number(&file["size"]).unwrap_or_default();
            file["url"].as_str().map(|url| Given::File(AttachedFile { url: url.to_owned(), size }))
        }
        (Some(option::FLAG), Value::String(text)) => Some(Given::Flag(text.eq_ignore_ascii_case("true"))),
        // A number may arrive as text, and an integer with a decimal point.
        (Some(option::NUMBER), Value::Number(number)) => {
            number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)).map(Given::Number)
        }
        (Some(option::NUMBER), Value::String(text)) => text.trim().parse().ok().map(Given::Number),
        (_, Value::Bool(flag)) => Some(Given::Flag(*flag)),
        (_, Value::String(text)) => Some(Given::Text(text.clone())),
        (Some(option::TEXT), Value::Number(number)) => Some(Given::Text(number.to_string())),
        _ => None,
    }
}

/// Returns the option being typed, and its text so far.
fn focused(list: &Value, depth: usize) -> Option<(String, String)> {
    list.as_array()?.iter().find_map(|option| {
        if option["focused"] == true {
            let text = match &option["value"] {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => String::new(),
            };
            return Some((option["name"].as_str()?.to_owned(), text));
        }
        if depth < DEPTH { focused(&option["options"], depth + 1) } else { None }
    })
}

/// Collects the submitted values, from rows of inputs and from labels that hold one input each.
fn collect_fields(list: &Value, resolved: &Value, depth: usize, into: &mut Vec<(String, Entered)>) {
    for part in list.as_array().map_or(&[][..], Vec::as_slice) {
        if depth < DEPTH {
            collect_fields(&part["components"], resolved, depth + 1, into);
            if part["component"].is_object() {
                collect_fields(&Value::Array(vec![part["component"].clone()]), resolved, depth + 1, into);
            }
        }
        if let (Some(name), Some(entered)) =
            (part["custom_id"].as_str(), entered(&part["type"], part, resolved))
        {
            into.push((name.to_owned(), entered));
        }
    }
}

/// Returns what was entered or chosen in a component of this type; `None` for one without a
/// value, such as a button.
fn entered(kind: &Value, part: &Value, resolved: &Value) -> Option<Entered> {
    match (&part["values"], &part["value"]) {
        (Value::Array(values), _) => Some(match number(kind) {
            Some(component::PEOPLE) => {
                Entered::People(values.iter().filter_map(|value| resolved_person(value, resolved)).collect())
            }
            Some(component::ROLES) => {
                let role = |id: u64| {
                    let mentionable = resolved["roles"][id.to_string()]["mentionable"] != false;
                    ChosenRole { id: RoleId(id), mentionable }
                };
                Entered::Roles(values.iter().filter_map(id).map(role).collect())
            }
            Some(component::CHANNELS) => {
                let channel = |id: u64| {
                    let resolved = &resolved["channels"][id.to_string()];
                    let kind = ChannelKind::of(channel_type(&resolved["type"]));
                    let bot_may = permissions(&resolved["app_permissions"]);
                    ChosenChannel { id: ChannelId(id), kind, bot_may }
                };
                Entered::Channels(values.iter().filter_map(id).map(channel).collect())
            }
            Some(component::PEOPLE_AND_ROLES) => Entered::Ids(values.iter().filter_map(id).collect()),
            _ => Entered::Lines(values.iter().filter_map(text).collect()),
        }),
        (_, Value::Bool(flag)) => Some(Entered::Flag(*flag)),
        (_, value) => text(value).map(Entered::Text),
    }
}

/// Returns a value that was entered or chosen, as text.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns the name of the person whose command or click the message responds to.
fn asker(message: &Value) -> Option<String> {
    let old = &message["interaction"];
    let user =
        [&message["interaction_metadata"]["user"], &old["user"]].into_iter().find(|user| user.is_object())?;
    person(user, &old["member"]).map(|person| person.name).filter(|name| name != SOMEBODY)
}

/// Returns the person with this id, as far as the interaction describes them.
fn resolved_person(value: &Value, resolved: &Value) -> Option<Person> {
    let id = UserId(id(value)?);
    let key = id.to_string();
    let unknown = Person { id, name: SOMEBODY.to_owned(), bot: false };
    Some(person(&resolved["users"][&key], &resolved["members"][&key]).unwrap_or(unknown))
}

#[cfg(test)]
mod tests;
