use serde_json::json;

use serenity::all::Permissions;

use super::*;
use crate::game::{ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId};

fn read(raw: &Value) -> Received {
    match interaction(raw, &Languages::embedded(), Instant::now(), Millis(0)) {
        (InteractionRead::Whole(interaction), _) => *interaction,
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
    let interaction = &read.interaction;
    assert_eq!(
        (interaction.id, interaction.who.id, interaction.who.name.as_str()),
        (InteractionId(175_928_847_299_117_063), UserId(7), "Reddy")
    );
    assert_eq!(
        interaction.place,
        ChannelInfo {
            channel: ChannelId(4),
            guild: Some(GuildId(9)),
            kind: ChannelKind::PublicThread,
            parent: Some(ChannelId(3)),
            absent: false
        }
    );
    assert_eq!(
        (interaction.bot_may, interaction.person_may),
        (Some(Permissions::SEND_MESSAGES), Some(Permissions::MANAGE_CHANNELS))
    );
    let InteractionData::Command(call) = &read.data else { panic!("a command") };
    assert_eq!(
        (call.name.as_str(), call.text("variant"), call.flag("loud")),
        ("challenge", Some("chess"), Some(true))
    );
    let blue = Person { id: UserId(8), name: "blue".to_owned(), bot: true };
    assert_eq!(call.person("opponent"), Some(&blue));
    assert_eq!(
        call.person("other").map(|person| (person.id, person.name.as_str())),
        Some((UserId(5), SOMEBODY))
    );
}

#[test]
fn what_is_not_seen_of_a_name_is_left_out() {
    let named = |name: &str| {
        let mut raw = raw(2, &json!({ "name": "help" }));
        raw["member"]["nick"] = json!(name);
        read(&raw).interaction.who.name
    };
    assert_eq!(named("R\u{202e}ed\u{200b}"), "Red");
    assert_eq!(
        named("\u{200f} \u{3164}"),
        "Red",
        "the name of the person, where that in the server shows nothing"
    );
    assert_eq!(named("R\u{e9}d \u{1f469}\u{200d}\u{1f680}"), "R\u{e9}d \u{1f469}\u{200d}\u{1f680}");
}

#[test]
fn whether_the_bot_is_in_a_place_is_read() {
    let absent = |owners: Value, context: Value| {
        let mut raw = raw(2, &json!({ "name": "help" }));
        (raw["authorizing_integration_owners"], raw["context"]) = (owners, context);
        read(&raw).interaction.place.absent
    };
    assert!(absent(json!({ "1": "7" }), json!(0)), "a guild without the bot");
    assert!(absent(json!({ "1": "7" }), json!(2)), "the direct messages of others");
    assert!(!absent(json!({ "0": "9", "1": "7" }), json!(0)), "both have it");
    assert!(!absent(json!({ "0": "9" }), json!(0)));
    assert!(!absent(json!({ "1": "7" }), json!(1)), "its own direct messages");
    assert!(!absent(Value::Null, Value::Null), "nothing is said");
}

#[test]
fn locales_are_read_and_odd_ones_are_none() {
    let read_with = |own: Value, server: Value| {
        let mut raw = raw(2, &json!({ "name": "help" }));
        (raw["locale"], raw["guild_locale"]) = (own, server);
        let read = read(&raw);
        (read.interaction.locale, read.interaction.guild_locale)
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(read_with(json!("pt-BR"), json!("de")), (some("pt-BR"), some("de")));
    for odd in [Value::Null, json!(7), json!(""), json!(["de"]), json!("d e"), json!("x".repeat(400))] {
        assert_eq!(read_with(odd.clone(), odd), (None, None));
    }
}

#[test]
fn options_below_a_subcommand_are_found() {
    let nested = json!([{ "type": 2, "name": "a", "options": [{ "type": 1, "name": "b", "options": [
        { "type": 4, "name": "n", "value": 12, "focused": true }, { "type": 3, "name": "c", "value": "d" },
    ] }] }]);
    let read = read(&raw(4, &json!({ "name": "x", "options": nested })));
    let InteractionData::Completing(Typing { call, option, text }) = &read.data else { panic!("completing") };
    assert_eq!((option.as_str(), text.as_str(), call.text("c")), ("n", "12", Some("d")));
    assert_eq!(call.sub.as_deref(), Some("b"));
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
        { "type": 18, "component": { "type": 21, "custom_id": "one", "value": "a" } },
        { "type": 18, "component": { "type": 21, "custom_id": "none", "value": null } },
        { "type": 18, "component": { "type": 22, "custom_id": "some", "values": ["a", "b"] } },
        { "type": 18, "component": { "type": 22, "custom_id": "nothing", "values": [] } },
        { "type": 18, "component": { "type": 23, "custom_id": "box", "value": false } },
        { "type": 18, "component": { "type": 4, "custom_id": "empty" } },
        { "type": 10, "content": "a paragraph" },
    ]);
    let resolved = json!({ "users": { "8": { "id": "8", "username": "blue" } } });
    let read = read(&raw(5, &json!({ "custom_id": "form", "components": components, "resolved": resolved })));
    let InteractionData::Form { id, fields } = read.data else { panic!("a form") };
    let someone = |id, name: &str| Person { id: UserId(id), name: name.to_owned(), bot: false };
    let expected = [
        ("old", Entered::Text("text".to_owned())),
        ("choice", lines(&["a", "b"])),
        ("people", Entered::People(vec![someone(8, "blue"), someone(9, SOMEBODY)])),
        (
            "places",
            Entered::Channels(vec![ChosenChannel {
                id: ChannelId(4),
                kind: ChannelKind::Text,
                bot_may: None,
            }]),
        ),
        ("new", Entered::Flag(true)),
        ("one", Entered::Text("a".to_owned())),
        ("some", lines(&["a", "b"])),
        ("nothing", lines(&[])),
        ("box", Entered::Flag(false)),
    ];
    assert_eq!(id, "form");
    assert_eq!(fields, expected.map(|(name, entered)| (name.to_owned(), entered)));
}

