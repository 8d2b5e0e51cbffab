//! Every request body of the bot against Discord's published description, when `DISCORD_OPENAPI` names the file.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use libtest_mimic::Trial;
use rookery::sandbox::Recorded;
use serde_json::{Value, json};

use super::bench::{Bench, message, wait_for};

static DESCRIPTION: LazyLock<Option<Value>> = LazyLock::new(|| {
    let file = std::env::var_os("DISCORD_OPENAPI").filter(|file| !file.is_empty())?;
    let text = std::fs::read_to_string(&file).expect("DISCORD_OPENAPI names a readable file");
    Some(serde_json::from_str(&text).expect("DISCORD_OPENAPI names a JSON file"))
});

/// Validators by operation; building one takes longer than using it a hundred times.
static VALIDATORS: LazyLock<Mutex<BTreeMap<String, Option<Validator>>>> = LazyLock::new(Mutex::default);

/// Bodies looked at by all tests so far.
static CHECKED: AtomicUsize = AtomicUsize::new(0);

/// The tests of this module; ignored, visibly, without the description.
pub fn tests() -> Vec<Trial> {
    let absent = std::env::var_os("DISCORD_OPENAPI").is_none_or(|file| file.is_empty());
    vec![
        Trial::test(concat!(module_path!(), "::all_bodies_of_a_long_session"), || {
            long_session();
            Ok(())
        })
        .with_ignored_flag(absent),
    ]
}

/// What is wrong with these requests' bodies. Nothing is said without the description.
pub fn complaints(requests: &[Recorded]) -> Vec<String> {
    let Some(description) = &*DESCRIPTION else { return Vec::new() };
    let bodies: Vec<_> = requests.iter().filter(|request| !request.body.is_null()).collect();
    let total = CHECKED.fetch_add(bodies.len(), Ordering::Relaxed) + bodies.len();
    println!("figure openapi-bodies {total} bodies (so far)");
    bodies.into_iter().filter_map(|request| complaint(description, request)).collect()
}

fn complaint(description: &Value, request: &Recorded) -> Option<String> {
    let method = request.method.to_lowercase();
    let Some(template) = template(description, &method, &request.path) else {
        return Some(format!("{method} {}: no such operation", request.path));
    };
    let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let validator = validators.entry(format!("{method} {template}")).or_insert_with(|| {
        let operation = &description["paths"][&template][&method];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        // Its references lead to the description's components, so those come along.
        let root = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": description["components"],
        });
        if schema.is_null() {
            return None;
        }
        Some(jsonschema::validator_for(&root).expect("the description's schemas hold together"))
    });
    let Some(validator) = validator else {
        return Some(format!("{method} {template}: takes no JSON body"));
    };
    let mut body = request.body.clone();
    ids_as_text(&mut body);
    let errors: Vec<_> =
        validator.iter_errors(&body).map(|error| format!("{error} at {}", error.instance_path())).collect();
    (!errors.is_empty()).then(|| format!("{method} {template}: {}\n  {body}", errors.join("; ")))
}

/// Attachment ids may be numbers on the wire; the description knows them as texts.
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
            map.values_mut().for_each(ids_as_text);
        }
        _ => {}
    }
}

/// The path of the description that fits; one with more fixed parts before one with fewer.
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

fn long_session() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (red, blue) = (&game.red, &game.blue);
        game.play(&["e4", "e5"]).await;
        for line in ["/move ", "/move e", "/moves "] {
            red.types(line).await.expect("choices");
        }
        for (command, options) in [
            ("board", &[][..]),
            ("board", &[("text", "true")]),
            ("moves", &[("square", "g1")]),
            ("games", &[]),
            ("rules", &[("variant", "prison-break")]),
            ("help", &[]),
            ("move", &[("move", "rubbish")]),
        ] {
            assert!(red.slash(command, options).await.answered(), "/{command}");
        }
        let offer = message(&red.slash("draw", &[]).await);
        blue.click(&offer, "Decline").await;
        let challenge = [("variant", "chess"), ("opponent", blue.id()), ("thread", "yes")];
        let threaded = message(&red.slash("challenge", &challenge).await);
        blue.click(&threaded, "Accept").await;
        let declined = message(&red.slash("challenge", &challenge).await);
        blue.click(&declined, "Decline").await;
        let asked = red.slash("resign", &[]).await;
        red.click(&message(&asked), "Yes, resign").await;
        let requests = bench.discord.requests();
        let bodies = requests.iter().filter(|request| !request.body.is_null()).count();
        assert!(bodies >= 25, "{bodies}");
        bench.finish().await;
    });
}
