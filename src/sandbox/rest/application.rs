//! The gateway's address, the application, users.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use serde_json::{Value, json};

use super::{App, Sent, id, ok};
use crate::sandbox::check::Form;
use crate::sandbox::error::{Answer, ApiError};
use crate::sandbox::id::Id;
use crate::sandbox::model::{APPLICATION, Channel, GUILD, channel_type};
use crate::sandbox::render::{self, merge};
use crate::sandbox::server::Shared;
use crate::sandbox::world::World;

pub(super) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/gateway", get(async |State(app): App| ok(json!({ "url": gateway_url(&app) }))))
        .route("/gateway/bot", get(gateway_bot))
        .route("/users/@me", get(me))
        .route("/users/@me/guilds", get(my_guilds))
        .route("/users/@me/channels", post(open_dm))
        .route("/users/{user}", get(user))
        .route("/applications/@me", get(application).patch(application))
        .route("/oauth2/applications/@me", get(application))
}

/// Where the gateway listens.
pub(crate) fn gateway_url(shared: &Shared) -> String {
    format!("{}/gateway", gateway_base(shared))
}

/// Where a session is to be taken up.
pub(crate) fn resume_url(shared: &Shared) -> String {
    format!("{}/resume", gateway_base(shared))
}

fn gateway_base(shared: &Shared) -> String {
    shared.outage.told().unwrap_or_else(|| format!("ws://{}", shared.gateway_address))
}

async fn gateway_bot(State(app): App) -> Answer {
    let (remaining, reset_after) = app.outage.starts(&app.options);
    let limit = json!({ "total": 1000, "remaining": remaining, "reset_after": reset_after.as_millis() as u64, "max_concurrency": 1 });
    ok(json!({ "url": gateway_url(&app), "shards": 1, "session_start_limit": limit }))
}

async fn me(State(app): App) -> Answer {
    ok(app.read(|w| me_json(w.user(APPLICATION))))
}

/// The bot's own user has a few fields more.
pub(crate) fn me_json(mut user: Value) -> Value {
    merge(
        &mut user,
        json!({ "email": null, "verified": true, "mfa_enabled": false, "locale": "en-US", "premium_type": 0, "bio": "" }),
    );
    user
}

async fn user(State(app): App, Path(user): Path<String>) -> Answer {
    let user = id(&user)?;
    app.read(|w| w.people.get(&user).map(render::user)).map_or_else(|| Err(ApiError::unknown("User")), ok)
}

async fn my_guilds(State(app): App) -> Answer {
    let permissions = app.read(|w| w.guild_permissions(w.bot()));
    ok(
        json!([{ "id": GUILD, "name": "The Rookery", "icon": null, "banner": null, "owner": false, "permissions": permissions.to_string(), "features": [] }]),
    )
}

async fn application(State(app): App) -> Answer {
    ok(app.read(World::application))
}

async fn open_dm(State(app): App, axum::Extension(sent): Sent) -> Answer {
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

impl World {
    /// The direct messages of two people, made at their first.
    pub fn dm(&mut self, one: Id, other: Id) -> Channel {
        let ours = |c: &&Channel| c.is_dm() && c.recipients.contains(&one) && c.recipients.contains(&other);
        if let Some(channel) = self.channels.values().find(ours) {
            return channel.clone();
        }
        let mut channel = Channel::new(self.fresh_id(), channel_type::DM, "");
        channel.recipients = vec![one, other];
        self.put_channel(channel.clone());
        channel
    }
}
