//! Games played through the shell, on a fresh database each.

use rookery::app::{
    Accepted, AppError, Caller, Challenged, ColorWish, GameView, NewChallenge, Opponent, Refused, Target,
    ThreadWish, What, Why,
};
use rookery::app::{Answer, App, Outcome, Variant};
use rookery::game::{ChallengeId, ChannelId, GuildId, InteractionId, Millis, UserId};
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

pub const RED: UserId = UserId(1);
pub const BLUE: UserId = UserId(2);
pub const GREEN: UserId = UserId(3);
pub const HALL: ChannelId = ChannelId(10);
pub const NOON: Millis = Millis(1_800_000_000_000);

static INTERACTIONS: AtomicU64 = AtomicU64::new(1_000);

/// Runs a test on a database of its own.
pub fn with_app<F: Future<Output = ()>>(test: impl FnOnce(App) -> F) {
    runtime().block_on(async {
        let dir = tempfile::tempdir().expect("a directory for the test");
        let app = App::open(&dir.path().join("rookery.db")).await.expect("a fresh database opens");
        test(app.clone()).await;
        app.close().await;
    });
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().expect("a runtime")
}

/// A new interaction of somebody in the hall.
pub fn by(user: UserId) -> Caller {
    Caller {
        user,
        channel: HALL,
        guild: Some(GuildId(99)),
        interaction: InteractionId(INTERACTIONS.fetch_add(1, Ordering::Relaxed)),
        now: NOON,
        manages: false,
        can_thread: true,
    }
}

pub fn variant(slug: &str) -> Variant {
    Variant::from_slug(slug).expect("a known variant")
}

pub fn asking(slug: &str, opponent: Option<UserId>) -> NewChallenge {
    NewChallenge {
        variant: variant(slug),
        opponent: opponent.map(|user| Opponent { user, bot: false }),
        color: ColorWish::White,
        thread: ThreadWish::Auto,
        position: None,
    }
}

pub async fn challenge(app: &App, by: &Caller, new: NewChallenge) -> ChallengeId {
    match app.challenge(by, new, None).await {
        Ok(Challenged::Open(view)) => view.challenge,
        other => panic!("no open challenge: {other:?}"),
    }
}

/// Red (White) against Blue in the hall.
pub async fn start(app: &App, slug: &str, position: Option<&str>) -> GameView {
    let new = NewChallenge { position: position.map(str::to_owned), ..asking(slug, Some(BLUE)) };
    let challenge = challenge(app, &by(RED), new).await;
    match app.accept(&by(BLUE), challenge, None).await {
        Ok(Accepted::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

/// Plays moves in turn, Red first; answers the last outcome.
pub async fn play(app: &App, moves: &str) -> Outcome {
    let mut last = None;
    for (i, text) in moves.split_whitespace().enumerate() {
        let who = if i % 2 == 0 { RED } else { BLUE };
        last = Some(app.play(&by(who), text).await.unwrap_or_else(|e| panic!("{text}: {e}")));
    }
    last.expect("some moves")
}

pub fn refused<T: std::fmt::Debug>(answer: Answer<T>) -> Refused {
    match answer {
        Err(AppError::Refused(refused)) => refused,
        other => panic!("not refused: {other:?}"),
    }
}

fn fools_mate() {
    with_app(async |app| {
        let view = start(&app, "chess", None).await;
        assert_eq!(view.text, "Chess: <@1> plays White, <@2> Black. White (<@1>) to move.");
        let last = play(&app, "f3 e5 g4 Qh4").await;
        assert_eq!(last.what, What::Moved);
        assert!(last.view.over);
        assert_eq!(last.view.text, "Black: Queen d8-h4. Checkmate: Black (<@2>) wins.");
        let after = refused(app.play(&by(RED), "a3").await);
        assert_eq!(after.why, Why::NoGame);
        let button = refused(app.resign(&by(RED), Target::Button(view.game, view.ply)).await);
        assert_eq!(button.why, Why::Over);
    });
}

tests!(fools_mate);
