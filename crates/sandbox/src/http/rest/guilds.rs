//! Routes for the guild, its members, roles and channels.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{delete, get};
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::{AppState, Query, Sent, created, done, id, ok};
use crate::check::Form;
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::model::{APPLICATION, GUILD, channel_type};
use crate::permissions::MANAGE_CHANNELS;
use crate::world::World;
use crate::world::channels::text_name;
use crate::world::objects::{self, merge};

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/guilds/{guild}", get(show))
        .route("/guilds/{guild}/channels", get(channels).post(create))
        .route("/guilds/{guild}/members", get(members))
        .route("/guilds/{guild}/members/search", get(search))
        .route("/guilds/{guild}/members/{user}", get(member))
        .route("/guilds/{guild}/roles", get(roles))
        .route("/users/@me/guilds/{guild}/member", get(my_member))
        .route("/users/@me/guilds/{guild}", delete(leave))
}

/// Requires that the guild is the stand-in's and that the bot is in it.
fn ours(app: &SharedState, guild: &str) -> Result<(), ApiError> {
    if id(guild)? != GUILD {
        return Err(ApiError::unknown("Guild"));
    }
    app.read(|world| if world.guild_install.member { Ok(()) } else { Err(ApiError::missing_access()) })
}

async fn show(State(app): AppState, Path(guild): Path<String>, query: Query) -> ApiResult {
    ours(&app, &guild)?;
    app.read(|world| {
        let mut shown = world.guild();
        if query.is_true("with_counts") {
            merge(
                &mut shown,
                json!({ "approximate_member_count": world.people.len(), "approximate_presence_count": 1 }),
            );
        }
        ok(shown)
    })
}

async fn channels(State(app): AppState, Path(guild): Path<String>) -> ApiResult {
    ours(&app, &guild)?;
    app.read(|world| {
        let all = world.channels.values().filter(|c| c.is_of_guild());
        ok(all.map(|c| world.channel(c)).collect())
    })
}

async fn create(State(app): AppState, Path(guild): Path<String>, Extension(sent): Sent) -> ApiResult {
    ours(&app, &guild)?;
    let mut form = Form::default();
    let name = text_name(form.required_text(&sent.json, "name", 1, 100).unwrap_or_default());
    form.text(&sent.json, "topic", 0, 1024);
    if !sent.json["type"].is_null() {
        form.one_of(&sent.json, "type", &[0]);
    }
    form.finish()?;
    app.change(|world| {
        if world.guild_permissions(world.bot()) & MANAGE_CHANNELS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let channel = world.add_channel(channel_type::TEXT, &name, sent.json["topic"].as_str());
        created(world.channel(&channel))
    })
}

async fn members(State(app): AppState, Path(guild): Path<String>, query: Query) -> ApiResult {
    ours(&app, &guild)?;
    if !app.options.privileged_intents {
        return Err(ApiError::missing_access());
    }
    let limit = query.get("limit").and_then(|l| l.parse().ok()).unwrap_or(1_usize).clamp(1, 1000);
    app.read(|world| ok(world.people.values().filter(|p| !p.left).take(limit).map(World::member).collect()))
}

async fn search(State(app): AppState, Path(guild): Path<String>, query: Query) -> ApiResult {
    ours(&app, &guild)?;
    let wanted = query.get("query").unwrap_or_default().to_lowercase();
    let limit = query.get("limit").and_then(|l| l.parse().ok()).unwrap_or(1_usize).clamp(1, 1000);
    app.read(|world| {
        let fits = world
            .people
            .values()
            .filter(|p| !p.left)
            .filter(|p| p.username.starts_with(&wanted) || p.name.to_lowercase().starts_with(&wanted));
        ok(fits.take(limit).map(World::member).collect::<Vec<Value>>().into())
    })
}

async fn member(State(app): AppState, Path((guild, user)): Path<(String, String)>) -> ApiResult {
    ours(&app, &guild)?;
    let user = id(&user)?;
    app.read(|world| {
        let found = world.people.get(&user).filter(|person| !person.left);
        found.map(World::member).map_or_else(|| Err(ApiError::unknown("Member")), ok)
    })
}

/// Removes the bot from the guild.
async fn leave(State(app): AppState, Path(guild): Path<String>) -> ApiResult {
    ours(&app, &guild)?;
    app.change(World::remove_app);
    done()
}

async fn my_member(State(app): AppState, Path(guild): Path<String>) -> ApiResult {
    ours(&app, &guild)?;
    app.read(|world| ok(World::member(&world.people[&APPLICATION])))
}

async fn roles(State(app): AppState, Path(guild): Path<String>) -> ApiResult {
    ours(&app, &guild)?;
    app.read(|world| ok(world.roles.iter().map(objects::role).collect()))
}
