//! Availability of servers and channels.
//!
//! Where nothing can be posted, games wait and their clocks are stopped, because players could not be
//! notified there that their time is up. A channel that Discord reports as deleted or closed is marked. It is
//! retried after 5 minutes, then less often, down to once a day, and at startup. Before a player loses on
//! time, their channel is queried; without a response the game waits until there is one, and also while
//! Discord reports its server as unavailable. An action in a closed channel opens it, and so does a board
//! that gets through.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use reqwest::Method;
use tokio_util::sync::CancellationToken;

use crate::app::AppResult;
use crate::discord::bot_state::BotState;
use crate::discord::channels::threads;
use crate::discord::context::Context;
use crate::discord::outbox::newest_board;
use crate::discord::rest::request::{Failure, LOCKED, NOT_THERE, Request, closes};
use crate::game::{ChannelId, GameId, GuildId, Millis, Venue};
use crate::store::GatewayShard;

/// Time limit for querying a channel.
const LOOK: Duration = Duration::from_secs(5);
/// The pause between checks for archived threads that are due to be reopened.
const BETWEEN_DUE: Duration = Duration::from_secs(5);
/// The pause between batches of a round through all channels.
const PATROL: Duration = Duration::from_mins(5);
/// The pause between batches of the check of all closed channels.
const BETWEEN_CLOSED: Duration = Duration::from_secs(5);
/// Channels per batch.
const AT_A_TIME: u32 = 500;
/// Closed channels per batch of the check of all of them.
const CLOSED_AT_A_TIME: u32 = 100;
/// Channels queried concurrently.
const AT_ONCE: usize = 8;

/// Handles an unavailable server: its games wait until Discord reports it as available.
pub async fn server_outage(ctx: &Context, guild: GuildId) {
    match ctx.store.server_outage(guild, ctx.clock.now()).await {
        Ok(0) => {}
        Ok(channels) => tracing::warn!(%guild, channels, "a server is unavailable; its games wait"),
        Err(error) => tracing::error!(%error, %guild, "the outage of a server was not noted"),
    }
}

/// Records an outage of servers that a new session of these shards has named and that are still unreported.
pub async fn overdue_servers(ctx: &Context, shards: &[GatewayShard]) {
    let is_carried = |server: GuildId| shards.iter().any(|shard| shard.carries(server.0));
    for guild in ctx.server_availability.overdue(is_carried, ctx.clock.instant()) {
        server_outage(ctx, guild).await;
    }
}

/// Queries the channels of recorded server outages on these shards, because the end of an outage may have
/// been missed.
///
/// Servers still known to be unavailable are skipped.
pub async fn look_at_server_outages(ctx: &Context, shards: &[GatewayShard]) {
    let closed = match ctx.store.in_server_outages().await {
        Ok(closed) => closed,
        Err(error) => return tracing::error!(%error, "the outages of servers were not looked for"),
    };
    let is_doubtful = |guild: GuildId| {
        shards.iter().any(|shard| shard.carries(guild.0)) && !ctx.server_availability.may_be_out(guild)
    };
    for (channel, _) in closed.into_iter().filter(|(_, guild)| is_doubtful(*guild)) {
        let route = format!("/channels/{channel}");
        let request = Request::new(&Method::GET, &route, Instant::now() + LOOK).patient();
        if ctx.messenger.rest.send(request).await.is_err() {
            continue;
        }
        match ctx.store.open_available(channel, ctx.clock.now()).await {
            Ok(moved) => show_deadlines(ctx, moved).await,
            Err(error) => tracing::error!(%error, %channel, "the end of a server's outage was not noted"),
        }
    }
}

/// Handles the list of all servers of this shard that the bot is in: it was removed from all others while
/// disconnected.
pub async fn guilds(ctx: &Context, shard: GatewayShard, here: &[GuildId]) {
    let here = here.iter().copied().collect();
    match ctx.app.guilds_here(&here).await {
        Ok(gone) => {
            for guild in gone.into_iter().filter(|guild| shard.carries(guild.0)) {
                ctx.guild_gone(guild).await;
            }
        }
        Err(error) => tracing::error!(%error, "servers that the bot was removed from were not looked for"),
    }
}

