//! Does what is due: one task asks the store for the earliest moment and sleeps until then.
//!
//! There is no timer for each game. A reminder is noted and owed in one transaction, and delivered by the outbox (`outbox::reminder`).

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::app::JobDone;
use crate::discord::bot_state::BotState;
use crate::discord::channels::availability;
use crate::discord::context::Context;
use crate::discord::dispatch::follow_up;
use crate::discord::outbox::reminder;
use crate::game::{GameId, Millis};

/// The shortest and the longest pause between looks at the store: something may become due earlier than the moment
/// until which the task sleeps.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));
/// How often to note that the bot is alive.
const ALIVE: Duration = Duration::from_mins(1);
/// If the computer's clock is off by at least this many milliseconds, it was set, or the computer slept.
const LEAP_MS: i64 = 60_000;
/// Games handled before it is checked again who has lost on time.
const AT_A_TIME: u32 = 100;

/// The bot is back: players who were late because it was away get time back. Returns their games.
pub async fn back(ctx: &Context) -> Vec<GameId> {
    hasten(ctx).await;
    time_back(ctx).await.unwrap_or_default()
}

/// Players who were late while nobody could move get time back. Returns their games; `None` if nothing can be kept.
async fn time_back(ctx: &Context) -> Option<Vec<GameId>> {
    let given = ctx.store.give_time_back(ctx.clock.now()).await;
    given
        .inspect_err(|error| tracing::error!(%error, "time was not given back to those who could not move"))
        .ok()
}

/// What was owed before the clock was set back does not wait until it is that time again.
async fn hasten(ctx: &Context) {
    if let Err(error) = ctx.store.hasten_owed(ctx.clock.now()).await {
        tracing::error!(%error, "what is owed may wait for a clock that was set back");
    }
}

/// Follows the computer's clock. If that has leapt forward, nobody could move in the time between, so players who were
/// late because of the leap get that time back first. Returns their games.
async fn keep_time(ctx: &Context) -> Vec<GameId> {
    let lag = ctx.clock.lag_ms();
    let mut late = Vec::new();
    if lag.abs() >= LEAP_MS {
        let seconds = lag / 1_000;
        tracing::warn!(
            seconds,
            "the computer's clock was set, or the computer slept: no time is taken from anybody"
        );
        if lag > 0 {
            match ctx.store.give_time_back(Millis(ctx.clock.now().0 + lag)).await {
                Ok(games) => late = games,
                Err(error) => {
                    tracing::error!(%error, "time was not given back to those who could not move");
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
        still_there(ctx).await;
    }
    late
}

/// Notes that the bot can take moves. False if nothing can be kept.
async fn still_there(ctx: &Context) -> bool {
    let noted = ctx.store.note_alive(ctx.clock.now()).await;
    noted.inspect_err(|error| tracing::error!(%error, "that the bot is alive was not noted")).is_ok()
}

/// Does what is due until `stop`. While the bot is not connected nobody can move, so nothing is done. The boards of the
/// games of `late` show an old deadline.
pub async fn work(ctx: Arc<Context>, state: BotState, mut late: Vec<GameId>, stop: CancellationToken) {
    let all = async {
        // Also where other processes have all connections.
        state.ready().await;
        // Before games end because the bot was removed. With the gateway it hears which servers it is in.
        if !ctx.hears_of_places {
            availability::look_for_return(&ctx).await;
        }
        for game in late.drain(..) {
            show_deadline(&ctx, game).await;
        }
        tokio::join!(
            availability::look_at_closed(&ctx, &state),
            availability::reopen_when_due(&ctx, &state),
            go_on(&ctx, &state, late)
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
async fn go_on(ctx: &Context, state: &BotState, mut late: Vec<GameId>) {
    loop {
        state.connected().await;
        late.extend(back(ctx).await);
        let (mut alive, mut is_noted) = (ctx.clock.instant(), true);
        while state.is_connected() {
            late.extend(keep_time(ctx).await);
            for game in late.drain(..) {
                show_deadline(ctx, game).await;
            }
            let now = ctx.clock.instant();
            if !is_noted || now >= alive + ALIVE {
                is_noted = if is_noted {
                    still_there(ctx).await
                } else if let Some(games) = time_back(ctx).await {
                    // While nothing could be kept nobody could move.
                    late.extend(games);
                    true
                } else {
                    false
                };
                if !is_noted {
                    // Nothing ends before the time that was missed is known.
                    ctx.clock.sleep(PAUSES.1).await;
                    continue;
                }
                alive = now;
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
            let least = if round(ctx).await { PAUSES.0 } else { PAUSES.1 };
            ctx.clock.sleep(pause(ctx, least).await).await;
        }
    }
}

/// How long nothing is due, but at least `least`.
async fn pause(ctx: &Context, least: Duration) -> Duration {
    let next = match ctx.store.next_due().await {
        Ok(next) => next.map(|next| next.since(ctx.clock.now())),
        Err(error) => {
            tracing::error!(%error, "what is due next was not found out");
            None
        }
    };
    let left = next.map_or(PAUSES.1, |left| Duration::from_millis(left.unsigned_abs()));
    left.clamp(least, PAUSES.1)
}

async fn show_deadline(ctx: &Context, game: GameId) {
    if let Err(error) = follow_up::relabel(ctx, game).await {
        tracing::error!(%error, %game, "a board shows an old deadline");
    }
}

/// Does all that is due now. False where something is to be tried again.
async fn round(ctx: &Context) -> bool {
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

/// Ends games whose time is up, and sends reminders. False where something is to be tried again.
async fn due(ctx: &Context, now: Millis) -> bool {
    let due = match ctx.store.due_games(now, AT_A_TIME).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "what is due was not looked for");
            return false;
        }
    };
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
    all
}
