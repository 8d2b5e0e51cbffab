//! Periodic maintenance.
//!
//! Sets aside games that cannot be replayed, closes expired challenges and rating periods, deletes data of
//! servers left long ago, and removes the buttons of answers that were never noted.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::discord::bot_state::BotState;
use crate::discord::context::Context;
use crate::discord::outbox::old_board;
use crate::discord::presence::{availability, left_servers};
use crate::discord::rest::pictures;

/// The pause between two batches of the review of live games.
const REVIEW_PAUSE: Duration = Duration::from_millis(100);

/// The first pause of the sweep. After it, interactions that an earlier process did not answer are no longer
/// redelivered.
const FIRST: Duration = Duration::from_secs(4);

/// Sets aside the games that the current rules cannot replay, in small batches alongside other work.
///
/// The outbox notifies their players.
pub async fn review(ctx: Arc<Context>, state: BotState, stop: CancellationToken) {
    let some = async {
        state.connected().await;
        ctx.leadership.mine().await;
        let mut from = None;
        loop {
            let reviewed = match ctx.app.review(from, ctx.clock.now()).await {
                Ok(reviewed) => reviewed,
                Err(error) => return tracing::error!(%error, "not all live games were reviewed"),
            };
            for (game, rev) in reviewed.set_aside {
                ctx.outbox.show(game, rev);
            }
            from = reviewed.next;
            ctx.clock.sleep(REVIEW_PAUSE).await;
            if from.is_none() {
                return;
            }
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = some => {}
    }
}

/// Closes rating periods that have ended, the oldest first.
async fn close_rating_periods(ctx: &Context, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        match ctx.app.close_rating_period(ctx.clock.now()).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::error!(%error, "a rating period was not closed"),
        }
    }
}

/// Periodically counts, until `stop`, the games from files that could not be drawn.
pub async fn note_broken_games(ctx: Arc<Context>, every: Duration, stop: CancellationToken) {
    loop {
        for game in pictures::take_broken() {
            ctx.app.note_own_game_failure(game, ctx.clock.now()).await;
        }
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = ctx.clock.sleep(every) => {}
        }
    }
}

/// Periodically closes expired challenges and rating periods, deletes data of servers left long ago, and
/// removes the buttons of boards that were never noted, until `stop`.
pub async fn sweep(ctx: &Context, every: Duration, stop: &CancellationToken) {
    let (mut pause, mut servers) = (FIRST.min(every), left_servers::Rounds::default());
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = ctx.leadership.mine() => {}
        }
        availability::before_they_lapse(ctx).await;
        if let Err(error) =
            ctx.app.lapse_challenges(ctx.clock.now(), ctx.leadership.is_alone().then_some(ctx.began)).await
        {
            tracing::error!(%error, "lapsed challenges were not closed");
        }
        if let Err(error) = ctx.app.forget_unused_games(ctx.clock.now()).await {
            tracing::error!(%error, "files of games that nobody needs were not forgotten");
        }
        close_rating_periods(ctx, stop).await;
        old_board::sweep(ctx).await;
        // Last, because it may wait for responses.
        left_servers::sweep(ctx, &mut servers).await;
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = ctx.clock.sleep(pause) => {}
        }
        pause = every;
    }
}
