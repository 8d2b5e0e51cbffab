//! Threads for games: opened if a game needs one, with its players in it, and reopened when archived.
//!
//! Commands and buttons do not work in an archived thread, and Discord archives a thread after an hour to
//! some days without a message. A locked thread is a closed channel; an archived one is not. It is reopened
//! if a game is live or a challenge is open there. The gateway reports that a thread was archived. Over HTTP,
//! and after downtime, the check of the channels of live games and open challenges finds it. After its last
//! game a thread is left to Discord's timer.
//!
//! The bot is in every thread in which a game starts, because only members may reopen it: it has opened the
//! thread or joined it. It adds the players to threads it has opened, see [`add_members`].

use std::time::Duration;
use tokio::time::Instant;

use futures_util::future::{BoxFuture, join_all};
use reqwest::Method;
use serde_json::{Value, json};

use super::members::name_of;
use crate::app::{AppResult, GameView, Level, MessageRef};
use crate::discord::context::{Context, FirstBoard, FollowUp, HandlerError, stored_at};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{public, unasked};
use crate::discord::reply::{Reply, cut};
use crate::discord::rest::request::{
    Failure, LOCKED, MISSING_ACCESS, MISSING_PERMISSIONS, Request, snowflake,
};
use crate::discord::rest::wire;
use crate::game::{ChannelId, MessageId, UserId};
use crate::rules::Variant;
use crate::store::ThreadUse;
use crate::words::NotDone;

/// Minutes without a message after which Discord archives a thread: the maximum, because a move may take
/// days.
const KEPT_OPEN: u32 = 10_080;
/// Time reserved for reporting that a thread was not opened.
const TO_TELL: Duration = Duration::from_millis(300);
/// Time limit for reopening a thread in the background.
const REOPEN: Duration = Duration::from_secs(10);
/// Time limit for opening a thread in the background.
const OPEN: Duration = Duration::from_secs(10);
/// Time limit for each step of adding people to a thread in the background.
const ADD: Duration = Duration::from_secs(10);
/// Time between mentioning people in a thread and checking whether they are in it.
const LET_IN: Duration = Duration::from_secs(1);
/// Discord's code for "a thread has already been created for this message".
const THREAD_EXISTS: i64 = 160_004;
/// Discord's codes for "maximum number of active threads reached" and "maximum number of active announcement
/// threads reached".
pub const TOO_MANY_THREADS: [i64; 2] = [160_006, 160_007];
/// Discord's code for "cannot execute action on this channel type".
const NOT_OF_THIS_KIND: i64 = 50_024;
/// Discord's code for "unknown member".
const UNKNOWN_MEMBER: i64 = 10_007;

/// Opens a public thread, on the message `on` if there is one, and returns its id.
///
/// # Errors
/// A sentence for the person if Discord refuses.
async fn open_thread(
    ctx: &Context,
    interaction: &Interaction,
    on: Option<MessageId>,
    name: &str,
) -> Result<ChannelId, HandlerError> {
    // Discord may take long. The next interaction in the channel need not wait: the store guards what
    // follows.
    interaction.turn.release();
    let name = cut(name, 100);
    let mut body = json!({ "name": name, "auto_archive_duration": KEPT_OPEN });
    let route = if let Some(message) = on {
        format!("/channels/{}/messages/{message}/threads", interaction.place.channel)
    } else {
        // Without a message, the thread's type must be given as public.
        body["type"] = interaction.place.kind.thread_type().map(u8::from).into();
        format!("/channels/{}/threads", interaction.place.channel)
    };
    // Leaves time to report a failure.
    let tell = interaction.answer_by();
    let until = tell.checked_sub(TO_TELL).unwrap_or(tell);
    let request = Request::new(&Method::POST, &route, until).body(&body);
    // A message can have only one thread, so that request may be retried; the other kind could open two.
    let made = ctx.messenger.rest.send(if on.is_some() { request } else { request.once() }).await;
    let (id, why) = match made {
        Ok(thread) => (snowflake(&thread["id"]).map(ChannelId), NotDone::ThreadFailed),
        // An earlier click opened the thread but got no further. A thread on a message has the message's id.
        Err(Failure::Refused { code: THREAD_EXISTS, .. }) => (on.map(thread_on), NotDone::NoThread),
        Err(failure) => (None, why_not(&failure)),
    };
    id.ok_or_else(|| HandlerError::not_done(interaction, why))
}

