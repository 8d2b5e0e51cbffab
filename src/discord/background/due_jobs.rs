//! Runs due jobs: one task queries the store for the earliest due time and sleeps until then.
//!
//! Games have no individual timers. A reminder is recorded and put into the outbox in one transaction, and
//! delivered by `outbox::reminder`.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::other_shards::{OtherShards, SILENT};
use crate::app::JobDone;
use crate::discord::bot_state::BotState;
use crate::discord::context::Context;
use crate::discord::ingress::way_in_watch::WayInWatch;
use crate::discord::outbox::reminder;
use crate::discord::presence::availability;
use crate::game::{GameId, Millis};
use crate::store::GatewayShard;

/// The shortest and the longest pause between queries of the store.
///
/// A job may become due earlier than the time until which the task sleeps.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));
/// Interval of the liveness record if no other process listens.
const ALIVE: Duration = Duration::from_mins(1);
/// Interval of the liveness record if other processes listen.
const ALIVE_SHARED: Duration = Duration::from_secs(10);
/// A deviation of at least this many milliseconds means that the system clock was set, or that the machine
/// slept.
const LEAP_MS: i64 = 60_000;
/// Interval between queries for servers whose outage may be over.
const OUTAGES: Duration = Duration::from_mins(10);
/// Maximum number of games handled before expired clocks are checked again.
const AT_A_TIME: u32 = 100;

/// Gives time back, at startup, to players who were late because the bot was down. Returns their games.
///
/// Shards carried by other processes are left to them.
pub async fn back(ctx: &Context) -> Vec<GameId> {
    hasten(ctx).await;
    let fresh = if ctx.leadership.is_shared() { SILENT.as_millis() as i64 } else { 0 };
    let given = ctx.store.give_time_back(ctx.clock.now(), fresh).await;
    given.inspect_err(not_given).unwrap_or_default()
}

fn not_given(error: &impl Display) {
    tracing::error!(%error, "time was not given back to those who could not move");
}

/// Prevents pending messages from waiting for a clock that was set back.
async fn hasten(ctx: &Context) {
    if let Err(error) = ctx.store.pull_forward(ctx.clock.now()).await {
        tracing::error!(%error, "what is owed may wait for a clock that was set back");
    }
}

/// Synchronises with the system clock.
///
/// If the clock has leapt forward, players could not move in between, so those who are late because of the
/// leap get that time back first. Returns their games.
async fn keep_time(ctx: &Context, shards: &[GatewayShard]) -> Vec<GameId> {
    let lag = ctx.clock.lag_ms();
    let mut late = Vec::new();
    if lag.abs() >= LEAP_MS {
        let seconds = lag / 1_000;
        tracing::warn!(
            seconds,
            "the computer's clock was set, or the computer slept: no time is taken from anybody"
        );
        if lag > 0 {
            match ctx.store.give_time_back_on(shards, Millis(ctx.clock.now().0 + lag)).await {
                Ok(games) => late = games,
                Err(error) => {
                    not_given(&error);
                    return Vec::new();
                }
            }
            if let Err(error) = ctx.store.leave_boards_in_hand(ctx.clock.now(), lag).await {
                tracing::error!(%error, "a board may come beside its answer");
            }
        }
    }
    ctx.clock.follow();
    if lag <= -LEAP_MS {
        // The time recorded last is now in the future, which shows how far the clock was set back.
        hasten(ctx).await;
        still_there(ctx, shards).await;
    }
    late
}

/// Records that the bot can receive moves from these shards.
///
/// Returns false if one of them was silent; `None` if the store fails.
async fn still_there(ctx: &Context, shards: &[GatewayShard]) -> Option<bool> {
    let noted = ctx.store.note_alive(shards, ctx.clock.now()).await;
    noted.inspect_err(|error| tracing::error!(%error, "that the bot is alive was not noted")).ok()
}

