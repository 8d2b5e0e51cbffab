//! Routes for the gateway's address, the application and users.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use serde_json::json;

use super::{AppState, Sent, id, ok};
use crate::check::Form;
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::id::Id;
use crate::model::{APPLICATION, GUILD};
use crate::world::{World, objects};

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/gateway", get(async |State(app): AppState| ok(json!({ "url": app.gateway_url() }))))
        .route("/gateway/bot", get(gateway_bot))
        .route("/users/@me", get(me))
        .route("/users/@me/guilds", get(my_guilds))
        .route("/users/@me/channels", post(open_dm))
        .route("/users/{user}", get(user))
        .route("/applications/@me", get(application).patch(application))
        .route("/oauth2/applications/@me", get(application))
}

async fn gateway_bot(State(app): AppState) -> ApiResult {
    let (remaining, reset_after) = app.outage.starts(&app.options);
    let limit = json!({ "total": 1000, "remaining": remaining, "reset_after": reset_after.as_millis() as u64, "max_concurrency": app.options.max_concurrency });
    ok(json!({ "url": app.gateway_url(), "shards": app.options.shards, "session_start_limit": limit }))
}

async fn me(State(app): AppState) -> ApiResult {
    ok(app.read(World::own_user))
}

async fn user(State(app): AppState, Path(user): Path<String>) -> ApiResult {
    let user = id(&user)?;
    app.read(|w| w.people.get(&user).map(objects::user)).map_or_else(|| Err(ApiError::unknown("User")), ok)
}

async fn my_guilds(State(app): AppState) -> ApiResult {
    let permissions = app.read(|w| w.guild_permissions(w.bot()));
    ok(
        json!([{ "id": GUILD, "name": "The Rookery", "icon": null, "banner": null, "owner": false, "permissions": permissions.to_string(), "features": [] }]),
    )
}

async fn application(State(app): AppState) -> ApiResult {
    let mut application = app.read(World::application);
    application["verify_key"] = json!(app.signer.public_key());
    ok(application)
}

async fn open_dm(State(app): AppState, axum::Extension(sent): Sent) -> ApiResult {
    let mut form = Form::default();
    let recipient = Id::from_json(&sent.json["recipient_id"]);
    if recipient.is_none() {
        form.required("recipient_id");
    }
    form.finish()?;
    let recipient = recipient.unwrap_or_default();
    app.change(|world| {
        if recipient == APPLICATION || !world.people.contains_key(&recipient) {
            return Err(ApiError::new(400, 50033, "Invalid Recipient(s)"));
        }
        let channel = world.dm(APPLICATION, recipient);
        ok(world.channel(&channel))
    })
}
