//! An interaction read from Discord's JSON: just the fields that are used, and each of them forgivingly.
//!
//! Discord adds fields, kinds and forms at any time, and leaves out what it thinks is not needed. A reader of whole types loses the whole
//! interaction to one such surprise, and the player sees "did not respond". Here only what is needed to act can be missing.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::shape::shape;
use crate::discord::event::{Call, Deed, Entered, Given, Interaction, Person, Typing, Whereabouts};
use crate::game::Millis;

/// Discord's kinds of interactions.
mod kind {
    pub const PING: u64 = 1;
    pub const COMMAND: u64 = 2;
    pub const COMPONENT: u64 = 3;
    pub const COMPLETING: u64 = 4;
    pub const FORM: u64 = 5;
}

/// Discord's kinds of options.
mod option {
    pub const SUBCOMMAND: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const TEXT: u64 = 3;
    pub const FLAG: u64 = 5;
    pub const PERSON: u64 = 6;
    pub const PERSON_OR_ROLE: u64 = 9;
}

/// Discord's kinds of components, as far as what comes of them differs.
mod component {
    pub const PEOPLE: u64 = 5;
    pub const ROLES: u64 = 6;
    pub const PEOPLE_AND_ROLES: u64 = 7;
    pub const CHANNELS: u64 = 8;
}

/// Kinds of channels that are threads.
const THREADS: [u64; 3] = [10, 11, 12];
/// Options lie no deeper than this in Discord; deeper ones are not followed.
const DEPTH: usize = 4;
/// A name for somebody whose own could not be read.
const SOMEBODY: &str = "somebody";

/// What became of an interaction.
pub enum Read {
    /// It was read. [`Deed::Unreadable`] where only its id and token could be.
    Whole(Box<Interaction>),
    /// Discord asks whether we are there, which only HTTP endpoints have to answer.
    Ping,
    /// It cannot even be answered.
    Lost,
}

/// Reads an interaction, and gives the shape of one that could not be read whole.
pub fn interaction(raw: &Value, received: Instant, received_at: Millis) -> (Read, Option<String>) {
    if number(&raw["type"]) == Some(kind::PING) {
        return (Read::Ping, None);
    }
    let token = raw["token"].as_str().filter(|token| !token.is_empty());
    let (Some(id), Some(token)) = (id(&raw["id"]), token) else {
        return (Read::Lost, Some(shape(raw)));
    };
    let blank = Interaction {
        id,
        token: token.to_owned(),
        who: Person { id: 0, name: SOMEBODY.to_owned(), bot: false },
        place: Whereabouts { channel: 0, guild: None, thread: false, parent: None },
        bot_may: None,
        person_may: None,
        received_at,
        received,
        age: Duration::ZERO,
        repeated: false,
        what: Deed::Unreadable { completing: number(&raw["type"]) == Some(kind::COMPLETING) },
    };
    match whole(raw) {
        Some((who, place, what)) => {
            let in_guild = place.guild.is_some();
            let bits = |value: &Value| number(value).filter(|_| in_guild);
            let (bot_may, person_may) = (bits(&raw["app_permissions"]), bits(&raw["member"]["permissions"]));
            (Read::Whole(Box::new(Interaction { who, place, bot_may, person_may, what, ..blank })), None)
        }
        None => (Read::Whole(Box::new(blank)), Some(shape(raw))),
    }
}

/// Who, where and what; none if one of them cannot be told.
fn whole(raw: &Value) -> Option<(Person, Whereabouts, Deed)> {
    let member = &raw["member"];
    let user = if member["user"].is_object() { &member["user"] } else { &raw["user"] };
    let who = person(user, member)?;
    let channel = &raw["channel"];
    let thread = number(&channel["type"]).is_some_and(|kind| THREADS.contains(&kind));
    let place = Whereabouts {
        channel: id(&raw["channel_id"]).or_else(|| id(&channel["id"]))?,
        guild: id(&raw["guild_id"]).or_else(|| id(&raw["guild"]["id"])),
        thread,
        parent: id(&channel["parent_id"]).filter(|_| thread),
    };
    Some((who, place, deed(raw)?))
}

