//! Routes to read, change and delete channels, and for permission overwrites.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, put};
use axum::{Extension, Router};
use serde_json::Value;

use super::{AppState, Sent, done, id, ok};
use crate::check::Form;
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::model::{APPLICATION, Overwrite, StoredChannel};
use crate::permissions::{MANAGE_CHANNELS, MANAGE_ROLES, MANAGE_THREADS};
use crate::world::World;
use crate::world::channels::channel_name;

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/channels/{channel}", get(show).patch(edit).delete(remove))
        .route("/channels/{channel}/permissions/{overwrite}", put(put_overwrite).delete(remove_overwrite))
}

async fn show(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    let channel = id(&channel)?;
    app.read(|world| {
        world.bot_in(channel)?;
        let place = &world.channels[&channel];
        let mut shown = world.channel(place);
        if place.has_member(APPLICATION) {
            shown["member"] = World::thread_member(channel, APPLICATION);
        }
        ok(shown)
    })
}

async fn edit(State(app): AppState, Path(channel): Path<String>, Extension(sent): Sent) -> ApiResult {
    let channel = id(&channel)?;
    app.change(|world| {
        let bits = world.bot_in(channel)?;
        let mut place = world.channels[&channel].clone();
        let mut form = Form::default();
        form.text(&sent.json, "name", 1, 100);
        form.text(&sent.json, "topic", 0, 1024);
        form.number(&sent.json, "rate_limit_per_user", 0, 21600);
        if !sent.json["auto_archive_duration"].is_null() {
            form.one_of(&sent.json, "auto_archive_duration", &[60, 1440, 4320, 10080]);
        }
        for key in ["archived", "locked", "invitable", "nsfw"] {
            form.boolean(&sent.json, key);
        }
        form.finish()?;
        may_edit(world, &place, bits, &sent.json)?;
        let was = place.thread.as_ref().map(|thread| thread.archived);
        change(&mut place, &sent.json, world.thread_now());
        match sent.json["archived"].as_bool().filter(|archived| was.is_some_and(|was| was != *archived)) {
            Some(archived) => world.put_archived(place, archived),
            None => world.put_channel(place),
        }
        ok(world.channel(&world.channels[&channel]))
    })
}

/// Checks whether the bot may edit a channel or thread.
///
/// Channels need Manage Channels. Threads need Manage Threads, or their owner while they are not locked.
/// To unarchive a thread it is enough to be in it and to be allowed to write there.
fn may_edit(world: &World, place: &StoredChannel, bits: u64, body: &Value) -> Result<(), ApiError> {
    let allowed = match &place.thread {
        None => bits & MANAGE_CHANNELS != 0,
        Some(thread) => {
            let keys: Vec<&str> = body.as_object().into_iter().flatten().map(|(k, _)| k.as_str()).collect();
            let only_wakes = keys == ["archived"] && body["archived"] == false;
            let locks = keys.contains(&"locked") && body["locked"] != thread.locked;
            bits & MANAGE_THREADS != 0
                || (only_wakes && world.may_unarchive(APPLICATION, place))
                || (thread.owner == APPLICATION && !locks && !thread.locked)
        }
    };
    if !allowed {
        return Err(ApiError::missing_permissions());
    }
    let wakes = body["archived"] == false;
    if place.thread.as_ref().is_some_and(|t| t.archived) && !wakes {
        return Err(ApiError::archived());
    }
    Ok(())
}

fn change(place: &mut StoredChannel, body: &Value, now: u64) {
    if let Some(name) = body["name"].as_str() {
        place.name = if place.thread.is_some() { name.to_owned() } else { channel_name(place.kind, name) };
    }
    if body.get("topic").is_some() {
        place.topic = body["topic"].as_str().map(str::to_owned);
    }
    if let Some(seconds) = body["rate_limit_per_user"].as_u64() {
        place.rate_limit_per_user = seconds as u32;
    }
    let Some(thread) = &mut place.thread else {
        return;
    };
    if let Some(locked) = body["locked"].as_bool() {
        thread.locked = locked;
    }
    if let Some(minutes) = body["auto_archive_duration"].as_u64() {
        // The new duration counts from now.
        (thread.auto_archive, thread.active_ms) = (minutes as u32, now);
    }
}

async fn remove(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    let channel = id(&channel)?;
    app.change(|world| {
        let bits = world.bot_in(channel)?;
        let place = &world.channels[&channel];
        let shown = world.channel(place);
        if place.is_dm() {
            return ok(shown);
        }
        let needed = if place.thread.is_some() { MANAGE_THREADS } else { MANAGE_CHANNELS };
        if bits & needed == 0 {
            return Err(ApiError::missing_permissions());
        }
        world.remove_channel(channel);
        ok(shown)
    })
}

async fn put_overwrite(
    State(app): AppState,
    Path((channel, target)): Path<(String, String)>,
    Extension(sent): Sent,
) -> ApiResult {
    let (channel, target) = (id(&channel)?, id(&target)?);
    let bits = |key: &str| {
        sent.json[key].as_str().and_then(|b| b.parse().ok()).or(sent.json[key].as_u64()).unwrap_or(0)
    };
    let kind = u8::from(sent.json["type"] == 1 || sent.json["type"] == "1");
    let overwrite = Overwrite { id: target, kind, allow: bits("allow"), deny: bits("deny") };
    app.change(|world| {
        if world.bot_in(channel)? & MANAGE_ROLES == 0 {
            return Err(ApiError::missing_permissions());
        }
        world.set_overwrite(channel, target, Some(overwrite));
        done()
    })
}

async fn remove_overwrite(
    State(app): AppState,
    Path((channel, target)): Path<(String, String)>,
) -> ApiResult {
    let (channel, target) = (id(&channel)?, id(&target)?);
    app.change(|world| {
        if world.bot_in(channel)? & MANAGE_ROLES == 0 {
            return Err(ApiError::missing_permissions());
        }
        world.set_overwrite(channel, target, None);
        done()
    })
}
