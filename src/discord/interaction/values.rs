//! Values of Discord's JSON, as the types of the rest of the bot.

use serde_json::{Map, Value};
use serenity::all::{ChannelType, Permissions};

use super::Person;
use crate::game::UserId;
use crate::words::seen;

/// Discord nests options no deeper than this; deeper ones are ignored.
pub const DEPTH: usize = 4;
/// Maximum length of a locale name, in bytes.
const LOCALE_MAX: usize = 16;
/// The name of a person whose own name could not be read.
pub const SOMEBODY: &str = "somebody";

/// Returns the name of a server member, from Discord's member object.
pub fn member_name(member: &Value) -> Option<String> {
    person(&member["user"], member).map(|person| person.name).filter(|name| name != SOMEBODY)
}

/// Parses a user, preferring the name shown in the server.
pub fn person(user: &Value, member: &Value) -> Option<Person> {
    let shown = |from: &Map<String, Value>, key: &str| {
        from.get(key).and_then(Value::as_str).map(seen).filter(|name| !name.is_empty())
    };
    let id = UserId(id(&user["id"])?);
    let nick = member.as_object().and_then(|member| shown(member, "nick"));
    let own =
        user.as_object().and_then(|user| shown(user, "global_name").or_else(|| shown(user, "username")));
    let name = nick.or(own).unwrap_or_else(|| SOMEBODY.to_owned());
    Some(Person { id, name, bot: user["bot"] == true })
}

/// Parses a number, even if Discord sends it as text.
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Parses permissions, including bits that serenity does not know.
pub fn permissions(value: &Value) -> Option<Permissions> {
    number(value).map(Permissions::from_bits_retain)
}

/// Parses a channel type, including types that serenity does not know.
pub fn channel_type(value: &Value) -> Option<ChannelType> {
    number(value).and_then(|number| u8::try_from(number).ok()).map(ChannelType::from)
}

/// Parses a locale such as `pt-BR`; `None` for anything that does not look like one.
pub fn locale(value: &Value) -> Option<String> {
    let is_name = |name: &&str| {
        (2..=LOCALE_MAX).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    value.as_str().filter(is_name).map(str::to_owned)
}

/// Parses an id: a number other than 0.
pub fn id(value: &Value) -> Option<u64> {
    number(value).filter(|id| *id != 0)
}
