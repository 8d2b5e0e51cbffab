//! The page behind an authorization link.
//!
//! It shows the scopes and permissions that the app requests. A person authorizes the app for the server
//! or for their own account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::assets;
use super::query::Query;
use super::shared::SharedState;
use crate::id::Id;
use crate::model::{APPLICATION, GUILD};
use crate::permissions;
use crate::world::World;
use crate::world::act::ClientRefusal;
use crate::world::installation::Scopes;

pub(crate) fn router() -> Router<Arc<SharedState>> {
    let page = get(async || assets::file("/oauth2/authorize")).post(authorize);
    Router::new().route("/oauth2/authorize", page).route("/oauth2/authorize/details", get(details))
}

/// The permissions that the page shows by name.
const NAMES: [(u64, &str); 12] = [
    (permissions::ADMINISTRATOR, "Administrator"),
    (permissions::MANAGE_CHANNELS, "Manage Channels"),
    (permissions::MANAGE_GUILD, "Manage Server"),
    (permissions::VIEW_CHANNEL, "View Channels"),
    (permissions::SEND_MESSAGES, "Send Messages"),
    (permissions::MANAGE_MESSAGES, "Manage Messages"),
    (permissions::EMBED_LINKS, "Embed Links"),
    (permissions::ATTACH_FILES, "Attach Files"),
    (permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (permissions::MANAGE_THREADS, "Manage Threads"),
    (permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
    (permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
];

/// The scopes, permissions and installation types that a link requests.
struct LinkRequest {
    scopes: Scopes,
    permissions: u64,
    /// The installation types that the person can choose from: 0 for a server, 1 for a user.
    ways: Vec<u64>,
}

fn asked(world: &World, value: impl Fn(&str) -> Option<String>) -> Result<LinkRequest, ClientRefusal> {
    let number = |key: &str| value(key).and_then(|text| text.parse::<u64>().ok());
    let (client, scope) = (number("client_id").map(Id), value("scope"));
    let (scopes, permissions) = world.asked_by_link(client, scope.as_deref(), number("permissions"))?;
    // A link with explicit scopes is for servers. Without scopes the default install settings apply.
    let ways = if scope.is_some() { vec![0] } else { world.portal.integration_types() };
    Ok(LinkRequest { scopes, permissions, ways })
}

async fn details(State(shared): State<Arc<SharedState>>, query: Query) -> Response {
    let shown = shared.read(|world| {
        let LinkRequest { scopes, permissions, ways } = asked(world, |key| query.get(key).map(str::to_owned))?;
        let people = world.people.values().filter(|person| !person.bot && !person.left);
        let people: Vec<_> = people
            .map(|one| json!({ "username": one.username, "name": one.name, "may_add": world.may_add_apps(one.id) }))
            .collect();
        let names: Vec<_> = NAMES
            .iter()
            .filter(|(bit, _)| permissions & bit != 0)
            .map(|(bit, name)| json!({ "bit": bit.to_string(), "name": name }))
            .collect();
        let scopes: &[&str] =
            if scopes.bot { &["bot", "applications.commands"] } else { &["applications.commands"] };
        Ok(json!({
            "application": { "id": APPLICATION, "name": world.bot().name }, "guild": { "id": GUILD, "name": "The Rookery" },
            "people": people, "scopes": scopes, "permissions": names, "ways": ways,
        }))
    });
    answer(shown)
}

/// Authorizes the app.
///
/// The body repeats the link's query and adds the person, the installation type and the granted
/// permissions, which may be fewer than requested.
async fn authorize(State(shared): State<Arc<SharedState>>, Json(body): Json<Value>) -> Response {
    let text = |key: &str| match &body[key] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let done = shared.change(|world| {
        let LinkRequest { scopes, permissions, ways } = asked(world, text)?;
        let name = text("as").unwrap_or_default();
        let person = world.people.values().find(|one| one.username == name && !one.bot).map(|one| one.id);
        let person = person.ok_or_else(|| ClientRefusal::new("Nobody here has this name."))?;
        let way = body["integration_type"].as_u64().unwrap_or(0);
        if !ways.contains(&way) || !world.portal.supports(way) {
            return Err(ClientRefusal::new("This app cannot be added in this way."));
        }
        if way == 1 {
            world.install(person);
            return Ok(json!({ "message": "Rookery is among your apps now." }));
        }
        if !world.may_add_apps(person) {
            return Err(ClientRefusal::new("You can add apps to no server: that needs Manage Server."));
        }
        let granted = text("granted").and_then(|bits| bits.parse::<u64>().ok()).unwrap_or(permissions);
        world.authorize(person, scopes, granted & permissions);
        Ok(json!({ "message": "Rookery has been authorized and added to The Rookery." }))
    });
    answer(done)
}

fn answer(done: Result<Value, ClientRefusal>) -> Response {
    match done {
        Ok(body) => Json(body).into_response(),
        Err(refused) => (StatusCode::BAD_REQUEST, Json(json!({ "message": refused.text }))).into_response(),
    }
}
