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
    let Received { interaction, data, .. } = read(&click);
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

/// A slash command as Discord sends it, with an option of each type in use.
fn full(kind: u64) -> Value {
    let user = |id: &str, name: &str, shown: Value| {
        json!({
            "id": id, "username": name, "global_name": shown, "discriminator": "0", "avatar": null, "bot": false, "public_flags": 0,
            "avatar_decoration_data": null, "primary_guild": null, "collectibles": null,
        })
    };
    json!({
        "id": "175928847299117063", "application_id": "55", "type": kind, "token": "t", "version": 1,
        "guild_id": "9", "guild_locale": "de", "locale": "en-GB", "channel_id": "4", "app_permissions": "2048",
        "entitlements": [], "authorizing_integration_owners": { "0": "9", "1": "7" }, "context": 0,
        "attachment_size_limit": 10_485_760,
        "guild": { "id": "9", "locale": "de", "features": [] },
        "channel": {
            "id": "4", "type": 11, "name": "a thread", "parent_id": "3", "permissions": "2048", "guild_id": "9",
            "thread_metadata": {
                "archived": false, "auto_archive_duration": 1440, "archive_timestamp": "2026-01-01T00:00:00.000000+00:00", "locked": false,
            },
        },
        "member": {
            "user": user("7", "red", json!("Red")), "nick": "Reddy", "avatar": null, "banner": null, "roles": ["11"],
            "joined_at": "2026-01-01T00:00:00.000000+00:00", "premium_since": null, "deaf": false, "mute": false, "flags": 0,
            "pending": false, "permissions": "16", "communication_disabled_until": null, "unusual_dm_activity_until": null,
        },
        "data": {
            "id": "77", "name": "challenge", "type": 1, "guild_id": "9",
            "options": [{
                "type": 1, "name": "open",
                "options": [
                    { "type": 3, "name": "variant", "value": "chess", "focused": kind == 4 },
                    { "type": 5, "name": "loud", "value": true }, { "type": 4, "name": "count", "value": 3 },
                    { "type": 6, "name": "opponent", "value": "8" }, { "type": 9, "name": "other", "value": "12" },
                    { "type": 11, "name": "file", "value": "13" },
                ],
            }],
            "resolved": {
                "users": { "8": user("8", "blue", Value::Null) },
                "members": { "8": {
                    "nick": null, "avatar": null, "banner": null, "roles": [], "joined_at": "2026-01-01T00:00:00.000000+00:00",
                    "premium_since": null, "flags": 0, "pending": false, "permissions": "16", "communication_disabled_until": null,
                } },
                "attachments": { "13": {
                    "id": "13", "filename": "game.toml", "size": 812, "url": "https://cdn.example/game.toml",
                    "proxy_url": "https://media.example/game.toml", "content_type": "text/plain", "ephemeral": true,
                } },
            },
        },
    })
}

/// Asserts that a command that serenity reads means the same to our own reader. Returns whether serenity reads it.
#[track_caller]
fn is_equal_to_ours(raw: &Value) -> bool {
    let completing = raw["type"] == 4;
    let Some(by_serenity) = typed::command(raw, completing) else { return false };
    let ours = whole(raw).unwrap_or_else(|| panic!("serenity alone reads {raw}"));
    let told = |(who, place, on, data): &(Person, ChannelInfo, UsedOn, InteractionData)| match data {
        InteractionData::Command(call) => format!("{who:?} {place:?} {on:?} {call:?}"),
        InteractionData::Completing(typing) => format!("{who:?} {place:?} {on:?} {typing:?}"),
        _ => panic!("no command: {raw}"),
    };
    assert_eq!(told(&by_serenity), told(&ours), "{raw}");
    true
}

#[test]
fn a_slash_command_is_read_by_serenity_and_means_the_same_to_our_reader() {
    for kind in [2, 4] {
        assert!(is_equal_to_ours(&full(kind)));
        assert_eq!(read(&full(kind)).refused_by_serenity, None);
    }
    let mut alone = full(2);
    let user = alone["member"]["user"].take();
    for key in ["member", "guild_id", "guild", "guild_locale"] {
        alone.as_object_mut().expect("an object").remove(key);
    }
    alone["user"] = user;
    alone["channel"] = json!({ "id": "4", "type": 1 });
    for (owners, context) in
        [(json!({ "1": "7" }), 2), (json!({ "0": "0", "1": "7" }), 1), (json!({ "1": "7" }), 1)]
    {
        (alone["authorizing_integration_owners"], alone["context"]) = (owners, json!(context));
        assert!(is_equal_to_ours(&alone), "{alone}");
    }
}

/// The paths of all values in this one.
fn paths(value: &Value, path: &str, into: &mut Vec<String>) {
    into.push(path.to_owned());
    match value {
        Value::Object(inner) => {
            inner.iter().for_each(|(key, value)| paths(value, &format!("{path}/{key}"), into));
        }
        Value::Array(inner) => {
            inner.iter().enumerate().for_each(|(at, value)| paths(value, &format!("{path}/{at}"), into));
        }
        _ => {}
    }
}

#[test]
fn with_any_odd_value_a_command_is_read_alike_or_by_our_reader_alone() {
    let odd = [
        json!(null),
        json!(0),
        json!("0"),
        json!(-1),
        json!(1.5),
        json!(77),
        json!("x"),
        json!(""),
        json!(true),
        json!([]),
        json!({}),
        json!("9223372036854775808"),
        json!([{}]),
    ];
    let (mut typed_reads, mut refused) = (0, 0);
    for kind in [2, 4] {
        let mut all = Vec::new();
        paths(&full(kind), "", &mut all);
        for path in all.iter().filter(|path| path.len() > 1) {
            for value in &odd {
                let mut raw = full(kind);
                *raw.pointer_mut(path).expect("a value") = value.clone();
                if raw["type"] != kind {
                    continue;
                }
                if is_equal_to_ours(&raw) { typed_reads += 1 } else { refused += 1 }
            }
        }
    }
    for kind in [2, 4] {
        let mut all = Vec::new();
        paths(&full(kind), "", &mut all);
        for (place, key) in all.iter().filter_map(|path| path.rsplit_once('/')) {
            let mut raw = full(kind);
            if raw
                .pointer_mut(place)
                .and_then(Value::as_object_mut)
                .is_some_and(|part| part.remove(key).is_some())
                && raw["type"] == kind
            {
                if is_equal_to_ours(&raw) { typed_reads += 1 } else { refused += 1 }
            }
        }
        for at in 0..6 {
            let mut raw = full(kind);
            raw["data"]["options"][0]["options"][at]["focused"] = json!(true);
            if is_equal_to_ours(&raw) { typed_reads += 1 } else { refused += 1 }
        }
    }
    assert!(typed_reads > 300 && refused > 300, "{typed_reads} read, {refused} refused");
}

#[test]
fn a_command_that_serenity_refuses_is_read_by_our_reader() {
    let mut unknown = full(2);
    unknown["data"]["options"][0]["options"][0]["type"] = json!(99);
    let mut new = full(2);
    new["entitlements"] = json!(null);
    for raw in [unknown, new] {
        let read = read(&raw);
        assert!(read.refused_by_serenity.is_some(), "{raw}");
        let InteractionData::Command(call) = read.data else { panic!("a command: {raw}") };
        assert_eq!(call.text("variant"), Some("chess"));
    }
}
