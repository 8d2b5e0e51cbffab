//! Routes for messages in channels.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::{AppState, Query, Sent, done, id, ok};
use crate::check::{Form, check_message};
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::id::Id;
use crate::model::{APPLICATION, StoredMessage, flag};
use crate::permissions::{MANAGE_MESSAGES, READ_MESSAGE_HISTORY};
use crate::world::World;
use crate::world::objects::CHANNEL_FLAGS;

/// How long an enforced nonce prevents a second message. Discord says "the past few minutes".
const NONCE_LIFE_MS: u64 = 3 * 60 * 1000;

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/channels/{channel}/messages", get(list).post(create))
        .route("/channels/{channel}/messages/{message}", get(show).patch(edit).delete(remove))
        .route("/channels/{channel}/typing", post(typing))
}

/// Finds a message that the bot can see. Ephemeral ones cannot be addressed here.
fn visible(world: &World, channel: Id, message: Id) -> Result<&StoredMessage, ApiError> {
    world.bot_in(channel)?;
    let found = world.find_message(channel, message).filter(|m| m.only_for.is_none());
    found.ok_or_else(|| ApiError::unknown("Message"))
}

async fn create(State(app): AppState, Path(channel): Path<String>, Extension(sent): Sent) -> ApiResult {
    let channel = id(&channel)?;
    app.change(|world| {
        world.bot_in(channel)?;
        let mut form = Form::default();
        let draft = check_message(&mut form, &sent.json, sent.files, CHANNEL_FLAGS, None)?;
        form.finish()?;
        world.bot_may_send(channel, !draft.files.is_empty())?;
        if sent.json["enforce_nonce"] == true
            && let Some(before) = draft.nonce.as_ref().and_then(|nonce| same_nonce(world, channel, nonce))
        {
            return ok(world.message_event(before));
        }
        let message = world.compose(channel, draft)?;
        world.wake(channel);
        world.put_message(&message, None);
        ok(world.message_event(&message))
    })
}

/// Finds the bot's recent message with this nonce.
fn same_nonce<'a>(world: &'a World, channel: Id, nonce: &Value) -> Option<&'a StoredMessage> {
    let oldest = world.now().saturating_sub(NONCE_LIFE_MS);
    let messages = world.messages.get(&channel)?.values().rev().take_while(|m| m.sent_ms >= oldest);
    messages.into_iter().find(|m| m.author == APPLICATION && m.nonce.as_ref() == Some(nonce))
}

async fn edit(
    State(app): AppState,
    Path((channel, message)): Path<(String, String)>,
    Extension(sent): Sent,
) -> ApiResult {
    let (channel, message) = (id(&channel)?, id(&message)?);
    app.change(|world| {
        let mut message = visible(world, channel, message)?.clone();
        if message.author != APPLICATION {
            return Err(ApiError::new(403, 50005, "Cannot edit a message authored by another user"));
        }
        let mut form = Form::default();
        let draft = check_message(&mut form, &sent.json, sent.files, CHANNEL_FLAGS, Some(&message))?;
        form.finish()?;
        let asleep = world.channels[&channel].thread.as_ref().is_some_and(|t| t.archived);
        if asleep {
            return Err(ApiError::archived());
        }
        if !draft.files.is_empty() {
            world.bot_may_send(channel, true)?;
        }
        world.revise(&mut message, draft)?;
        world.put_message(&message, None);
        ok(world.message(&message))
    })
}

async fn show(State(app): AppState, Path((channel, message)): Path<(String, String)>) -> ApiResult {
    let (channel, message) = (id(&channel)?, id(&message)?);
    app.read(|world| {
        if world.bot_in(channel)? & READ_MESSAGE_HISTORY == 0 {
            return Err(ApiError::missing_access());
        }
        ok(world.message(visible(world, channel, message)?))
    })
}

async fn remove(State(app): AppState, Path((channel, message)): Path<(String, String)>) -> ApiResult {
    let (channel, message) = (id(&channel)?, id(&message)?);
    app.change(|world| {
        let bits = world.bot_in(channel)?;
        let found = visible(world, channel, message)?;
        if found.author != APPLICATION && bits & MANAGE_MESSAGES == 0 {
            return Err(ApiError::missing_permissions());
        }
        world.remove_message(channel, message);
        done()
    })
}

async fn list(State(app): AppState, Path(channel): Path<String>, query: Query) -> ApiResult {
    let channel = id(&channel)?;
    let limit = query.get("limit").map_or(Ok(50), str::parse::<usize>).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        let mut form = Form::default();
        form.fail("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
        form.finish()?;
    }
    let bound = |key| query.get(key).and_then(|v| v.parse::<Id>().ok());
    let (before, after, around) = (bound("before"), bound("after"), bound("around"));
    app.read(|world| {
        if world.bot_in(channel)? & READ_MESSAGE_HISTORY == 0 {
            return ok(json!([]));
        }
        let public = |m: &&StoredMessage| m.only_for.is_none() && m.flags & flag::LOADING == 0;
        let all: Vec<_> =
            world.messages.get(&channel).into_iter().flat_map(|l| l.values()).filter(public).collect();
        let chosen: Vec<Value> = if let Some(after) = after {
            let next: Vec<_> = all.iter().filter(|m| m.id > after).take(limit).collect();
            next.into_iter().rev().map(|m| world.message(m)).collect()
        } else if let Some(around) = around {
            let at = all.iter().position(|m| m.id >= around).unwrap_or(all.len());
            let from = at.saturating_sub(limit / 2);
            all.iter().skip(from).take(limit).rev().map(|m| world.message(m)).collect()
        } else {
            let earlier = all.iter().rev().filter(|m| before.is_none_or(|b| m.id < b));
            earlier.take(limit).map(|m| world.message(m)).collect()
        };
        ok(Value::Array(chosen))
    })
}

async fn typing(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    let channel = id(&channel)?;
    app.change(|world| {
        world.bot_may_send(channel, false)?;
        for person in world.viewers(channel) {
            world.hub.tell(person, &json!({ "t": "typing", "channel_id": channel, "user_id": APPLICATION }));
        }
        done()
    })
}
