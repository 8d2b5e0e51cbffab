//! The bot as an opponent: its move belongs to the same answer as the player's, where it is found in time; else the answer is made
//! to show it later. Whatever a process leaves undone, the next one finds by a look at the store.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::app::{GameView, Opponent};
use crate::discord::bot_state::BotState;
use crate::discord::context::{Desk, Done, Then};
use crate::discord::interaction::Interaction;
use crate::discord::outbox::board_posts::Debt;
use crate::game::{GameId, Millis, Rev, UserId};

/// So long an answer waits for the bot's move, ...
const AT_ONCE: Duration = Duration::from_millis(1_500);
/// ... and so long before its last moment it goes out at any rate.
const LAST_MOMENT: Duration = Duration::from_secs(1);
/// How often it is looked for games in which the bot has not moved.
const LOOK: Duration = Duration::from_secs(5);
/// Such a game waits for so long, in milliseconds: whoever has been at it has ended.
const FORGOTTEN: i64 = 15_000;
/// Games that are looked after side by side.
const SIDE_BY_SIDE: usize = 16;

/// The game with the bot's move, where it is the bot's turn and the move is found in time; else as it was.
pub async fn answered(desk: &Desk, from: &Interaction, view: GameView) -> GameView {
    if !view.game_now.is_engines_turn() {
        return view;
    }
    // The player's move is stored, and nobody else here waits for the bot's.
    from.turn.let_go();
    let (app, game, seen, now) = (desk.app.clone(), view.game, view.rev, desk.clock.now());
    // On its own, as it goes on where the answer does not wait for it.
    let search = tokio::spawn(async move { app.engine_answer(game, seen, now).await });
    let room = AT_ONCE.min(from.deadline().saturating_duration_since(Instant::now() + LAST_MOMENT));
    match tokio::time::timeout(room, search).await {
        Ok(Ok(Ok(Some(answered)))) => *answered,
        Ok(Ok(Err(error))) => {
            tracing::error!(%error, %game, "the bot did not move");
            view
        }
        Ok(Ok(Ok(None)) | Err(_)) | Err(_) => view,
    }
}

/// The bot, as somebody to be challenged.
pub fn the_bot(desk: &Desk) -> Opponent {
    Opponent { user: UserId(desk.messenger.application), bot: true }
}

/// What is done, followed by the bot's move, where it is still to come. `here`: the answer is the board.
pub fn then_moves(done: Done, view: &GameView, here: bool) -> Done {
    if view.game_now.is_engines_turn() {
        return done.then(Then::EngineMoves { game: view.game, seen: view.rev, here });
    }
    done
}

/// Moves wherever the bot is to move and nobody sees to it, until `stop`: at first what a process before this one has left.
pub async fn work(desk: Arc<Desk>, state: BotState, stop: CancellationToken) {
    let all = async {
        loop {
            state.connected().await;
            desk.duty.mine().await;
            // Whatever others were at has ended with them.
            let now = desk.clock.now();
            let mut since = if desk.duty.is_alone() { now } else { forgotten(now) };
            while desk.duty.is_mine() {
                round(&desk, since).await;
                desk.clock.sleep(LOOK).await;
                since = forgotten(desk.clock.now());
                state.connected().await;
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = all => {}
    }
}

/// Since when a game must have waited for the bot, so that nobody is at it any more.
fn forgotten(now: Millis) -> Millis {
    Millis(now.0 - FORGOTTEN)
}

async fn round(desk: &Desk, since: Millis) {
    let mut after = GameId(0);
    loop {
        let games = match desk.app.unanswered_games(after, since).await {
            Ok(games) => games,
            Err(error) => {
                tracing::error!(%error, "games that wait for the bot's move were not looked for");
                return;
            }
        };
        let Some(last) = games.last() else { return };
        after = *last;
        futures_util::stream::iter(games).for_each_concurrent(SIDE_BY_SIDE, |game| moved(desk, game)).await;
    }
}

async fn moved(desk: &Desk, game: GameId) {
    // What somebody else has played meanwhile they show as well.
    match desk.app.engine_answer(game, Rev(i64::MAX), desk.clock.now()).await {
        Ok(Some(view)) => desk.owed.tell(Debt { game, rev: view.rev, posted: true }),
        Ok(None) => {}
        Err(error) => tracing::error!(%error, %game, "the bot did not move"),
    }
}
