//! Routes for threads and their members.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post, put};
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::{AppState, Sent, created, done, id, ok};
use crate::check::Form;
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::id::Id;
use crate::model::{APPLICATION, GUILD, StoredChannel, channel_type};
use crate::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, SEND_MESSAGES_IN_THREADS,
};
use crate::world::World;
use crate::world::threads::{NewThread, USUAL_SILENCE};

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/channels/{channel}/threads", post(start))
        .route("/channels/{channel}/messages/{message}/threads", post(start_at))
        .route("/channels/{channel}/thread-members", get(members))
        .route("/channels/{channel}/thread-members/@me", put(join).delete(leave))
        .route("/channels/{channel}/thread-members/{user}", get(member).put(add).delete(kick))
        .route("/guilds/{guild}/threads/active", get(active))
}

struct ThreadRequest {
    name: String,
    auto_archive: u32,
    kind: u8,
    invitable: bool,
}

fn wanted(body: &Value, kinds: Option<&[i64]>) -> Result<ThreadRequest, ApiError> {
    let mut form = Form::default();
    let name = form.required_text(body, "name", 1, 100).unwrap_or_default().to_owned();
    if !body["auto_archive_duration"].is_null() {
        form.one_of(body, "auto_archive_duration", &[60, 1440, 4320, 10080]);
    }
    form.number(body, "rate_limit_per_user", 0, 21600);
    let kind = match kinds {
        Some(kinds) if !body["type"].is_null() => form.one_of(body, "type", kinds).unwrap_or(11),
        Some(_) => i64::from(channel_type::PRIVATE_THREAD),
        None => i64::from(channel_type::PUBLIC_THREAD),
    };
    form.finish()?;
    let auto_archive = body["auto_archive_duration"].as_u64().map_or(USUAL_SILENCE, |minutes| minutes as u32);
    Ok(ThreadRequest {
        name,
        auto_archive,
        kind: kind as u8,
        invitable: body["invitable"].as_bool().unwrap_or(true),
    })
}

/// Starts a thread without a message, as the bot.
async fn start(State(app): AppState, Path(channel): Path<String>, Extension(sent): Sent) -> ApiResult {
    let channel = id(&channel)?;
    let wanted = wanted(&sent.json, Some(&[10, 11, 12]))?;
    app.change(|world| {
        let bits = world.bot_in(channel)?;
        // A post in a forum needs a first message, which the stand-in accepts only from people.
        if world.channels[&channel].is_forum() {
            return Err(ApiError::wrong_channel_type());
        }
        let needed = if wanted.kind == channel_type::PRIVATE_THREAD {
            CREATE_PRIVATE_THREADS
        } else {
            CREATE_PUBLIC_THREADS
        };
        // In a channel without threads, that error takes precedence over missing permissions.
        let possible = world.public_threads_of(channel).is_some();
        if possible && bits & needed == 0 {
            return Err(ApiError::missing_permissions());
        }
        let thread = world.start_thread(channel, None, &wanted.by_bot(wanted.kind))?;
        created(finish(world, &thread))
    })
}

/// Starts a thread from a message, as the bot. The thread's id is the message's.
async fn start_at(
    State(app): AppState,
    Path((channel, message)): Path<(String, String)>,
    Extension(sent): Sent,
) -> ApiResult {
    let (channel, message) = (id(&channel)?, id(&message)?);
    let wanted = wanted(&sent.json, None)?;
    app.change(|world| {
        let bits = world.bot_in(channel)?;
        let public = world.public_threads_of(channel).ok_or_else(ApiError::wrong_channel_type)?;
        if bits & CREATE_PUBLIC_THREADS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let thread = world.start_thread(channel, Some(message), &wanted.by_bot(public))?;
        created(finish(world, &thread))
    })
}

impl ThreadRequest {
    fn by_bot(&self, kind: u8) -> NewThread<'_> {
        NewThread {
            name: &self.name,
            owner: APPLICATION,
            kind,
            auto_archive: self.auto_archive,
            invitable: self.invitable,
        }
    }
}