#[test]
fn clicks_are_read() {
    let mut click = raw(3, &json!({ "custom_id": "v2:flip:1:0", "component_type": 2 }));
    click["message"] =
        json!({ "id": "55", "interaction_metadata": { "user": { "id": "8", "username": "blue" } } });
    let Received { interaction, data } = read(&click);
    let InteractionData::Component { id, chosen } = data else { panic!("a button") };
    assert_eq!((id.as_str(), chosen), ("v2:flip:1:0", None));
    let on = |id, asker: Option<&str>, (private, card)| {
        UsedOn::Message(ClickedMessage { id: MessageId(id), private, card, asker: asker.map(str::to_owned) })
    };
    assert_eq!(interaction.on, on(55, Some("blue"), (false, false)));
    click["message"] = json!({ "id": 55, "interaction": { "user": { "id": 8, "global_name": "Blue" }, "member": { "nick": "B" } } });
    assert_eq!(read(&click).interaction.on, on(55, Some("B"), (false, false)));
    click["message"] = json!({ "id": "56", "flags": 1 << 15 | 64, "interaction_metadata": { "user": 8 } });
    assert_eq!(read(&click).interaction.on, on(56, None, (true, true)));
}

#[test]
fn choices_in_selects_are_read_by_their_kind() {
    let role = |id, mentionable| ChosenRole { id: RoleId(id), mentionable };
    let blue = Person { id: UserId(8), name: "B".to_owned(), bot: false };
    for (kind, values, expected) in [
        (json!("3"), json!(["Camel"]), lines(&["Camel"])),
        (json!(3), json!([7, "a", null, {}]), lines(&["7", "a"])),
        (json!(3), json!([]), lines(&[])),
        (json!(99), json!(["x"]), lines(&["x"])),
        (json!(5), json!(["8"]), Entered::People(vec![blue])),
        (json!(6), json!(["12", 13]), Entered::Roles(vec![role(12, false), role(13, true)])),
        (json!(7), json!(["8"]), Entered::Ids(vec![8])),
        (
            json!(8),
            json!(["4", "5", null]),
            Entered::Channels(vec![
                ChosenChannel {
                    id: ChannelId(4),
                    kind: ChannelKind::Forum,
                    bot_may: Some(Permissions::from_bits_retain(3)),
                },
                ChosenChannel { id: ChannelId(5), kind: ChannelKind::Text, bot_may: None },
            ]),
        ),
    ] {
        let data = json!({
            "custom_id": "v2:piece:chess", "component_type": kind, "values": values,
            "resolved": { "users": { "8": { "id": "8", "username": "blue" } },
                "members": { "8": { "nick": "B" } },
                "roles": { "12": { "id": "12", "mentionable": false } },
                "channels": { "4": { "id": "4", "type": 15, "app_permissions": "3" } } },
        });
        let mut raw = raw(3, &data);
        raw["message"] = json!({ "id": "55" });
        let InteractionData::Component { id, chosen } = read(&raw).data else { panic!("a choice: {raw}") };
        assert_eq!((id.as_str(), chosen), ("v2:piece:chess", Some(expected)), "{raw}");
    }
}

#[test]
fn what_is_unknown_is_other_and_what_is_broken_is_unreadable() {
    assert!(matches!(read(&raw(77, &Value::Null)).data, InteractionData::Other));
    assert!(matches!(read(&raw(3, &json!({}))).data, InteractionData::Unreadable { completing: false }));
    assert!(matches!(read(&raw(4, &json!([]))).data, InteractionData::Unreadable { completing: true }));
    let languages = Languages::embedded();
    assert!(matches!(
        interaction(&json!({ "type": 1 }), &languages, Instant::now(), Millis(0)).0,
        InteractionRead::Ping
    ));
    for lost in [
        json!({}),
        json!(null),
        json!([1]),
        json!({ "id": "0", "token": "t" }),
        json!({ "id": "5", "token": "" }),
    ] {
        let (read, shape) = interaction(&lost, &languages, Instant::now(), Millis(0));
        assert!(matches!(read, InteractionRead::Lost) && shape.is_some(), "{lost}");
    }
}
