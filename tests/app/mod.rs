//! Games played through the app, each on a fresh database.

mod challenges;
mod closed;
mod completing;
mod custom_games;
pub mod integrity;
mod limits;
mod locales;
mod looking;
mod nudges;
mod offers;
mod operator;
mod opponent;
mod own_data;
mod playing;
mod premoves;
mod races;
mod rating_closing;
pub mod ratings;
mod takebacks;
mod time;
mod told;
mod vacations;

use crate::databases::file_in;
pub use crate::databases::with_database;
use crate::runtime::on_virtual_time;
use libtest_mimic::Trial;
use rookery::app::{
    Accepted, AppError, Caller, ChallengeView, ChallengeWish, Challenged, Choice, Closed, ColorWish, Confirm,
    Drawn, GameView, JobDone, Limits, MovesView, Opponent, Rejection, RejectionKind, ThreadWish,
};
use rookery::app::{App, AppResult, Missed, Outcome, Target, Variant};
use rookery::discord::rest::mentions::written;
use rookery::game::{ChallengeId, ChannelId, GameId, GuildId, InteractionId, Millis, Rev, UserId};
use rookery::games;
use rookery::store::StoreUrl;
use rookery::words::Words;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub const RED: UserId = UserId(1);
pub const BLUE: UserId = UserId(2);
pub const GREEN: UserId = UserId(3);
pub const HALL: ChannelId = ChannelId(10);
pub const NOON: Millis = Millis(1_800_000_000_000);

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    [
        challenges::tests(),
        closed::tests(),
        completing::tests(),
        integrity::tests(),
        limits::tests(),
        locales::tests(),
        looking::tests(),
        nudges::tests(),
        offers::tests(),
        operator::tests(),
        opponent::tests(),
        own_data::tests(),
        custom_games::tests(),
        playing::tests(),
        premoves::tests(),
        races::tests(),
        rating_closing::tests(),
        ratings::tests(),
        takebacks::tests(),
        time::tests(),
        told::tests(),
        vacations::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

static INTERACTIONS: AtomicU64 = AtomicU64::new(1_000);

/// Runs a test on its own database.
pub fn with_app<F: Future<Output = ()>>(test: impl FnOnce(App) -> F) {
    with_database(async |url| {
        let app = open_at(&url).await;
        test(app.clone()).await;
        app.close().await;
    });
}

/// Runs a test on the file of a fresh database.
pub fn with_path<F: Future<Output = ()>>(test: impl FnOnce(PathBuf) -> F) {
    let dir = tempfile::tempdir().expect("a directory for the test");
    on_virtual_time(test(file_in(dir.path())));
}

pub async fn open_at(url: &StoreUrl) -> App {
    App::open_at(url).await.expect("the database opens")
}

pub async fn open(path: &Path) -> App {
    App::open(path).await.expect("the database opens")
}

/// No pause between two challenges; the default for all other limits.
pub fn without_pauses() -> Limits {
    Limits { pause_to_one: 0, pause_declined: 0, pause_to_anyone: 0, ..Limits::default() }
}

/// A new interaction of this user in the hall.
pub fn by(user: UserId) -> Caller {
    Caller {
        guild: Some(GuildId(99)),
        can_thread: true,
        may_thread: true,
        ..Caller::new((user, HALL), InteractionId(INTERACTIONS.fetch_add(1, Ordering::Relaxed)), NOON)
    }
}

pub fn variant(slug: &str) -> Variant {
    games::from_slug(slug).expect("a known variant")
}

pub fn asking(slug: &str, opponent: Option<UserId>) -> ChallengeWish {
    ChallengeWish {
        variant: variant(slug),
        opponent: opponent.map(|user| Opponent { user, bot: false }),
        color: ColorWish::White,
        engine: None,
        pace: None,
        hints: false,
        rated: false,
        thread: ThreadWish::Auto,
        position: None,
    }
}

pub async fn challenge(app: &App, by: &Caller, new: ChallengeWish) -> ChallengeId {
    match app.challenge(by, new, None).await {
        Ok(Challenged::Open(view)) => view.challenge,
        other => panic!("no open challenge: {other:?}"),
    }
}

/// Red (White) against Blue in the hall.
pub async fn start(app: &App, slug: &str, position: Option<&str>) -> GameView {
    let new = ChallengeWish { position: position.map(str::to_owned), ..asking(slug, Some(BLUE)) };
    let challenge = challenge(app, &by(RED), new).await;
    match app.accept(&by(BLUE), challenge, None).await {
        Ok(Accepted::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

/// Runs due jobs as a running bot does, without sending messages.
pub async fn do_jobs(app: &App, now: Millis) -> Vec<JobDone> {
    let mut done = Vec::new();
    for game in app.store().due_games(now, 100).await.expect("a read") {
        done.extend(app.do_job(game, now).await.expect("a job"));
    }
    done
}

/// Plays moves in turn, Red first. Returns the last outcome.
pub async fn play(app: &App, moves: &str) -> Outcome {
    let mut last = None;
    for (i, text) in moves.split_whitespace().enumerate() {
        let who = if i % 2 == 0 { RED } else { BLUE };
        last = Some(Box::pin(app.play(&by(who), text)).await.unwrap_or_else(|e| panic!("{text}: {e}")));
    }
    last.expect("some moves")
}

/// The text of a view.
pub trait Told {
    fn text(&self) -> String;
}

impl Told for GameView {
    fn text(&self) -> String {
        Words::english().news(self, &written)
    }
}

impl Told for ChallengeView {
    fn text(&self) -> String {
        Words::english().challenge(self, &written)
    }
}

impl Told for Closed {
    fn text(&self) -> String {
        Words::english().closed(self, &written)
    }
}

impl Told for Confirm {
    fn text(&self) -> String {
        Words::english().question(self, &written)
    }
}

impl Told for MovesView {
    fn text(&self) -> String {
        Words::english().told_moves(self)
    }
}

/// Offers a draw that needs no confirmation.
pub async fn draw(app: &App, by: &Caller, target: Target) -> AppResult<Outcome> {
    match app.draw(by, target).await? {
        Drawn::Done(outcome) => Ok(*outcome),
        Drawn::AskFirst(question) => panic!("it asks first: {}", question.text()),
    }
}

/// The label of a choice.
pub trait Labelled {
    fn label(&self) -> String;
}

impl Labelled for Choice {
    fn label(&self) -> String {
        Words::english().choice(&self.shown)
    }
}

/// A refusal with its sentence.
#[derive(Debug)]
pub struct ToldRefusal {
    pub why: RejectionKind,
    pub text: String,
    pub fresh: Option<GameView>,
}

pub fn told(refused: &Rejection) -> ToldRefusal {
    let text = Words::english().refused(refused, &written);
    ToldRefusal { why: refused.why(), text, fresh: refused.fresh().cloned() }
}

pub fn refused<T: std::fmt::Debug>(answer: AppResult<T>) -> ToldRefusal {
    match answer {
        Err(AppError::Refused(refused)) => told(&refused),
        other => panic!("not refused: {other:?}"),
    }
}

/// The channels whose players have yet to be notified that their game was set aside.
pub async fn set_aside(app: &App) -> Vec<u64> {
    let mut told = Vec::new();
    for owed in app.store().all_owed().await.expect("a read") {
        let (game, rev) = (GameId(owed.key.subject), Rev(owed.version));
        if let Some(Missed::SetAside(notice)) = app.missed(game, rev, NOON).await.expect("a read") {
            told.push(notice.place.channel.0);
        }
    }
    told
}

/// Checks all live games as a start does.
pub async fn review(app: &App) {
    let mut from = None;
    loop {
        from = app.review(from, NOON).await.expect("a review").next;
        if from.is_none() {
            return;
        }
    }
}