/// Opens a public thread on a message for a game started outside an interaction, and returns its id.
///
/// An existing thread is reused.
pub async fn open_on_message(ctx: &Context, on: MessageRef, name: &str) -> Result<ChannelId, Failure> {
    let body = json!({ "name": cut(name, 100), "auto_archive_duration": KEPT_OPEN });
    let route = format!("/channels/{}/messages/{}/threads", on.channel, on.message);
    let request = Request::new(&Method::POST, &route, Instant::now() + OPEN).body(&body);
    match ctx.messenger.rest.send(request).await {
        Ok(thread) => Ok(snowflake(&thread["id"]).map_or_else(|| thread_on(on.message), ChannelId)),
        // A thread on a message has the message's id.
        Err(Failure::Refused { code: THREAD_EXISTS, .. }) => Ok(thread_on(on.message)),
        Err(failure) => Err(failure),
    }
}

/// The id of a message's thread, which equals the message's id.
pub fn thread_on(message: MessageId) -> ChannelId {
    ChannelId(message.0)
}

/// A thread that a game needs.
pub struct ThreadWanted {
    pub variant: Variant,
    /// The message to open it on, if known.
    pub on: Option<MessageId>,
    pub challenger: Challenger,
}

/// The other participant in the thread's name, next to the person who acts now.
pub enum Challenger {
    /// No one: one person plays both sides.
    Nobody,
    /// The bot at this level.
    Bot(Level),
    /// A person with this name, if known.
    Named(Option<String>),
    /// This person, whose name Discord may return.
    Person(UserId),
}

impl Challenger {
    /// The bot at this level, or no one if one person plays both sides.
    pub fn nobody(level: Option<Level>) -> Self {
        level.map_or(Self::Nobody, Self::Bot)
    }
}

/// Starts a game that may need its own thread.
///
/// If `wanted` returns one for the first attempt, which then has changed nothing, the thread is opened and
/// the game starts there.
pub async fn in_thread<'a, T>(
    ctx: &Context,
    interaction: &Interaction,
    begin: impl Fn(Option<ChannelId>) -> BoxFuture<'a, AppResult<T>>,
    wanted: impl Fn(&T) -> Option<ThreadWanted>,
) -> Result<T, HandlerError> {
    let made = begin(None).await?;
    let Some(ThreadWanted { variant, on, challenger }) = wanted(&made) else { return Ok(made) };
    let (words, own) = (public(interaction), &interaction.who.name);
    let name = match challenger {
        Challenger::Nobody => words.thread_name_alone(variant, own),
        Challenger::Bot(level) => words.thread_name_bot(variant, own, (&ctx.name, level)),
        Challenger::Named(name) => words.thread_name(variant, own, name.as_deref()),
        Challenger::Person(person) => {
            words.thread_name(variant, own, name_of(ctx, interaction, person).await.as_deref())
        }
    };
    let thread = open_thread(ctx, interaction, on, &name).await?;
    Ok(begin(Some(thread)).await?)
}

/// The message for the person if Discord opens no thread.
fn why_not(failure: &Failure) -> NotDone {
    match failure.code() {
        _ if failure.may_pass() => NotDone::ThreadFailed,
        Some(MISSING_ACCESS | MISSING_PERMISSIONS) => NotDone::NoThreadHere,
        Some(NOT_OF_THIS_KIND) => NotDone::NoThreadOfKind,
        Some(code) if TOO_MANY_THREADS.contains(&code) => NotDone::TooManyThreads,
        _ => NotDone::NoThread,
    }
}

