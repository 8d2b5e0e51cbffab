//! Threads and who is in them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post, put};
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::messages::bot_in;
use super::{App, Sent, created, done, id, ok};
use crate::sandbox::check::Form;
use crate::sandbox::error::{Answer, ApiError};
use crate::sandbox::hub::intent;
use crate::sandbox::id::Id;
use crate::sandbox::model::{APPLICATION, Channel, GUILD, Message, Thread, channel_type, flag};
use crate::sandbox::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, SEND_MESSAGES_IN_THREADS,
};
use crate::sandbox::server::Shared;
use crate::sandbox::world::World;

pub(super) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/channels/{channel}/threads", post(start))
        .route("/channels/{channel}/messages/{message}/threads", post(start_at))
        .route("/channels/{channel}/thread-members", get(members))
        .route("/channels/{channel}/thread-members/@me", put(join).delete(leave))
        .route("/channels/{channel}/thread-members/{user}", get(member).put(add).delete(kick))
        .route("/guilds/{guild}/threads/active", get(active))
}

struct Wanted {
    name: String,
    auto_archive: u32,
    kind: u8,
    invitable: bool,
}

fn wanted(body: &Value, kinds: Option<&[i64]>) -> Result<Wanted, ApiError> {
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
    let auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(4320) as u32;
    Ok(Wanted {
        name,
        auto_archive,
        kind: kind as u8,
        invitable: body["invitable"].as_bool().unwrap_or(true),
    })
}

/// The bot starts a thread without a message.
async fn start(State(app): App, Path(channel): Path<String>, Extension(sent): Sent) -> Answer {
    let channel = id(&channel)?;
    let wanted = wanted(&sent.json, Some(&[11, 12]))?;
    app.change(|world| {
        let bits = bot_in(world, channel)?;
        let needed = if wanted.kind == channel_type::PUBLIC_THREAD {
            CREATE_PUBLIC_THREADS
        } else {
            CREATE_PRIVATE_THREADS
        };
        if bits & needed == 0 {
            return Err(ApiError::missing_permissions());
        }
        let thread = world.start_thread(channel, None, &wanted.name, APPLICATION, wanted.kind)?;
        created(finish(world, thread, &wanted))
    })
}

/// The bot starts a thread from a message; its id is the message's.
async fn start_at(
    State(app): App,
    Path((channel, message)): Path<(String, String)>,
    Extension(sent): Sent,
) -> Answer {
    let (channel, message) = (id(&channel)?, id(&message)?);
    let wanted = wanted(&sent.json, None)?;
    app.change(|world| {
        if bot_in(world, channel)? & CREATE_PUBLIC_THREADS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let thread = world.start_thread(channel, Some(message), &wanted.name, APPLICATION, wanted.kind)?;
        created(finish(world, thread, &wanted))
    })
}

fn finish(world: &mut World, mut thread: Channel, wanted: &Wanted) -> Value {
    if let Some(inner) = &mut thread.thread {
        inner.auto_archive = wanted.auto_archive;
        inner.invitable = wanted.invitable;
    }
    world.put_channel(thread.clone());
    let mut shown = world.channel(&thread);
    shown["member"] = World::thread_member(thread.id, APPLICATION);
    shown
}

impl World {
    /// Starts a thread in a text channel, from a message or not, and says so in the channel.
    pub fn start_thread(
        &mut self,
        channel: Id,
        message: Option<Id>,
        name: &str,
        owner: Id,
        kind: u8,
    ) -> Result<Channel, ApiError> {
        let parent = self.channels.get(&channel).ok_or_else(|| ApiError::unknown("Channel"))?;
        if parent.kind != channel_type::TEXT {
            return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
        }
        let thread_id = match message {
            None => self.fresh_id(),
            Some(message) => {
                let source = self.find_message(channel, message).filter(|m| m.only_for.is_none());
                let source = source.ok_or_else(|| ApiError::unknown("Message"))?;
                if source.thread.is_some() {
                    return Err(ApiError::new(
                        400,
                        160_004,
                        "A thread has already been created for this message",
                    ));
                }
                source.id
            }
        };
        let mut thread = Channel::new(thread_id, kind, name);
        let mut members = vec![owner];
        if let Some(author) =
            message.and_then(|m| self.find_message(channel, m)).map(|m| m.author).filter(|a| *a != owner)
        {
            members.push(author);
        }
        thread.thread = Some(Thread {
            parent: channel,
            owner,
            archived: false,
            locked: false,
            invitable: true,
            auto_archive: 4320,
            archive_ms: self.now(),
            members,
            message_count: 0,
        });
        self.put_channel(thread.clone());
        if let Some(mut source) = message.and_then(|m| self.find_message(channel, m)).cloned() {
            source.thread = Some(thread_id);
            source.flags |= flag::HAS_THREAD;
            self.put_message(&source, None);
        } else if kind == channel_type::PUBLIC_THREAD {
            let (id, now) = (self.fresh_id(), self.now());
            let mut note = Message::new(id, channel, owner, now);
            note.kind = 18;
            name.clone_into(&mut note.content);
            note.thread = Some(thread_id);
            self.put_message(&note, None);
        }
        Ok(thread)
    }

