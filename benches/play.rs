//! The cost of a move, from the typed text through the commit and back to a view: the app with a store in
//! memory.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use rookery::app::{App, Caller, Limits};
use rookery::game::{AnswerToken, ChannelId, Color, InteractionId, Millis, UserId};
use rookery::games;
use rookery::rules::Line;
use rookery::store::{Change, Effect, NewGame, Store, StoreOptions};
use tokio::runtime::Runtime;

use super::long_game::{long_game, stored};
use super::{Figure, ROUNDS, figure};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Games per variant. Each gets one move per round.
const GAMES: u64 = 8;

/// Games after a given number of plies, with the moves that follow.
struct Hall {
    runtime: Runtime,
    app: App,
    games: Vec<(ChannelId, Line)>,
    _directory: tempfile::TempDir,
}

impl Hall {
    fn at(ply: usize) -> Self {
        let shm = Path::new("/dev/shm");
        let directory = if shm.is_dir() { tempfile::tempdir_in(shm) } else { tempfile::tempdir() };
        let directory = directory.expect("a directory");
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let (app, games) = runtime.block_on(async {
            let path = directory.path().join("rookery.db");
            let store = Store::open(&path, StoreOptions::default()).await.expect("a database");
            let mut games = Vec::new();
            for variant in games::all() {
                let line = long_game(variant, ply + ROUNDS + 1);
                let mut played = Line::new(*line.start());
                for mv in &line.moves()[..ply] {
                    played.play(*mv).expect("a legal move");
                }
                for _ in 0..GAMES {
                    let channel = ChannelId(games.len() as u64 + 1);
                    begin(&store, &played, channel).await;
                    games.push((channel, line.clone()));
                }
            }
            (App::new(store).with_limits(Limits::NONE), games)
        });
        Self { runtime, app, games, _directory: directory }
    }

    /// Plays the move with this number in every game. Returns microseconds of processor time per move.
    fn play(&self, number: usize) -> f64 {
        let before = processor_time();
        self.runtime.block_on(async {
            for (channel, line) in &self.games {
                let first = u64::from(line.start().turn() != Color::White);
                let by = Caller {
                    answer: Some(AnswerToken("x".repeat(200))),
                    can_thread: true,
                    may_thread: true,
                    ..Caller::new(
                        (UserId(1 + (number as u64 + first) % 2), *channel),
                        InteractionId((number as u64) << 32 | channel.0),
                        Millis(1_800_000_000_000),
                    )
                };
                let text = line.moves()[number].to_string();
                self.app.play(&by, &text).await.expect("the move is played");
            }
        });
        (processor_time() - before) / self.games.len() as f64 * 1e6
    }
}

async fn begin(store: &Store, line: &Line, channel: ChannelId) {
    let row = stored(line, channel);
    let new = NewGame {
        variant: row.variant,
        rules_version: row.rules_version,
        white: UserId(1),
        black: UserId(2),
        engine: None,
        guild: None,
        channel,
        parent: None,
        pace: None,
        hints: false,
        rated: false,
        challenge: None,
        rematch_of: None,
        tournament: None,
        user_install: None,
    };
    let effects = row.log.into_iter().map(Effect::Event).collect();
    let change = Change { effects, after: row.stands, interaction: None, answer: None, now: Millis(0) };
    store.begin_game(&new, &change).await.expect("a game");
}

/// The processor time of all threads so far, in seconds; wall-clock time if the system does not report it.
fn processor_time() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds: f64 = threads
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok())
        .filter_map(|stat| stat.split(' ').next()?.parse::<f64>().ok())
        .sum();
    if nanoseconds > 0.0 {
        return nanoseconds / 1e9;
    }
    START.elapsed().as_secs_f64()
}

/// The cost of a move after ten moves, and after four hundred.
pub fn figures() -> Vec<Figure> {
    let of = |ply: usize| {
        let hall = std::cell::OnceCell::new();
        let number = std::cell::Cell::new(ply);
        figure(format!("app-play-{ply}"), "us", move || {
            let next = number.replace(number.get() + 1);
            hall.get_or_init(|| Hall::at(ply)).play(next)
        })
    };
    vec![of(10), of(400)]
}