/// Handles the list of a server's channels and threads.
///
/// A game's channel that is missing may have been deleted while the bot was disconnected, so it is queried.
pub async fn guild_here(ctx: &Context, guild: GuildId, channels: &[ChannelId]) {
    match ctx.app.guild_here(guild, channels, ctx.clock.now()).await {
        Ok((missing, moved)) => {
            show_deadlines(ctx, moved).await;
            look(ctx, missing, false).await;
        }
        Err(error) => tracing::error!(%error, %guild, "the channels of a server were not looked at"),
    }
}

/// Handles an invitation to a server. Queries the channels of its games.
pub async fn guild_joined(ctx: &Context, guild: GuildId) {
    let opened = ctx.app.guild_here(guild, &[], ctx.clock.now()).await;
    look_at_opened(ctx, guild, opened).await;
}

/// Handles the use of the bot in a server, which proves that it had not been removed. Returns true if that is
/// stored.
pub async fn guild_heard(ctx: &Context, guild: GuildId, at: Millis) -> bool {
    let opened = ctx.app.guild_heard(guild, at, ctx.clock.now()).await;
    look_at_opened(ctx, guild, opened).await
}

/// Queries these channels of a server, and shows the new deadlines of these games. Returns false after a
/// fault.
async fn look_at_opened(
    ctx: &Context,
    guild: GuildId,
    opened: AppResult<(Vec<ChannelId>, Vec<GameId>)>,
) -> bool {
    match opened {
        Ok((channels, moved)) => {
            show_deadlines(ctx, moved).await;
            look(ctx, channels, true).await;
            true
        }
        Err(error) => {
            tracing::error!(%error, %guild, "the channels of a server were not looked at");
            false
        }
    }
}

