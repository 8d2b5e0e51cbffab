//! Does what is due: one task asks the store for the earliest moment and sleeps until then.
//!
//! There is no timer for each game. A reminder is noted and owed in one transaction, and delivered by the outbox (`outbox::reminder`).

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::other_shards::{OtherShards, SILENT};
use crate::app::JobDone;
use crate::discord::bot_state::BotState;
use crate::discord::channels::availability;
use crate::discord::context::Context;
use crate::discord::ingress::way_in_watch::WayInWatch;
use crate::discord::outbox::reminder;
use crate::game::{GameId, Millis};
use crate::store::GatewayShard;

/// The shortest and the longest pause between looks at the store: something may become due earlier than the moment
/// until which the task sleeps.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));
/// How often to note that the bot is alive: where no other process listens ...
const ALIVE: Duration = Duration::from_mins(1);
/// ... and where others do.
const ALIVE_SHARED: Duration = Duration::from_secs(10);
/// If the computer's clock is off by at least this many milliseconds, it was set, or the computer slept.
const LEAP_MS: i64 = 60_000;
/// How often to ask for servers whose outage may be over.
const OUTAGES: Duration = Duration::from_mins(10);
/// Games handled before it is checked again who has lost on time.
const AT_A_TIME: u32 = 100;

/// The bot starts: players who were late because it was away get time back. Returns their games. What other processes carry is left to
/// them.
pub async fn back(ctx: &Context) -> Vec<GameId> {
    hasten(ctx).await;
    let fresh = if ctx.leadership.is_shared() { SILENT.as_millis() as i64 } else { 0 };
    let given = ctx.store.give_time_back(ctx.clock.now(), fresh).await;
    given.inspect_err(not_given).unwrap_or_default()
}

fn not_given(error: &impl Display) {
    tracing::error!(%error, "time was not given back to those who could not move");
}

/// What was owed before the clock was set back does not wait until it is that time again.
async fn hasten(ctx: &Context) {
    if let Err(error) = ctx.store.pull_forward(ctx.clock.now()).await {
        tracing::error!(%error, "what is owed may wait for a clock that was set back");
    }
}

/// Follows the computer's clock. If that has leapt forward, nobody could move in the time between, so players who were
/// late because of the leap get that time back first. Returns their games.
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
        // The time that was noted last lies in the future now, which tells how far the clock was set back.
        hasten(ctx).await;
        still_there(ctx, shards).await;
    }
    late
}

/// Notes that the bot can take moves from these shards. False if one of them was silent; `None` if nothing can be kept.
async fn still_there(ctx: &Context, shards: &[GatewayShard]) -> Option<bool> {
    let noted = ctx.store.note_alive(shards, ctx.clock.now()).await;
    noted.inspect_err(|error| tracing::error!(%error, "that the bot is alive was not noted")).ok()
}

/// Whether players were able to move since this was noted last.
struct Presence<'a> {
    ctx: &'a Context,
    /// The shards that this process carries.
    carried: &'a (dyn Fn() -> Vec<GatewayShard> + Sync),
    /// When it is to be noted again; none: they were not.
    next: Option<Instant>,
    /// The shards for which it was noted last.
    noted: Vec<GatewayShard>,
}

impl Presence<'_> {
    /// Notes that players can move, if it is time. Those who were late because they could not get time back; returns their games. `None`
    /// if nothing can be kept: then nothing ends, as the time that was missed is not known.
    async fn note(&mut self) -> Option<Vec<GameId>> {
        let (ctx, now, shards) = (self.ctx, self.ctx.clock.instant(), (self.carried)());
        let is_known = self.next.is_some() && shards == self.noted;
        if is_known && self.next.is_some_and(|next| now < next) {
            return Some(Vec::new());
        }
        let still = if is_known { still_there(ctx, &shards).await } else { Some(false) };
        let noted = match still {
            Some(true) => Some(Vec::new()),
            // Another process may have had a shard until now, and its players may not have been able to move.
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

/// Does what is due until `stop`. While players do not reach the bot nothing is done. `carried` says which shards this process carries. The
/// boards of the games of `late` show an old deadline.
pub async fn work(
    ctx: Arc<Context>,
    (state, way_in): (BotState, Arc<WayInWatch>),
    carried: impl Fn() -> Vec<GatewayShard> + Send + Sync,
    late: Vec<GameId>,
    stop: CancellationToken,
) {
    let all = async {
        // Also where other processes have all connections.
        state.ready().await;
        // Before games end because the bot was removed. With the gateway it hears which servers it is in.
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
    // What is cut off is stored, and the outbox shows it later, or it is as if it had never begun.
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = all => {}
    }
}

/// Does what is due, for ever.
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
            // Before it is noted that players can move: whoever's time is up may not have been able to.
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
            // What failed is still due, so it would be tried again and again.
            let done = round(ctx).await;
            ctx.clock.sleep(pause(ctx, done).await).await;
        }
        // Whoever acts first afterwards must not lose before time is given back.
        if state.is_obstructed()
            && let Err(error) = ctx.store.note_unreached(&carried()).await
        {
            tracing::error!(%error, "that nothing gets through was not noted");
        }
    }
}

/// Whether anybody's time is up. If that cannot be found out, nobody's is.
async fn is_time_up(ctx: &Context) -> bool {
    let up = ctx.store.time_is_up(ctx.clock.now(), 1).await;
    up.is_ok_and(|games| !games.is_empty())
}

/// How a round went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Something is to be tried again.
    Failed,
    /// More may be due at once.
    Full,
    /// All that was due is done.
    Done,
}

/// How long nothing is due, but at least a moment.
async fn pause(ctx: &Context, done: Round) -> Duration {
    let now = ctx.clock.now();
    let least = if done == Round::Failed { PAUSES.1 } else { PAUSES.0 };
    let next = match ctx.store.next_due().await {
        // What was due before, and could not be done, waits: nobody knows whether its players can move.
        Ok(next) => next.filter(|next| done == Round::Full || *next > now).map(|next| next.since(now)),
        Err(error) => {
            tracing::error!(%error, "what is due next was not found out");
            None
        }
    };
    let left = next.map_or(PAUSES.1, |left| Duration::from_millis(left.unsigned_abs()));
    left.clamp(least, PAUSES.1)
}

/// Does all that is due now.
async fn round(ctx: &Context) -> Round {
    // From before the look at the channels: those of games whose time is up later were not looked at.
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

/// Goes on with the tournaments in which something follows. False where something is to be tried again.
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

/// Changes the ladders on which something follows. False where something is to be tried again.
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
