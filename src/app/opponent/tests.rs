//! Events while the bot searches. Every thread is kept busy, so that its search lasts until released.

use super::*;
use crate::app::{ChallengeWish, Challenged, ColorWish, Occupied, Opponent, Target, ThreadWish};
use crate::engine::{Engine, Weights};
use crate::game::{ChannelId, InteractionId, UserId};
use crate::games;
use crate::rules::Line;
use crate::words::Words;
use std::future::Future;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::task::JoinHandle;

const RED: UserId = UserId(1);
const BOT: UserId = UserId(9);
const NOON: Millis = Millis(1_800_000_000_000);

fn by_red() -> Caller {
    static INTERACTIONS: AtomicU64 = AtomicU64::new(1_000);
    Caller::new((RED, ChannelId(10)), InteractionId(INTERACTIONS.fetch_add(1, Ordering::Relaxed)), NOON)
}

/// A cheap level that can still be lowered for lack of time.
fn level() -> Level {
    "6".parse().expect("a level")
}

async fn open(dir: &Path) -> App {
    App::open(&dir.join("rookery.db")).await.expect("the database opens")
}

async fn begin(app: &App) -> GameId {
    let wish = ChallengeWish {
        variant: games::from_slug("chess").expect("chess is there"),
        opponent: Some(Opponent { user: BOT, bot: true }),
        color: ColorWish::White,
        engine: Some(level()),
        pace: None,
        hints: false,
        rated: false,
        thread: ThreadWish::No,
        position: None,
    };
    match app.challenge(&by_red(), wish, None).await {
        Ok(Challenged::Started(view)) => view.game,
        other => panic!("no game: {other:?}"),
    }
}

/// A search for the bot's move that lasts until the searches before it are dropped.
struct AtWork {
    game: GameId,
    seen: Rev,
    before: Occupied,
    search: JoinHandle<AppResult<Option<Box<GameView>>>>,
}

/// Red moves, and the bot searches.
async fn thinks(app: &App, game: GameId) -> AtWork {
    let before = app.occupied();
    let seen = app.play(&by_red(), "e4").await.expect("a move").view.rev;
    let own = app.clone();
    let search = tokio::spawn(async move { own.engine_answer(game, seen, NOON).await });
    // The lowered level is stored before the search begins.
    while stored(app, game).await.engine.expect("the bot plays").lowered.is_none() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    AtWork { game, seen, before, search }
}

async fn stored(app: &App, game: GameId) -> crate::store::StoredGame {
    app.store.game(game).await.expect("a read").expect("the game")
}

fn text(view: &GameView) -> String {
    Words::english().news(view, &|_| "somebody".to_owned())
}

#[tokio::test]
async fn a_lowered_level_is_kept_for_the_move_and_told_with_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = open(dir.path()).await;
    let game = begin(&app).await;
    let AtWork { seen, before, search, .. } = thinks(&app, game).await;
    let waiting = app.board(&by_red(), Target::Here, None).await.expect("a board");
    assert_eq!(waiting.lowered_level, None, "it has not played yet: {}", text(&waiting));
    // Simulates the process ending here.
    search.abort();
    drop(before);
    app.close().await;

    let app = open(dir.path()).await;
    let view = app.engine_answer(game, seen, NOON).await.expect("no fault").expect("its move");
    let lowered = level().quick();
    assert_eq!((view.level, view.lowered_level), (Some(level()), Some(lowered)));
    let told = "I had too much to think about, so I played this move at another level: Level 5";
    assert!(text(&view).contains(told), "{}", text(&view));
    let line = &view.game_now.line;
    let mut alone = Line::new(*line.start());
    alone.play(line.moves()[0]).expect("it was played");
    let mut engine = Engine::new(Weights::of(view.variant), 16 << 20);
    let found =
        engine.think(&alone, lowered.limits(view.variant, seed(game, Ply(1))), &|| false, &mut |_| {}).best();
    assert_eq!(found.as_ref(), line.moves().last(), "the same as ever");
    // A caller that waited at the same time gets the same result.
    let beside = app.engine_answer(game, seen, NOON).await.expect("no fault").expect("its move");
    assert_eq!(text(&beside), text(&view));
    let seen = app.play(&by_red(), "a3").await.expect("a move").view.rev;
    let next = app.engine_answer(game, seen, NOON).await.expect("no fault").expect("its move");
    assert_eq!((next.level, next.lowered_level), (Some(level()), None), "{}", text(&next));
    app.close().await;
}

/// Asserts that an event during the search cancels it: the bot does not move, and nothing is announced.
async fn nothing_comes_after<F: Future<Output = ()>>(
    happens: impl FnOnce(App) -> F,
) -> (TempDir, App, GameId) {
    let dir = tempfile::tempdir().expect("a directory");
    let app = open(dir.path()).await;
    let game = begin(&app).await;
    let AtWork { game, before, search, seen } = thinks(&app, game).await;
    happens(app.clone()).await;
    // The call returned although no search has ended.
    let came = search.await.expect("no panic").expect("no fault");
    drop(before);
    assert!(came.is_none(), "{came:?}");
    let again = app.engine_answer(game, seen, NOON).await.expect("no fault");
    assert!(again.is_none(), "{again:?}");
    let log = stored(&app, game).await.log;
    assert_eq!(log.iter().filter(|entry| entry.kind == EventKind::Move).count(), 1, "{log:?}");
    assert_eq!(app.store().engine_to_move(GameId(0), NOON, 9).await.expect("a read"), []);
    assert_eq!(app.contradiction().await.expect("a read"), None);
    (dir, app, game)
}

#[tokio::test]
async fn what_is_taken_back_while_it_thinks_is_not_answered() {
    let (_dir, app, _) = nothing_comes_after(async |app| {
        let back = app.take_back(&by_red(), Target::Here).await.expect("taken back").view;
        assert_eq!(back.lowered_level, None, "it has played nothing: {}", text(&back));
    })
    .await;
    let board = app.board(&by_red(), Target::Here, None).await.expect("a board");
    assert_eq!((board.ply, board.to_move, board.lowered_level), (Ply(0), Some(RED), None));
}

#[tokio::test]
async fn a_game_that_ends_while_it_thinks_is_over() {
    nothing_comes_after(async |app| {
        app.resign(&by_red(), Target::Here).await.expect("resigned");
    })
    .await;
    nothing_comes_after(async |app| {
        app.abort(&by_red(), Target::Here).await.expect("aborted");
    })
    .await;
    let (_dir, app, game) = nothing_comes_after(async |app| {
        app.forget(RED, NOON).await.expect("forgotten");
    })
    .await;
    assert_eq!(stored(&app, game).await.white, None);
}

#[tokio::test]
async fn a_search_that_breaks_ends_in_another_move() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = open(dir.path()).await;
    let game = begin(&app).await;
    let chess = games::from_slug("chess").expect("chess is there");
    let own = level().limits(chess, 0).depth;
    for (text, breaks, level) in [("e4", own, "1"), ("a3", 1, "1")] {
        app.search_pool.break_from(breaks);
        let seen = app.play(&by_red(), text).await.expect("a move").view.rev;
        let view = app.engine_answer(game, seen, NOON).await.expect("no fault").expect("its move");
        assert_eq!(view.lowered_level, Some(level.parse().expect("a level")), "{}", self::text(&view));
    }
    assert_eq!(app.contradiction().await.expect("a read"), None);
    app.close().await;
}