/// The follow-up that makes the bot or the players members of a game's thread.
///
/// The bot joins the thread in which a game starts, because it could not reopen it otherwise. In a thread
/// opened for the game the bot is already a member, so the players are added. `board`: the first message of
/// the game there.
pub fn members(interaction: &Interaction, view: &GameView, bot: u64, board: &Reply) -> Option<FollowUp> {
    let thread = view.place.channel;
    if thread == interaction.place.channel {
        return interaction.place.kind.is_thread().then_some(FollowUp::JoinThread(thread));
    }
    let players = &view.game_now.players;
    let mut members: Vec<UserId> = [players.white, players.black].into_iter().flatten().collect();
    members.dedup();
    members.retain(|user| user.0 != bot);
    let board = FirstBoard { game: view.game, rev: view.rev, reply: Box::new(board.clone()) };
    Some(FollowUp::ThreadMembers { thread, members, board })
}

/// Makes the bot join a thread.
pub async fn join(ctx: &Context, thread: ChannelId) {
    put(ctx, thread, "@me").await;
}

async fn put(ctx: &Context, thread: ChannelId, who: &str) -> bool {
    let route = format!("/channels/{thread}/thread-members/{who}");
    let request = Request::new(&Method::PUT, &route, Instant::now() + ADD);
    if let Err(failure) = ctx.messenger.rest.send(request).await {
        tracing::info!(%failure, %thread, "a person was not added to a thread");
        return false;
    }
    true
}

/// Adds people to a thread that the bot has opened. `shown` is the first board, if its message is known.
///
/// There is a request that adds a member, but for each one Discord writes a line into the thread. A message
/// adds the people it notifies, without such a line. So does an edit that mentions a person, which notifies
/// no one: bot authors report it (<https://github.com/MarcusOtter/discord-needle/issues/107>), but Discord
/// does not guarantee it. The first board therefore mentions them for a moment. People still missing then are
/// added by the request after all: a line is better than a missed game.
///
/// A person who cannot be added only misses the thread in their list of channels. Returns false if there is
/// one.
pub async fn add_members(
    ctx: &Context,
    thread: ChannelId,
    members: &[UserId],
    shown: Option<(MessageRef, &FirstBoard)>,
) -> bool {
    let mentioned = match shown {
        Some((at, board)) => mention(ctx, at, board, members).await,
        None => false,
    };
    let add = |user: UserId| async move {
        mentioned && is_member(ctx, thread, user).await || put(ctx, thread, &user.to_string()).await
    };
    join_all(members.iter().copied().map(add)).await.into_iter().all(|is_in| is_in)
}

/// Makes a board mention the people it did not notify, and removes the mentions again.
///
/// The removal is pending in the outbox until done. Returns false if the board did not mention them.
async fn mention(ctx: &Context, at: MessageRef, board: &FirstBoard, members: &[UserId]) -> bool {
    let reply = ctx.messenger.ready((*board.reply).clone());
    let others: Vec<UserId> = members.iter().copied().filter(|member| reply.ping != Some(*member)).collect();
    let deadline = || Instant::now() + ADD;
    if !others.is_empty() {
        if let Err(error) = ctx.store.owe_first_board(board.game, stored_at(at), ctx.clock.now()).await {
            tracing::error!(%error, game = %board.game, "nobody was mentioned in a thread, so that they are added in another way");
            return false;
        }
        let there = ctx.messenger.edit(at, &wire::mentioning(&reply, &others), deadline()).await;
        if let Err(failure) = there {
            tracing::info!(%failure, "nobody was mentioned in a thread, so that they are added in another way");
            return false;
        }
        match ctx.messenger.edit(at, &wire::mentioning(&reply, &[]), deadline()).await {
            Ok(()) => {
                // Repeating the edit changes nothing.
                if let Err(error) = ctx.store.settle_first_board(board.game).await {
                    tracing::debug!(%error, game = %board.game, "that a board mentions nobody any more was not noted");
                }
            }
            Err(failure) => {
                tracing::info!(%failure, "a board still mentions whom it has let into its thread; that is taken back later");
            }
        }
    }
    ctx.clock.sleep(LET_IN).await;
    true
}