fn deed(raw: &Value) -> Option<Deed> {
    let data = &raw["data"];
    Some(match number(&raw["type"])? {
        kind::COMMAND => Deed::Command(call(data)?),
        kind::COMPLETING => {
            let (option, text) = focused(&data["options"], 0).unwrap_or_default();
            Deed::Completing(Typing { call: call(data)?, option, text })
        }
        kind::COMPONENT => Deed::Component {
            id: data["custom_id"].as_str()?.to_owned(),
            message: id(&raw["message"]["id"])?,
            asker: asker(&raw["message"]),
            chosen: entered(&data["component_type"], data, &data["resolved"]),
        },
        kind::FORM => {
            let mut fields = Vec::new();
            collect_fields(&data["components"], &data["resolved"], 0, &mut fields);
            Deed::Form { id: data["custom_id"].as_str().unwrap_or_default().to_owned(), fields }
        }
        _ => Deed::Other,
    })
}

fn call(data: &Value) -> Option<Call> {
    let mut options = Vec::new();
    collect(&data["options"], &data["resolved"], 0, &mut options);
    Some(Call { name: data["name"].as_str().filter(|name| !name.is_empty())?.to_owned(), options })
}

/// The options that hold values, also those below a subcommand.
fn collect(list: &Value, resolved: &Value, depth: usize, into: &mut Vec<(String, Given)>) {
    for option in list.as_array().map_or(&[][..], Vec::as_slice) {
        match number(&option["type"]) {
            Some(option::SUBCOMMAND | option::GROUP) if depth < DEPTH => {
                collect(&option["options"], resolved, depth + 1, into);
            }
            known => {
                if let (Some(name), Some(value)) =
                    (option["name"].as_str(), given(known, &option["value"], resolved))
                {
                    into.push((name.to_owned(), value));
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
        (Some(option::FLAG), Value::String(text)) => Some(Given::Flag(text.eq_ignore_ascii_case("true"))),
        (_, Value::Bool(flag)) => Some(Given::Flag(*flag)),
        (_, Value::String(text)) => Some(Given::Text(text.clone())),
        (Some(option::TEXT), Value::Number(number)) => Some(Given::Text(number.to_string())),
        _ => None,
    }
}

/// The option being typed, and its text so far.
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

/// What was filled in: rows of inputs, and labels that each hold one.
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

/// What was entered or chosen in a component of this kind; none where nothing could be, as in a button.
fn entered(kind: &Value, part: &Value, resolved: &Value) -> Option<Entered> {
    match (&part["values"], &part["value"]) {
        (Value::Array(values), _) => Some(match number(kind) {
            Some(component::PEOPLE) => {
                Entered::People(values.iter().filter_map(|value| resolved_person(value, resolved)).collect())
            }
            Some(component::ROLES | component::PEOPLE_AND_ROLES | component::CHANNELS) => {
                Entered::Ids(values.iter().filter_map(id).collect())
            }
            _ => Entered::Lines(values.iter().filter_map(text).collect()),
        }),
        (_, Value::Bool(flag)) => Some(Entered::Flag(*flag)),
        (_, value) => text(value).map(Entered::Text),
    }
}

/// A value that was entered or chosen.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Who used the command that a message answers.
fn asker(message: &Value) -> Option<String> {
    let old = &message["interaction"];
    let user =
        [&message["interaction_metadata"]["user"], &old["user"]].into_iter().find(|user| user.is_object())?;
    person(user, &old["member"]).map(|person| person.name).filter(|name| name != SOMEBODY)
}

/// The person with this id, as far as the interaction tells of them.
fn resolved_person(value: &Value, resolved: &Value) -> Option<Person> {
    let id = id(value)?;
    let key = id.to_string();
    let unknown = Person { id, name: SOMEBODY.to_owned(), bot: false };
    Some(person(&resolved["users"][&key], &resolved["members"][&key]).unwrap_or(unknown))
}

/// A user, by the name shown in the server if there is one.
fn person(user: &Value, member: &Value) -> Option<Person> {
    let shown = |from: &Map<String, Value>, key: &str| {
        from.get(key).and_then(Value::as_str).filter(|name| !name.is_empty()).map(str::to_owned)
    };
    let id = id(&user["id"])?;
    let nick = member.as_object().and_then(|member| shown(member, "nick"));
    let own =
        user.as_object().and_then(|user| shown(user, "global_name").or_else(|| shown(user, "username")));
    let name = nick.or(own).unwrap_or_else(|| SOMEBODY.to_owned());
    Some(Person { id, name, bot: user["bot"] == true })
}

/// A number, also when it is written as text.
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// An id: a number that is not 0.
pub fn id(value: &Value) -> Option<u64> {
    number(value).filter(|id| *id != 0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(raw: &Value) -> Interaction {
        match interaction(raw, Instant::now(), Millis(0)) {
            (Read::Whole(interaction), _) => *interaction,
            _ => panic!("not read: {raw}"),
        }
    }

    fn raw(kind: u64, data: &Value) -> Value {
        json!({
            "id": "175928847299117063", "token": "t", "type": kind, "data": data, "guild_id": "9", "channel_id": "4",
            "channel": { "id": "4", "type": 11, "parent_id": "3" }, "app_permissions": "2048",
            "member": { "nick": "Reddy", "permissions": "16", "user": { "id": "7", "username": "red", "global_name": "Red" } },
        })
    }

    #[test]
    fn a_command_is_read_whole() {
        let read = read(&raw(
            2,
            &json!({
                "name": "challenge",
                "options": [
                    { "type": 3, "name": "variant", "value": "chess" }, { "type": 5, "name": "loud", "value": true },
                    { "type": 6, "name": "opponent", "value": "8" }, { "type": 6, "name": "other", "value": 5 },
                ],
                "resolved": {
                    "users": { "8": { "id": "8", "username": "blue", "bot": true } }, "members": { "8": { "nick": null } },
                },
            }),
        ));
        assert_eq!((read.id, read.who.id, read.who.name.as_str()), (175_928_847_299_117_063, 7, "Reddy"));
        assert_eq!(read.place, Whereabouts { channel: 4, guild: Some(9), thread: true, parent: Some(3) });
        assert_eq!((read.bot_may, read.person_may), (Some(2048), Some(16)));
        let Deed::Command(call) = &read.what else { panic!("a command") };
        assert_eq!(
            (call.name.as_str(), call.text("variant"), call.flag("loud")),
            ("challenge", Some("chess"), Some(true))
        );
        let blue = Person { id: 8, name: "blue".to_owned(), bot: true };
        assert_eq!(call.person("opponent"), Some(&blue));
        assert_eq!(call.person("other").map(|person| (person.id, person.name.as_str())), Some((5, SOMEBODY)));
    }

    #[test]
    fn options_below_a_subcommand_are_found() {
        let nested = json!([{ "type": 2, "name": "a", "options": [{ "type": 1, "name": "b", "options": [
            { "type": 4, "name": "n", "value": 12, "focused": true }, { "type": 3, "name": "c", "value": "d" },
        ] }] }]);
        let read = read(&raw(4, &json!({ "name": "x", "options": nested })));
        let Deed::Completing(Typing { call, option, text }) = &read.what else { panic!("completing") };
        assert_eq!((option.as_str(), text.as_str(), call.text("c")), ("n", "12", Some("d")));
    }

    fn lines(all: &[&str]) -> Entered {
        Entered::Lines(all.iter().map(|line| (*line).to_owned()).collect())
    }

    #[test]
    fn forms_of_rows_and_of_labels_are_read() {
        let components = json!([
            { "type": 1, "components": [{ "type": 4, "custom_id": "old", "value": "text" }] },
            { "type": 18, "component": { "type": 3, "custom_id": "choice", "values": ["a", "b"] } },
            { "type": 18, "component": { "type": 5, "custom_id": "people", "values": ["8", 9] } },
            { "type": 18, "component": { "type": 8, "custom_id": "places", "values": ["4", "x"] } },
            { "type": 18, "component": { "type": 91, "custom_id": "new", "value": true } },
            { "type": 18, "component": { "type": 4, "custom_id": "empty" } },
            { "type": 10, "content": "a paragraph" },
        ]);
        let resolved = json!({ "users": { "8": { "id": "8", "username": "blue" } } });
        let read =
            read(&raw(5, &json!({ "custom_id": "form", "components": components, "resolved": resolved })));
        let Deed::Form { id, fields } = read.what else { panic!("a form") };
        let someone = |id, name: &str| Person { id, name: name.to_owned(), bot: false };
        let expected = [
            ("old", Entered::Text("text".to_owned())),
            ("choice", lines(&["a", "b"])),
            ("people", Entered::People(vec![someone(8, "blue"), someone(9, SOMEBODY)])),
            ("places", Entered::Ids(vec![4])),
            ("new", Entered::Flag(true)),
        ];
        assert_eq!(id, "form");
        assert_eq!(fields, expected.map(|(name, entered)| (name.to_owned(), entered)));
    }

    #[test]
    fn clicks_are_read() {
        let mut click = raw(3, &json!({ "custom_id": "v1:flip:1:0", "component_type": 2 }));
        click["message"] =
            json!({ "id": "55", "interaction_metadata": { "user": { "id": "8", "username": "blue" } } });
        let Deed::Component { id, message, asker, chosen } = read(&click).what else { panic!("a button") };
        assert_eq!((id.as_str(), message, asker.as_deref()), ("v1:flip:1:0", 55, Some("blue")));
        assert_eq!(chosen, None);
        click["message"] = json!({ "id": 55, "interaction": { "user": { "id": 8, "global_name": "Blue" }, "member": { "nick": "B" } } });
        let Deed::Component { asker, .. } = read(&click).what else { panic!("a button") };
        assert_eq!(asker.as_deref(), Some("B"));
        click["message"] = json!({ "id": "55", "interaction_metadata": { "user": 8 } });
        let Deed::Component { asker, .. } = read(&click).what else { panic!("a button") };
        assert_eq!(asker, None);
    }

    #[test]
    fn choices_in_selects_are_read_by_their_kind() {
        let blue = Person { id: 8, name: "B".to_owned(), bot: false };
        for (kind, values, expected) in [
            (json!("3"), json!(["Camel"]), lines(&["Camel"])),
            (json!(3), json!([7, "a", null, {}]), lines(&["7", "a"])),
            (json!(3), json!([]), lines(&[])),
            (json!(99), json!(["x"]), lines(&["x"])),
            (json!(5), json!(["8"]), Entered::People(vec![blue])),
            (json!(6), json!(["12", 13]), Entered::Ids(vec![12, 13])),
            (json!(7), json!(["8"]), Entered::Ids(vec![8])),
            (json!(8), json!(["4", null]), Entered::Ids(vec![4])),
        ] {
            let data = json!({
                "custom_id": "v1:piece:chess", "component_type": kind, "values": values,
                "resolved": { "users": { "8": { "id": "8", "username": "blue" } }, "members": { "8": { "nick": "B" } } },
            });
            let mut raw = raw(3, &data);
            raw["message"] = json!({ "id": "55" });
            let Deed::Component { id, chosen, .. } = read(&raw).what else { panic!("a choice: {raw}") };
            assert_eq!((id.as_str(), chosen), ("v1:piece:chess", Some(expected)), "{raw}");
        }
    }

    #[test]
    fn what_is_unknown_is_other_and_what_is_broken_is_unreadable() {
        assert!(matches!(read(&raw(77, &Value::Null)).what, Deed::Other));
        assert!(matches!(read(&raw(3, &json!({}))).what, Deed::Unreadable { completing: false }));
        assert!(matches!(read(&raw(4, &json!([]))).what, Deed::Unreadable { completing: true }));
        assert!(matches!(interaction(&json!({ "type": 1 }), Instant::now(), Millis(0)).0, Read::Ping));
        for lost in [
            json!({}),
            json!(null),
            json!([1]),
            json!({ "id": "0", "token": "t" }),
            json!({ "id": "5", "token": "" }),
        ] {
            let (read, shape) = interaction(&lost, Instant::now(), Millis(0));
            assert!(matches!(read, Read::Lost) && shape.is_some(), "{lost}");
        }
    }
}