/// Tracks whether players have been able to move since the last record.
struct Presence<'a> {
    ctx: &'a Context,
    /// The shards that this process carries.
    carried: &'a (dyn Fn() -> Vec<GatewayShard> + Sync),
    /// When the next record is due; `None`: players have not been able to move.
    next: Option<Instant>,
    /// The shards of the last record.
    noted: Vec<GatewayShard>,
}

impl Presence<'_> {
    /// Records that players can move, if the record is due.
    ///
    /// Players who were late because they could not move get time back; returns their games. Returns `None`
    /// if the store fails: then no game may end, because the missed time is unknown.
    async fn note(&mut self) -> Option<Vec<GameId>> {
        let (ctx, now, shards) = (self.ctx, self.ctx.clock.instant(), (self.carried)());
        let is_known = self.next.is_some() && shards == self.noted;
        if is_known && self.next.is_some_and(|next| now < next) {
            return Some(Vec::new());
        }
        let still = if is_known { still_there(ctx, &shards).await } else { Some(false) };
        let noted = match still {
            Some(true) => Some(Vec::new()),
            // Another process may have had a shard until now, and its players may have been unable to move.
            Some(false) => {
                let given = ctx.store.give_time_back_on(&shards, ctx.clock.now()).await;
                given.inspect_err(not_given).ok()
            }
            None => None,
        };
        self.noted = shards;
        let pause = if ctx.leadership.is_shared() { ALIVE_SHARED } else { ALIVE };
        self.next = noted.is_some().then_some(now + pause);
        noted
    }
}

/// Runs due jobs until `stop`, but none while players cannot reach the bot.
///
/// `carried` returns the shards that this process carries. The boards of the games in `late` show an outdated
/// deadline.
pub async fn work(
    ctx: Arc<Context>,
    (state, way_in): (BotState, Arc<WayInWatch>),
    carried: impl Fn() -> Vec<GatewayShard> + Send + Sync,
    late: Vec<GameId>,
    stop: CancellationToken,
) {
    let all = async {
        // Also if other processes hold all connections.
        state.ready().await;
        // Before games end because the bot was removed. With the gateway the bot learns which servers it is
        // in.
        if !ctx.hears_of_places {
            availability::ask_about_server_outages(&ctx).await;
            availability::look_for_return(&ctx).await;
        }
        availability::show_deadlines(&ctx, late).await;
        tokio::join!(
            availability::look_at_closed(&ctx, &state),
            availability::reopen_when_due(&ctx, &state),
            go_on(&ctx, (&state, &way_in), &carried)
        );
    };
    // Interrupted work is either stored, and the outbox shows it later, or has no effect.
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = all => {}
    }
}

/// Runs due jobs forever.
async fn go_on(
    ctx: &Context,
    (state, way_in): (&BotState, &WayInWatch),
    carried: &(dyn Fn() -> Vec<GatewayShard> + Sync),
) {
    let (mut others, mut next_look) = (OtherShards::default(), ctx.clock.instant() + OUTAGES);
    loop {
        state.reached().await;
        hasten(ctx).await;
        let mut presence = Presence { ctx, carried, next: None, noted: Vec::new() };
        while state.is_reached() {
            let mut late = keep_time(ctx, &carried()).await;
            // Before the record that players can move: a player whose time is up may have been unable to.
            if is_time_up(ctx).await && !way_in.is_open().await {
                continue;
            }
            let Some(given) = presence.note().await else {
                ctx.clock.sleep(PAUSES.1).await;
                continue;
            };
            late.extend(given);
            availability::show_deadlines(ctx, late).await;
            availability::overdue_servers(ctx, &carried()).await;
            if ctx.hears_of_places && ctx.clock.instant() >= next_look {
                availability::look_at_server_outages(ctx, &carried()).await;
                next_look = ctx.clock.instant() + OUTAGES;
            }
            if ctx.leadership.is_shared() {
                others.listen(ctx, &carried()).await;
            }
            if !ctx.leadership.is_mine() {
                tokio::select! {
                    biased;
                    () = ctx.leadership.mine() => {}
                    () = ctx.clock.sleep(PAUSES.1) => {}
                }
                continue;
            }
            // A failed job is still due, so it would be retried without a pause.
            let done = round(ctx).await;
            ctx.clock.sleep(pause(ctx, done).await).await;
        }
        // The next player to act must not lose before time is given back.
        if state.is_obstructed()
            && let Err(error) = ctx.store.note_unreached(&carried()).await
        {
            tracing::error!(%error, "that nothing gets through was not noted");
        }
    }
}