fn finish(world: &World, thread: &StoredChannel) -> Value {
    let mut shown = world.channel(thread);
    shown["member"] = World::thread_member(thread.id, APPLICATION);
    shown
}

async fn members(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    let channel = id(&channel)?;
    // Listing members needs the privileged members intent.
    if !app.options.privileged_intents {
        return Err(ApiError::missing_access());
    }
    app.read(|world| {
        world.bot_in(channel)?;
        let thread = world.channels[&channel].thread.as_ref().ok_or_else(|| ApiError::unknown("Channel"))?;
        ok(thread.members.iter().map(|m| World::thread_member(channel, *m)).collect())
    })
}

async fn member(State(app): AppState, Path((channel, user)): Path<(String, String)>) -> ApiResult {
    let (channel, user) = (id(&channel)?, id(&user)?);
    app.read(|world| {
        world.bot_in(channel)?;
        let inside = world.channels[&channel].thread.as_ref().is_some_and(|t| t.members.contains(&user));
        if inside { ok(World::thread_member(channel, user)) } else { Err(ApiError::unknown("Member")) }
    })
}

async fn join(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    set(&app, &channel, APPLICATION, true)
}

async fn leave(State(app): AppState, Path(channel): Path<String>) -> ApiResult {
    set(&app, &channel, APPLICATION, false)
}

async fn add(State(app): AppState, Path((channel, user)): Path<(String, String)>) -> ApiResult {
    let user = id(&user)?;
    if !app.read(|w| w.people.get(&user).is_some_and(|person| !person.left)) {
        return Err(ApiError::unknown("Member"));
    }
    let thread = id(&channel)?;
    app.read(|w| {
        if w.bot_in(thread)? & SEND_MESSAGES_IN_THREADS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let place = &w.channels[&thread];
        if place.thread.is_some() && !w.may_be_added(&w.people[&user], place, APPLICATION) {
            return Err(ApiError::missing_access());
        }
        Ok(())
    })?;
    app.change(|world| {
        world.add_to_thread(thread, APPLICATION, user)?;
        done()
    })
}

async fn kick(State(app): AppState, Path((channel, user)): Path<(String, String)>) -> ApiResult {
    let (thread, user) = (id(&channel)?, id(&user)?);
    app.read(|w| {
        let bits = w.bot_in(thread)?;
        let place = &w.channels[&thread];
        let own = place.thread.as_ref().is_some_and(|t| t.owner == APPLICATION);
        let its_own = own && place.kind == channel_type::PRIVATE_THREAD;
        if bits & MANAGE_THREADS == 0 && !its_own {
            return Err(ApiError::missing_permissions());
        }
        Ok(())
    })?;
    set(&app, &channel, user, false)
}

fn set(app: &SharedState, channel: &str, user: Id, inside: bool) -> ApiResult {
    let channel = id(channel)?;
    app.change(|world| {
        world.bot_in(channel)?;
        world.set_thread_member(channel, user, inside)?;
        done()
    })
}

async fn active(State(app): AppState, Path(guild): Path<String>) -> ApiResult {
    if id(&guild)? != GUILD {
        return Err(ApiError::unknown("Guild"));
    }
    app.read(|world| {
        let open = |c: &&StoredChannel| c.thread.as_ref().is_some_and(|t| !t.archived) && world.sees(world.bot(), c);
        let threads: Vec<&StoredChannel> = world.channels.values().filter(open).collect();
        let joined = |c: &&&StoredChannel| c.thread.as_ref().is_some_and(|t| t.members.contains(&APPLICATION));
        let members: Vec<_> = threads.iter().filter(joined).map(|c| World::thread_member(c.id, APPLICATION)).collect();
        ok(json!({ "threads": threads.iter().map(|c| world.channel(c)).collect::<Vec<_>>(), "members": members, "has_more": false }))
    })
}