/// Queries the channels with live games or open challenges, in batches and in turn, until `stop`.
///
/// Needed without a gateway, which would report that a channel was deleted or archived, or that the bot was
/// removed or is back.
pub async fn patrol(ctx: Arc<Context>, state: BotState, stop: CancellationToken) {
    if ctx.hears_of_places {
        return;
    }
    let all = async {
        let mut last = None;
        loop {
            state.connected().await;
            ctx.leadership.mine().await;
            look_for_return(&ctx).await;
            match ctx.app.some_channels(last).await {
                Ok((channels, next)) => {
                    last = next;
                    look(&ctx, channels, false).await;
                }
                Err(error) => tracing::error!(%error, "the channels that are played in were not looked at"),
            }
            ctx.clock.sleep(PATROL).await;
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = all => {}
    }
}

/// Marks the channels of server outages to be queried, where no gateway reports the end of an outage.
pub async fn ask_about_server_outages(ctx: &Context) {
    if let Err(error) = ctx.store.ask_about_server_outages().await {
        tracing::error!(%error, "games may wait although the outage of their server is over");
    }
}

/// True if the bot is in a server, as a member or with its commands alone; `None` if Discord does not say.
///
/// The commands can be read while the application is authorised with the scope `applications.commands`.
pub async fn is_there(ctx: &Context, guild: GuildId) -> Option<bool> {
    let application = ctx.messenger.application;
    if is_shown(ctx, &format!("/guilds/{guild}/members/{application}")).await? {
        return Some(true);
    }
    is_shown(ctx, &format!("/applications/{application}/guilds/{guild}/commands")).await
}

/// True if Discord returns this resource of a server, false if the bot is not there; `None` if it is
/// inconclusive.
async fn is_shown(ctx: &Context, route: &str) -> Option<bool> {
    let request = Request::new(&Method::GET, route, Instant::now() + LOOK).patient();
    match ctx.messenger.rest.send(request.expecting(&NOT_THERE)).await {
        Ok(_) => Some(true),
        Err(Failure::Refused { code, .. }) if NOT_THERE.contains(&code) => Some(false),
        Err(_) => None,
    }
}

/// Queries servers that the bot was removed from and whose games wait: it may be back in them.
pub async fn look_for_return(ctx: &Context) {
    let left = match ctx.store.left_with_games().await {
        Ok(left) => left,
        Err(error) => return tracing::error!(%error, "servers that were left were not looked for"),
    };
    stream::iter(left)
        .for_each_concurrent(AT_ONCE, |guild| async move {
            if is_there(ctx, guild).await == Some(true) {
                guild_joined(ctx, guild).await;
            }
        })
        .await;
}

/// Queries all closed channels at startup, in batches.
///
/// They may be open again, or an older version may have closed them for a reason of another origin.
pub async fn look_at_closed(ctx: &Context, state: &BotState) {
    state.connected().await;
    ctx.leadership.mine().await;
    match ctx.store.open_without_code(ctx.clock.now()).await {
        Ok(0) => {}
        Ok(channels) => tracing::info!(channels, "channels opened that an older version had closed"),
        Err(error) => tracing::error!(%error, "channels that are closed by mistake were not opened"),
    }
    let mut last = None;
    loop {
        match ctx.store.some_closed(last, CLOSED_AT_A_TIME).await {
            Ok(closed) if closed.is_empty() => return,
            Ok(mut closed) => {
                last = closed.last().copied();
                closed.retain(|channel| channel.venue() == Venue::Channel);
                look(ctx, closed, true).await;
            }
            Err(error) => return tracing::error!(%error, "closed channels were not looked for"),
        }
        ctx.clock.sleep(BETWEEN_CLOSED).await;
    }
}

/// Queries closed channels again if no pending delivery would find out whether they are open.
pub async fn look_again(ctx: &Context) {
    match ctx.store.closed_to_look_at(ctx.clock.now(), AT_A_TIME).await {
        Ok(closed) => {
            // Channels not queried this time come first next time.
            let silent = look(ctx, closed, true).await.silent;
            no_answer(ctx, ctx.clock.now(), silent).await;
        }
        Err(error) => tracing::error!(%error, "closed channels were not looked for"),
    }
}

/// Queries the channels of games that are about to end on time: in a closed channel the clock is stopped.
///
/// It is also stopped if there is no response, because the players may have been unable to move either.
pub async fn before_the_end(ctx: &Context) {
    match ctx.store.time_is_up(ctx.clock.now(), AT_A_TIME).await {
        Ok(places) => {
            // Discord has not reported awaited servers yet either.
            let (awaited, places): (Vec<_>, Vec<_>) = places
                .into_iter()
                .partition(|(_, guild)| guild.is_some_and(|guild| ctx.server_availability.is_awaited(guild)));
            let channels =
                |places: Vec<(ChannelId, _)>| places.into_iter().map(|(channel, _)| channel).collect();
            let answered = ctx.messenger.rest.answered();
            let found = look(ctx, channels(places), false).await;
            let mut unanswered: Vec<_> = channels(awaited);
            unanswered.extend([found.silent, found.unasked].concat());
            if !unanswered.is_empty() {
                let channels = unanswered.len();
                tracing::warn!(
                    channels,
                    "time is up there, but Discord says nothing of them; the games wait"
                );
            }
            no_answer(ctx, answered, unanswered).await;
        }
        Err(error) => tracing::error!(%error, "the channels of games whose time is up were not looked for"),
    }
}

/// Queries the channels of challenges that are about to lapse: without a response they stay open, because
/// they may have been impossible to answer.
pub async fn before_they_lapse(ctx: &Context) {
    match ctx.app.lapsing_challenges(ctx.clock.now()).await {
        Ok(mut channels) => {
            channels.retain(|channel| channel.venue() == Venue::Channel);
            channels.sort_unstable();
            channels.dedup();
            let answered = ctx.messenger.rest.answered();
            let found = look(ctx, channels, false).await;
            no_answer(ctx, answered, [found.silent, found.unasked].concat()).await;
        }
        Err(error) => tracing::error!(%error, "the channels of challenges that lapse were not looked for"),
    }
}

/// Records that there was no response about these channels, with the last of them at `since`.
async fn no_answer(ctx: &Context, since: Millis, channels: Vec<ChannelId>) {
    for channel in channels {
        if let Err(error) = ctx.store.no_answer_about(channel, since, ctx.clock.now()).await {
            tracing::error!(%error, %channel, "that Discord says nothing of a channel was not noted");
        }
    }
}

/// Handles that the bot was added to a thread or removed from it: its game may continue, or have to wait.
pub async fn thread_access(ctx: &Context, thread: ChannelId) {
    match ctx.store.thread_use(thread).await {
        Ok(None) => {}
        Ok(Some(place)) => {
            look_at(ctx, thread, place.closed.is_some()).await;
        }
        Err(error) => tracing::error!(%error, %thread, "what is played in a thread was not found out"),
    }
}

/// Rechecks, forever, archived threads that are to be reopened later, each when it is due.
///
/// Every process does so for the threads it has heard of.
pub async fn reopen_when_due(ctx: &Context, state: &BotState) {
    loop {
        state.connected().await;
        look(ctx, ctx.reopenings.due(ctx.clock.instant()), true).await;
        ctx.clock.sleep(BETWEEN_DUE).await;
    }
}

/// The channels without a response.
#[derive(Default)]
struct Unanswered {
    /// Those that were queried.
    silent: Vec<ChannelId>,
    /// Those skipped after a batch without a response.
    unasked: Vec<ChannelId>,
}

/// Queries channels. Those that are deleted or hidden are recorded as closed, others as open if they were
/// `closed`.
///
/// If a whole batch gets no response, the rest is not queried.
async fn look(ctx: &Context, channels: Vec<ChannelId>, closed: bool) -> Unanswered {
    let mut found = Unanswered::default();
    let mut parts = channels.chunks(AT_ONCE);
    for some in parts.by_ref() {
        let answered = join_all(some.iter().map(|channel| look_at(ctx, *channel, closed))).await;
        let is_silent = !answered.contains(&true);
        found.silent.extend(some.iter().zip(answered).filter(|(_, answered)| !answered).map(|(one, _)| *one));
        if is_silent {
            break;
        }
    }
    found.unasked.extend(parts.flatten());
    found
}

/// Updates the boards of games with new deadlines.
pub async fn show_deadlines(ctx: &Context, games: impl IntoIterator<Item = GameId>) {
    for game in games {
        if let Err(error) = newest_board::relabel(ctx, game).await {
            tracing::error!(%error, %game, "a board shows an old deadline");
        }
    }
}

/// Queries a channel. Reopens it if it is an archived thread. Returns true if Discord responded.
async fn look_at(ctx: &Context, channel: ChannelId, closed: bool) -> bool {
    let route = format!("/channels/{channel}");
    let asked =
        ctx.messenger.rest.send(Request::new(&Method::GET, &route, Instant::now() + LOOK).patient()).await;
    if asked.as_ref().is_ok_and(threads::is_asleep) {
        // While it stays archived, there is nothing else to record.
        if !threads::archived(ctx, channel).await {
            return true;
        }
    } else if asked.is_ok() {
        ctx.reopenings.forget(channel);
    }
    let code = match &asked {
        // Only people with Manage Threads can play there.
        Ok(place) if place["thread_metadata"]["locked"] == true => Some(LOCKED[0]),
        Ok(_) => None,
        Err(failure) => {
            let Some(code) = closes(failure) else {
                // The response says nothing about the channel.
                ctx.reopenings.put_off(channel, ctx.clock.instant());
                return false;
            };
            Some(code)
        }
    };
    if let Some(code) = code {
        ctx.reopenings.forget(channel);
        tracing::info!(%channel, code, "a game's channel is gone or closed; the game waits");
        ctx.note_closed(channel, code).await;
    } else if closed {
        match ctx.store.open_channel(channel, ctx.clock.now()).await {
            Ok(moved) => show_deadlines(ctx, moved).await,
            Err(error) => tracing::error!(%error, %channel, "an open channel was not noted"),
        }
    }
    true
}
