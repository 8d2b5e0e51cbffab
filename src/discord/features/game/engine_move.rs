//! The bot as an opponent.
//!
//! Its move is part of the answer to the player's move if it is found in time; otherwise the board is updated
//! later. Moves left unplayed by a process are found in the store by the next one.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use futures_util::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::app::{GameView, Opponent};
use crate::discord::bot_state::BotState;
use crate::discord::context::{Context, EngineShownAt, FollowUp, Response};
use crate::discord::interaction::Interaction;
use crate::game::{GameId, Millis, UserId};

/// Time limit for an answer to wait for the bot's move.
const AT_ONCE: Duration = Duration::from_millis(1_500);
/// Time before its deadline at which the answer is sent in any case.
const LAST_MOMENT: Duration = Duration::from_secs(1);
/// Interval between queries for games in which the bot has not moved.
const LOOK: Duration = Duration::from_secs(5);
/// Minimum waiting time of such a game in milliseconds, after which no other task is assumed to be working on
/// it.
const FORGOTTEN: i64 = 15_000;
/// Maximum number of such games fetched per query.
const AT_A_TIME: u32 = 1_000;
/// Maximum number of such games processed concurrently.
const SIDE_BY_SIDE: usize = 16;

/// The game with the bot's move, if it is the bot's turn and the move is found in time; otherwise unchanged.
pub async fn answered(ctx: &Context, interaction: &Interaction, view: GameView) -> GameView {
    if !view.game_now.is_engines_turn() {
        return view;
    }
    // The player's move is stored, so nothing else in this channel has to wait for the bot's.
    interaction.turn.release();
    let (app, game, seen, now) = (ctx.app.clone(), view.game, view.rev, ctx.clock.now());
    // A separate task: the search continues if the answer does not wait for it.
    let search = tokio::spawn(async move { app.engine_answer(game, seen, now).await });
    let room = AT_ONCE.min(interaction.deadline().saturating_duration_since(Instant::now() + LAST_MOMENT));
    match tokio::time::timeout(room, search).await {
        Ok(Ok(Ok(Some(answered)))) => *answered,
        Ok(Ok(Err(error))) => {
            tracing::error!(%error, %game, "the bot did not move");
            view
        }
        Ok(Ok(Ok(None)) | Err(_)) | Err(_) => view,
    }
}

/// The bot as an opponent to challenge.
pub fn the_bot(ctx: &Context) -> Opponent {
    Opponent { user: UserId(ctx.messenger.application), bot: true }
}

/// Adds the bot's move as a follow-up, if it is still pending.
pub fn then_moves(done: Response, view: &GameView, at: EngineShownAt) -> Response {
    if view.game_now.is_engines_turn() {
        return done.then(FollowUp::EngineMoves { game: view.game, seen: view.rev, at });
    }
    done
}

/// Plays the bot's move in unattended games, until `stop`. Starts with those left by an earlier process.
pub async fn work(ctx: Arc<Context>, state: BotState, stop: CancellationToken) {
    let all = async {
        loop {
            state.connected().await;
            ctx.leadership.mine().await;
            // A sole process need not wait: the searches of earlier processes ended with them.
            let now = ctx.clock.now();
            let mut since = if ctx.leadership.is_alone() { now } else { forgotten(now) };
            while ctx.leadership.is_mine() {
                round(&ctx, since).await;
                ctx.clock.sleep(LOOK).await;
                since = forgotten(ctx.clock.now());
                state.connected().await;
            }
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = all => {}
    }
}

/// A game counts as unattended if the bot has been to move since before this time.
fn forgotten(now: Millis) -> Millis {
    Millis(now.0 - FORGOTTEN)
}

async fn round(ctx: &Context, since: Millis) {
    let mut after = GameId(0);
    loop {
        let games = match ctx.store.engine_to_move(after, since, AT_A_TIME).await {
            Ok(games) => games,
            Err(error) => {
                tracing::error!(%error, "games that wait for the bot's move were not looked for");
                return;
            }
        };
        let Some(last) = games.last() else { return };
        after = *last;
        futures_util::stream::iter(games).for_each_concurrent(SIDE_BY_SIDE, |game| moved(ctx, game)).await;
    }
}

async fn moved(ctx: &Context, game: GameId) {
    // With `None` every position counts as seen: this board also shows the moves before it.
    match ctx.app.engine_answer(game, None, ctx.clock.now()).await {
        Ok(Some(view)) => ctx.outbox.show(game, view.rev),
        Ok(None) => {}
        Err(error) => tracing::error!(%error, %game, "the bot did not move"),
    }
}