/// True if any player's time is up. False if the query fails.
async fn is_time_up(ctx: &Context) -> bool {
    let up = ctx.store.time_is_up(ctx.clock.now(), 1).await;
    up.is_ok_and(|games| !games.is_empty())
}

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Something must be retried.
    Failed,
    /// More may be due already.
    Full,
    /// Everything due is done.
    Done,
}

/// How long nothing is due, with a minimum.
async fn pause(ctx: &Context, done: Round) -> Duration {
    let now = ctx.clock.now();
    let least = if done == Round::Failed { PAUSES.1 } else { PAUSES.0 };
    let next = match ctx.store.next_due().await {
        // An overdue job that could not be done waits: it is unknown whether its players can move.
        Ok(next) => next.filter(|next| done == Round::Full || *next > now).map(|next| next.since(now)),
        Err(error) => {
            tracing::error!(%error, "what is due next was not found out");
            None
        }
    };
    let left = next.map_or(PAUSES.1, |left| Duration::from_millis(left.unsigned_abs()));
    left.clamp(least, PAUSES.1)
}

/// Runs all jobs due now.
async fn round(ctx: &Context) -> Round {
    // Taken before the channels are checked: those of games whose time is up later are unchecked.
    let now = ctx.clock.now();
    availability::look_again(ctx).await;
    availability::before_the_end(ctx).await;
    match ctx.app.end_gone(ctx.clock.now()).await {
        Ok(0) => {}
        Ok(games) => tracing::info!(games, "games ended whose place has been gone for long"),
        Err(error) => tracing::error!(%error, "games whose place is gone were not looked for"),
    }
    due(ctx, now).await
}

/// Advances the tournaments that are due. Returns false if something must be retried.
async fn tournaments(ctx: &Context, now: Millis) -> bool {
    let due = match ctx.store.tournaments_due(now, AT_A_TIME).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "tournaments were not looked for");
            return false;
        }
    };
    let mut all = true;
    for tournament in due {
        if let Err(error) = ctx.app.go_on_with_tournament(tournament, now).await {
            tracing::error!(%error, tournament = tournament.0, "a tournament did not go on");
            all = false;
        }
    }
    all
}

/// Updates the ladders that are due. Returns false if something must be retried.
async fn ladders(ctx: &Context, now: Millis) -> bool {
    let due = match ctx.store.ladders_due(now, AT_A_TIME).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "ladders were not looked for");
            return false;
        }
    };
    let mut all = true;
    for ladder in due {
        if let Err(error) = ctx.app.go_on_with_ladder(ladder, now).await {
            tracing::error!(%error, ladder = ladder.0, "a ladder did not go on");
            all = false;
        }
    }
    all
}

/// Ends games whose time is up, and sends reminders.
async fn due(ctx: &Context, now: Millis) -> Round {
    let due = match ctx.store.due_games(now, AT_A_TIME).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "what is due was not looked for");
            return Round::Failed;
        }
    };
    let full = due.len() >= AT_A_TIME as usize;
    let mut all = tournaments(ctx, now).await & ladders(ctx, now).await;
    for game in due {
        match ctx.app.do_job(game, now).await {
            Ok(Some(JobDone::Ended(game, rev))) => ctx.outbox.show(game, rev),
            Ok(Some(JobDone::ReminderOwed(game))) => reminder::remind(ctx, game),
            Ok(None) => {}
            // One failure holds up no other game.
            Err(error) => {
                tracing::error!(%error, %game, "what was due in a game was not done");
                all = false;
            }
        }
    }
    match (all, full) {
        (false, _) => Round::Failed,
        (true, true) => Round::Full,
        (true, false) => Round::Done,
    }
}