/// Adds a person to a private thread in which they were asked something: the answer to an interaction adds no
/// one.
///
/// Returns false if they cannot see the thread.
pub async fn let_in(ctx: &Context, thread: ChannelId, who: UserId) -> bool {
    is_member(ctx, thread, who).await || put(ctx, thread, &who.to_string()).await
}

/// True if a person is known to be in a thread.
async fn is_member(ctx: &Context, thread: ChannelId, user: UserId) -> bool {
    let route = format!("/channels/{thread}/thread-members/{user}");
    let request = Request::new(&Method::GET, &route, Instant::now() + ADD).expecting(&[UNKNOWN_MEMBER]);
    ctx.messenger.rest.send(request).await.is_ok()
}

/// True if a channel object from Discord is an archived thread that can be reopened.
pub fn is_asleep(place: &Value) -> bool {
    let state = &place["thread_metadata"];
    state["archived"] == true && state["locked"] != true
}

/// Handles an archived thread. With a live game or an open challenge it is reopened, now or when it is due.
///
/// Other threads are left alone. Returns `false` if it stays archived for now. If that is because Discord
/// refuses to reopen it, clocks are stopped.
pub async fn archived(ctx: &Context, thread: ChannelId) -> bool {
    let place = match ctx.store.thread_use(thread).await {
        Ok(Some(place)) => place,
        Ok(None) => {
            ctx.reopenings.forget(thread);
            return true;
        }
        Err(error) => {
            tracing::error!(%error, %thread, "what is played in a thread was not found out");
            return true;
        }
    };
    if !ctx.reopenings.begin(thread, ctx.clock.instant()) {
        tracing::info!(%thread, "a thread was archived again soon after it was opened; it is opened later");
        return false;
    }
    match reopen(ctx, thread, &place).await {
        Ok(()) => {
            tracing::info!(%thread, "a thread was archived in which a game goes on; it is open again");
            ctx.reopenings.forget(thread);
            true
        }
        Err(failure) => {
            tracing::warn!(%failure, %thread, "an archived thread in which a game goes on was not opened");
            let code = failure.code().filter(|code| LOCKED.contains(code) || *code == MISSING_ACCESS);
            if code.is_none() {
                ctx.reopenings.failed(thread, failure.is_outage(), ctx.clock.instant());
            }
            // Any other failure says nothing about the thread.
            if failure.is_for_good() || matches!(failure, Failure::Blocked { alone: true, .. }) {
                ctx.note_closed(thread, code.unwrap_or(LOCKED[0])).await;
            }
            false
        }
    }
}

/// Reopens a thread. If the bot is not in it, Discord refuses the request, but a message reopens it.
async fn reopen(ctx: &Context, thread: ChannelId, place: &ThreadUse) -> Result<(), Failure> {
    let (route, body) = (format!("/channels/{thread}"), json!({ "archived": false }));
    let deadline = Instant::now() + REOPEN;
    let request = Request::new(&Method::PATCH, &route, deadline).body(&body).patient();
    let Err(failure) = ctx.messenger.rest.send(request).await else { return Ok(()) };
    if failure.code() != Some(MISSING_PERMISSIONS) {
        return Err(failure);
    }
    let words = unasked(&ctx.languages, place.locale.as_ref());
    let said = Reply::public(words.thread_reopened());
    let nonce = format!("o{thread}");
    ctx.messenger.post(thread, &said, &nonce, deadline).await?;
    // Once the bot is a member, no message is needed the next time.
    join(ctx, thread).await;
    Ok(())
}
