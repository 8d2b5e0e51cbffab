//! How the copy of Discord's description was made, so that it can be renewed.
//!
//! `ROOKERY_OPENAPI=FILE cargo test --test rookery -- openapi::cut` with the complete `openapi.json` of
//! <https://github.com/discord/discord-api-spec> checks that the copy is still a part of that file, and
//! otherwise prints the path of a new copy.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::Trial;
use serde_json::{Map, Value, json};

/// The operations that the bot calls, or may call after a crash.
///
/// Listing a channel's messages may fail for lack of Read Message History, so nothing else depends on it.
#[rustfmt::skip]
pub const OPERATIONS: &[(&str, &str)] = &[
    ("get", "/applications/@me"),
    ("get", "/applications/{application_id}/commands"),
    ("put", "/applications/{application_id}/commands"),
    ("get", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("put", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("get", "/channels/{channel_id}"),
    ("patch", "/channels/{channel_id}"),
    ("get", "/channels/{channel_id}/messages"),
    ("post", "/channels/{channel_id}/messages"),
    ("delete", "/channels/{channel_id}/messages/{message_id}"),
    ("patch", "/channels/{channel_id}/messages/{message_id}"),
    ("post", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("put", "/channels/{channel_id}/thread-members/@me"),
    ("get", "/channels/{channel_id}/thread-members/{user_id}"),
    ("put", "/channels/{channel_id}/thread-members/{user_id}"),
    ("post", "/channels/{channel_id}/threads"),
    ("get", "/gateway"),
    ("get", "/gateway/bot"),
    ("get", "/guilds/{guild_id}/members/{user_id}"),
    ("get", "/guilds/{guild_id}/roles"),
    ("post", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("post", "/users/@me/channels"),
    ("delete", "/users/@me/guilds/{guild_id}"),
    ("post", "/webhooks/{webhook_id}/{webhook_token}"),
    ("get", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("delete", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
];

/// Of channels the bot edits only threads, so its body must match a thread's schema.
const NOT_SENT: &[&str] =
    &["UpdateDMRequestPartial", "UpdateGroupDMRequestPartial", "UpdateGuildChannelRequestPartial"];

const WHERE: &str = "tests/bot/data/discord-openapi.json";

/// The test of this module; ignored without the complete description.
pub fn tests() -> Vec<Trial> {
    let whole = std::env::var_os("ROOKERY_OPENAPI").filter(|file| !file.is_empty());
    let absent = whole.is_none();
    let name = concat!(module_path!(), "::the_copy_is_cut_from_the_whole");
    let test = move || {
        the_copy_is_cut_from_the_whole(Path::new(&whole.unwrap_or_default()));
        Ok(())
    };
    vec![Trial::test(name, test).with_ignored_flag(absent)]
}

fn the_copy_is_cut_from_the_whole(whole: &Path) {
    let text = std::fs::read_to_string(whole).expect("ROOKERY_OPENAPI names a readable file");
    let whole: Value = serde_json::from_str(&text).expect("ROOKERY_OPENAPI names a JSON file");
    let fresh = serde_json::to_string_pretty(&cut(&whole)).expect("JSON") + "\n";
    if fresh != super::COPY {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("discord-openapi.json");
        std::fs::write(&target, fresh).expect("a file under target");
        panic!("{WHERE} is another part of the description; the fresh one is {}", target.display());
    }
}

/// The operations with the JSON bodies they take, the components these reference, and no prose.
fn cut(whole: &Value) -> Value {
    let (mut paths, mut reached, mut todo) = (Map::new(), BTreeSet::new(), Vec::new());
    for (method, path) in OPERATIONS {
        let operation = &whole["paths"][path][method];
        assert!(operation.is_object(), "the description no longer has {method} {path}");
        let mut body = operation["requestBody"]["content"]["application/json"].clone();
        if let Some(kinds) = body.pointer_mut("/schema/anyOf").and_then(Value::as_array_mut) {
            kinds.retain(|kind| {
                let name = kind["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
                !NOT_SENT.contains(&name)
            });
        }
        let body = &body;
        let kept = if body.is_null() {
            json!({ "operationId": operation["operationId"] })
        } else {
            references(body, &mut todo);
            let body = without_prose(body);
            json!({
                "operationId": operation["operationId"],
                "requestBody": { "content": { "application/json": body } },
            })
        };
        let path = paths.entry(*path).or_insert_with(|| json!({}));
        path[method] = kept;
    }
    let mut components = json!({});
    while let Some(name) = todo.pop() {
        if reached.insert(name.clone()) {
            let component = whole.pointer(&format!("/components/{name}")).expect("a component of that name");
            references(component, &mut todo);
            let (group, name) = name.split_once('/').expect("a group and a name");
            components[group][name] = without_prose(component);
        }
    }
    json!({ "openapi": whole["openapi"], "info": whole["info"], "paths": paths, "components": components })
}

/// Appends the components that a schema references, without their common prefix.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        Value::Object(map) => {
            if let Some(Value::String(name)) = map.get("$ref") {
                found.push(name.strip_prefix("#/components/").expect("a component").to_owned());
            }
            map.values().for_each(|value| references(value, found));
        }
        _ => {}
    }
}

/// Removes descriptions, which are strings; a property with that name is a schema, and stays.
fn without_prose(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(without_prose).collect(),
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, value)| *key != "description" || !value.is_string());
            Value::Object(kept.map(|(key, value)| (key.clone(), without_prose(value))).collect())
        }
        _ => value.clone(),
    }
}