    /// Puts a person into a thread or takes them out.
    pub fn set_thread_member(&mut self, thread: Id, person: Id, inside: bool) -> Result<(), ApiError> {
        let mut place = self.channels.get(&thread).cloned().ok_or_else(|| ApiError::unknown("Channel"))?;
        let Some(inner) = &mut place.thread else {
            return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
        };
        if inner.archived {
            return Err(ApiError::new(400, 50083, "Thread is archived"));
        }
        if inner.members.contains(&person) == inside {
            return Ok(());
        }
        inner.members.retain(|m| *m != person);
        if inside {
            inner.members.push(person);
        }
        let count = inner.members.len();
        self.put_channel(place);
        let key = if inside { "added_members" } else { "removed_member_ids" };
        let list = if inside { json!([Self::thread_member(thread, person)]) } else { json!([person]) };
        let data = json!({ "id": thread, "guild_id": GUILD, "member_count": count, key: list });
        self.hub.dispatch("THREAD_MEMBERS_UPDATE", intent::GUILDS, true, &data, None);
        Ok(())
    }
}

async fn members(State(app): App, Path(channel): Path<String>) -> Answer {
    let channel = id(&channel)?;
    app.read(|world| {
        bot_in(world, channel)?;
        let thread = world.channels[&channel].thread.as_ref().ok_or_else(|| ApiError::unknown("Channel"))?;
        ok(thread.members.iter().map(|m| World::thread_member(channel, *m)).collect())
    })
}

async fn member(State(app): App, Path((channel, user)): Path<(String, String)>) -> Answer {
    let (channel, user) = (id(&channel)?, id(&user)?);
    app.read(|world| {
        bot_in(world, channel)?;
        let inside = world.channels[&channel].thread.as_ref().is_some_and(|t| t.members.contains(&user));
        if inside { ok(World::thread_member(channel, user)) } else { Err(ApiError::unknown("Member")) }
    })
}

async fn join(State(app): App, Path(channel): Path<String>) -> Answer {
    set(&app, &channel, APPLICATION, true)
}

async fn leave(State(app): App, Path(channel): Path<String>) -> Answer {
    set(&app, &channel, APPLICATION, false)
}

async fn add(State(app): App, Path((channel, user)): Path<(String, String)>) -> Answer {
    let user = id(&user)?;
    if !app.read(|w| w.people.contains_key(&user)) {
        return Err(ApiError::unknown("Member"));
    }
    let thread = id(&channel)?;
    if app.read(|w| bot_in(w, thread))? & SEND_MESSAGES_IN_THREADS == 0 {
        return Err(ApiError::missing_permissions());
    }
    set(&app, &channel, user, true)
}

async fn kick(State(app): App, Path((channel, user)): Path<(String, String)>) -> Answer {
    let (thread, user) = (id(&channel)?, id(&user)?);
    if app.read(|w| bot_in(w, thread))? & MANAGE_THREADS == 0 {
        return Err(ApiError::missing_permissions());
    }
    set(&app, &channel, user, false)
}

fn set(app: &Shared, channel: &str, user: Id, inside: bool) -> Answer {
    let channel = id(channel)?;
    app.change(|world| {
        bot_in(world, channel)?;
        world.set_thread_member(channel, user, inside)?;
        done()
    })
}

async fn active(State(app): App, Path(guild): Path<String>) -> Answer {
    if id(&guild)? != GUILD {
        return Err(ApiError::unknown("Guild"));
    }
    app.read(|world| {
        let open = |c: &&Channel| c.thread.as_ref().is_some_and(|t| !t.archived) && world.sees(world.bot(), c);
        let threads: Vec<&Channel> = world.channels.values().filter(open).collect();
        let joined = |c: &&&Channel| c.thread.as_ref().is_some_and(|t| t.members.contains(&APPLICATION));
        let members: Vec<_> = threads.iter().filter(joined).map(|c| World::thread_member(c.id, APPLICATION)).collect();
        ok(json!({ "threads": threads.iter().map(|c| world.channel(c)).collect::<Vec<_>>(), "members": members, "has_more": false }))
    })
}
