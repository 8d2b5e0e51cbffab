//! Checks every request body of the bot against Discord's published OpenAPI description.
//!
//! The part that the bot uses is stored beside this file, so that the check always runs.
//! `DISCORD_OPENAPI=FILE` uses a complete, perhaps newer description instead; [`cut`] recreates the copy.
//! [`schema`] checks a body, and reports keywords of a newer description that it does not know.

pub mod cut;
pub mod keywords;
mod schema;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rookery::sandbox::Recorded;
use serde_json::{Value, json};

use super::bench::{Bench, done, message, wait_for};

/// The copy, reduced to what the bot uses; its licence is beside it.
const COPY: &str = include_str!("data/discord-openapi.json");

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let named = std::env::var_os("DISCORD_OPENAPI").filter(|file| !file.is_empty());
    let whole =
        named.map(|file| std::fs::read_to_string(&file).expect("DISCORD_OPENAPI names a readable file"));
    serde_json::from_str(whole.as_deref().unwrap_or(COPY)).expect("the description is JSON")
});

/// Number of bodies checked by all tests so far.
static CHECKED: AtomicUsize = AtomicUsize::new(0);

tests!(all_bodies_of_a_long_session, a_wrong_body_is_complained_of, every_operation_is_in_the_copy);

/// The errors in these requests' bodies, and the requests to operations missing from the description.
pub fn complaints(requests: &[Recorded]) -> Vec<String> {
    let (bodies, bare): (Vec<_>, Vec<_>) = requests.iter().partition(|request| !request.body.is_null());
    let total = CHECKED.fetch_add(bodies.len(), Ordering::Relaxed) + bodies.len();
    println!("figure openapi-bodies {total} bodies (so far)");
    let unknown = bare.into_iter().filter_map(|request| {
        let method = request.method.to_lowercase();
        let known = template(&DESCRIPTION, &method, &request.path).is_some();
        (!known).then(|| format!("{method} {}: no such operation", request.path))
    });
    bodies.into_iter().filter_map(|request| complaint(&DESCRIPTION, request)).chain(unknown).collect()
}

fn complaint(description: &Value, request: &Recorded) -> Option<String> {
    let method = request.method.to_lowercase();
    let Some(template) = template(description, &method, &request.path) else {
        return Some(format!("{method} {}: no such operation", request.path));
    };
    let operation = &description["paths"][&template][&method];
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        return Some(format!("{method} {template}: takes no JSON body"));
    }
    let mut body = request.body.clone();
    ids_as_text(&mut body);
    let wrong = schema::complaints(description, schema, &body);
    (!wrong.is_empty()).then(|| format!("{method} {template}: {}\n  {body}", wrong.join("; ")))
}

/// Converts ids to strings.
///
/// Attachment ids may be numbers on the wire but are strings in the description. With the permissions of
/// commands it is the reverse.
fn ids_as_text(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(ids_as_text),
        Value::Object(map) => {
            if let Some(Value::Array(attachments)) = map.get_mut("attachments") {
                for attachment in attachments {
                    if let Some(number) = attachment["id"].as_u64() {
                        attachment["id"] = number.to_string().into();
                    }
                }
            }
            if let Some(bits) = map.get_mut("default_member_permissions")
                && let Some(number) = bits.as_str().and_then(|text| text.parse::<u64>().ok())
            {
                *bits = number.into();
            }
            map.values_mut().for_each(ids_as_text);
        }
        _ => {}
    }
}

/// The matching path of the description; one with more fixed parts is preferred.
fn template(description: &Value, method: &str, path: &str) -> Option<String> {
    let parts: Vec<_> = path.trim_end_matches('/').split('/').collect();
    let fits = |template: &str| {
        let known: Vec<_> = template.split('/').collect();
        known.len() == parts.len()
            && known.iter().zip(&parts).all(|(known, part)| known.starts_with('{') || known == part)
    };
    let paths = description["paths"].as_object()?;
    let fitting = paths.iter().filter(|(template, item)| fits(template) && item.get(method).is_some());
    fitting.min_by_key(|(template, _)| template.matches('{').count()).map(|(template, _)| template.clone())
}

fn all_bodies_of_a_long_session() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (red, blue) = (&game.red, &game.blue);
        done(&game.play(&["e4", "e5"]).await);
        for line in ["/move ", "/move e", "/moves "] {
            red.types(line).await.expect("choices");
        }
        for (command, options) in [
            ("board", &[][..]),
            ("board", &[("text", "true")]),
            ("moves", &[("square", "g1")]),
            ("games", &[]),
            ("next", &[]),
            ("rules", &[("variant", "prison-break")]),
            ("help", &[]),
            ("move", &[("move", "rubbish")]),
        ] {
            assert!(red.slash(command, options).await.answered(), "/{command}");
        }
        let offer = message(&red.slash("draw", &[]).await);
        done(&blue.click(&offer, "Decline").await);
        let challenge = [("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")];
        let threaded = message(&red.slash("challenge", &challenge).await);
        done(&blue.click(&threaded, "Accept").await);
        let declined = message(&red.slash("challenge", &challenge).await);
        done(&blue.click(&declined, "Decline").await);
        let asked = red.slash("resign", &[]).await;
        done(&red.click(&message(&asked), "Yes, resign").await);
        let requests = bench.discord.requests();
        let bodies = requests.iter().filter(|request| !request.body.is_null()).count();
        assert!(bodies >= 25, "{bodies}");
        bench.finish().await;
    });
}

/// A request as recorded by the stand-in.
fn request(method: &str, path: &str, body: Value) -> Recorded {
    Recorded { method: method.to_owned(), path: path.to_owned(), body, ..Recorded::default() }
}

fn a_wrong_body_is_complained_of() {
    let post = |body| complaints(&[request("POST", "/channels/7/messages", body)]);
    assert_eq!(post(json!({ "content": "e4", "allowed_mentions": { "parse": [] } })), Vec::<String>::new());
    for (body, words) in [
        (json!({ "content": ["e4"] }), "body/content is not of type"),
        (json!({ "content": "x".repeat(4_001) }), "body/content is longer than 4000"),
        (json!({ "allowed_mentions": { "parse": ["all"] } }), "body/allowed_mentions/parse/0 fits none"),
        (
            json!({ "components": [{ "type": 1, "components": [{ "type": 2, "style": 99 }] }] }),
            "body/components/0/components/0/style fits none",
        ),
    ] {
        let found = post(body.clone());
        assert!(matches!(&found[..], [one] if one.contains(words)), "{body}: {found:?}");
    }
    let nowhere =
        [request("PATCH", "/no/such/place", json!({})), request("GET", "/no/such/place", Value::Null)];
    assert_eq!(complaints(&nowhere).len(), 2);
    assert_eq!(complaints(&[request("GET", "/gateway/bot", json!({}))]).len(), 1, "it takes no body");
    let wrong = json!([{ "name": "help", "type": 99 }]);
    assert_eq!(complaints(&[request("PUT", "/applications/1/commands", wrong)]).len(), 1);
}

/// Each operation of the list is found by a path as the bot writes it, and by no other.
fn every_operation_is_in_the_copy() {
    let copy: Value = serde_json::from_str(COPY).expect("the copy is JSON");
    for (method, path) in cut::OPERATIONS {
        let written: Vec<_> =
            path.split('/').map(|part| if part.starts_with('{') { "77" } else { part }).collect();
        assert_eq!(template(&copy, method, &written.join("/")).as_deref(), Some(*path), "{method} {path}");
    }
}
