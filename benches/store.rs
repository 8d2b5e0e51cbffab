//! A start, a sweep and a backup with a million stored games: `cargo bench --bench store`.
//!
//! The database is created for each run, in a directory that is removed afterwards (about half a gigabyte,
//! and a minute to create). The run ends with lines `figure NAME VALUE UNIT`, each the median of [`ROUNDS`]
//! rounds.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

use std::path::Path;
use std::time::Instant;

use rookery::app::{App, Caller};
use rookery::game::{ChannelId, EventKind, InteractionId, LogEntry, Millis, UserId};
use rookery::store::{
    Change, Effect, LiveGame, Snapshot, Store, StoreOptions, StoreUrl, StoredState, TooOld,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Number of stored games.
const GAMES: u32 = 1_000_000;
/// One game in this many is live; the others are over.
const LIVE_EVERY: u32 = 100;
/// One game in this many has a state that no board shows yet, and so a pending outbox entry.
const UNSHOWN_EVERY: u32 = 100;
/// Moves per game: fewer than in real games, since a move's cost is that of a lookup in the database's
/// B-tree.
const MOVES: u32 = 6;
/// Interactions of the last hour, and open challenges.
///
/// A tenth of the interactions of the last quarter of an hour still have a token.
const INTERACTIONS: u32 = 100_000;
const CHALLENGES: u32 = 1_000;
/// The most boards that the bot queries at once.
const PAGE: u32 = 100;
/// Rounds per figure.
const ROUNDS: usize = 9;
/// Number of people who query their own data.
const PEOPLE: u64 = 25;
/// The current time in the generated database, in Unix milliseconds.
const NOW: i64 = 1_800_000_000_000;

/// Fills a database in one transaction and without syncs.
async fn fill(path: &Path) {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Off)
        .pragma("cache_size", "-400000")
        .connect()
        .await
        .expect("a connection");
    let mut tx = connection.begin().await.expect("a transaction");
    let numbers = |count: u32| {
        format!("WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < {count})")
    };
    // Each person has about fifty games. One game is created per second, so the oldest is about twelve days
    // old.
    let games = format!(
        "INSERT INTO games (rev, position_rev, variant, rules_version, fen, white, black, guild, channel, parent, state, ending,
             created_at, moved_at, board_channel, board_message, ply, due, due_at, shown)
         {} SELECT {MOVES} + 1, {MOVES} + iif(i % {LIVE_EVERY} = 0, 1, 0), 'chess', 1, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
             1 + (i * 7919) % 40000, 1 + (i * 104729 + 1) % 40000, 1 + i % 300, 500000 + i, 1 + i % 3000,
             iif(i % {LIVE_EVERY} = 0, 'live', 'over'), iif(i % {LIVE_EVERY} = 0, NULL, 'checkmate white'),
             {NOW} - i * 1000, {NOW} - (i - 1) * ({MOVES} + 1) - {MOVES} + iif(i % {LIVE_EVERY} = 0, 0, 1), 500000 + i, 900000 + i,
             {MOVES} - iif(i % {LIVE_EVERY} = 0, 0, 1), {MOVES} + 1, {NOW} - i * 1000,
             iif(i % {UNSHOWN_EVERY} = 0, {MOVES}, {MOVES} + 1) FROM n",
        numbers(GAMES)
    );
    // The last event of a finished game is its end.
    let moves = format!(
        "INSERT INTO events (game, seq, kind, text, at)
         {} SELECT 1 + (i - 1) / ({MOVES} + 1), 1 + (i - 1) % ({MOVES} + 1),
             CASE WHEN (i - 1) % ({MOVES} + 1) = 0 THEN 'begun' WHEN i % ({MOVES} + 1) = 0 AND i / ({MOVES} + 1) % {LIVE_EVERY} <> 0 THEN 'ended' ELSE 'move' END,
             CASE WHEN i % ({MOVES} + 1) = 0 AND i / ({MOVES} + 1) % {LIVE_EVERY} <> 0 THEN 'checkmate white' ELSE 'e2e4' END,
             {NOW} - (i - 1) FROM n",
        numbers(GAMES * (MOVES + 1))
    );
    let interactions = format!(
        "INSERT INTO interactions (id, at, token, game, rev)
         {} SELECT 7000000 + i, {NOW} - 36 * ({INTERACTIONS} - i),
             iif(i % 10 = 0 AND {INTERACTIONS} - i < {INTERACTIONS} / 4, printf('%0200d', i), NULL), i, 7 FROM n",
        numbers(INTERACTIONS)
    );
    let challenges = format!(
        "INSERT INTO challenges (challenger, opponent, variant, color, thread, start, guild, channel, created_at, message)
         {} SELECT i, i + 1, 'chess', 'random', 'auto', '', 1, i, {NOW} - i * 60000, i FROM n",
        numbers(CHALLENGES)
    );
    for sql in [games, moves, interactions, challenges] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.expect("rows");
    }
    tx.commit().await.expect("a commit");
    connection.close().await.expect("closed");
}

async fn open(path: &Path) -> Store {
    Store::open(path, StoreOptions::default()).await.expect("the database opens")
}

/// Everything that the regular sweep asks of the store. Each round is a minute after the last.
async fn sweep(store: &Store, round: i64) {
    let now = NOW + round * 60_000;
    let owed = store.owed(Millis(now), PAGE, 8).await.expect("a read");
    assert_eq!(owed.len(), PAGE as usize);
    let before = |age: i64| Millis(now - age);
    let old = TooOld {
        unposted: Millis(now - 60_000),
        closed: Millis(now - Millis::DAY),
        challenges: before(Millis::DAY),
        challenged: before(Millis::HOUR),
        interactions: before(Millis::HOUR),
        tokens: before(Millis::HOUR / 4),
        now: Millis(now),
    };
    store.tidy(&old).await.expect("a write");
    store.drop_old_pages(Millis(now)).await.expect("a write");
}

/// The commands that read many games: `/games`, `/profile` and `/next`, for people with about fifty games
/// each.
async fn what_people_ask(path: &Path) {
    let app = App::new(open(path).await);
    let (mut games, mut profiles, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
    for person in 1..=PEOPLE {
        let user = UserId(1 + (700 * person * 7919) % 40_000);
        let by = Caller::new((user, ChannelId(1)), InteractionId(1), Millis(NOW));
        let begun = Instant::now();
        app.games(user).await.expect("a read");
        app.games_over(user, 10).await.expect("a read");
        games.push(milliseconds(begun));
        let begun = Instant::now();
        app.profile(&by, user).await.expect("a read");
        profiles.push(milliseconds(begun));
        let begun = Instant::now();
        app.next(&by, None).await.expect("a read");
        nexts.push(milliseconds(begun));
    }
    app.close().await;
    tell("games-1m-games", games);
    tell("profile-1m-games", profiles);
    tell("next-1m-games", nexts);
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

fn tell(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    println!("figure {name} {:.3} ms", values[values.len() / 2]);
}

async fn measure(path: &Path) {
    let begun = Instant::now();
    open(path).await.close().await;
    tell("start-empty", vec![milliseconds(begun)]);
    let begun = Instant::now();
    fill(path).await;
    eprintln!("{GAMES} games were made in {:.0} s", begun.elapsed().as_secs_f64());
    let (mut starts, mut sweeps, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS as i64 {
        let begun = Instant::now();
        let store = open(path).await;
        starts.push(milliseconds(begun));
        let begun = Instant::now();
        sweep(&store, round).await;
        sweeps.push(milliseconds(begun));
        let begun = Instant::now();
        assert!(!store.live_of(UserId(1 + (700 * 7919) % 40_000)).await.expect("a read").is_empty());
        lists.push(milliseconds(begun));
        store.close().await;
    }
    tell("start-1m-games", starts);
    tell("sweep-1m-games", sweeps);
    tell("list-1m-games", lists);
    what_people_ask(path).await;
    let begun = Instant::now();
    rookery::store::backup(path, &path.with_extension("backup")).await.expect("a backup");
    tell("backup-1m-games", vec![milliseconds(begun)]);
    let store = open(path).await;
    let end = |game: &LiveGame| {
        let text = "aborted".to_owned();
        let entry = LogEntry { kind: EventKind::Ended, by: None, text: text.clone() };
        let after = Snapshot {
            rev: game.stands.rev.next(),
            state: StoredState::Over,
            ending: Some(text),
            ..game.stands.clone()
        };
        let effects = vec![Effect::Event(entry)];
        Change { effects, after, interaction: None, answer: None, now: Millis(NOW) }
    };
    let begun = Instant::now();
    let forgotten = store.forget(UserId(1 + 7919), Millis(NOW), end).await.expect("a write");
    eprintln!("{} games forgotten", forgotten.games);
    tell("forget-1m-games", vec![milliseconds(begun)]);
    store.close().await;
    let begun = Instant::now();
    rookery::store::check(path).await.expect("it is whole");
    tell("check-1m-games", vec![milliseconds(begun)]);
    let [from, to] = [path.to_owned(), path.with_extension("copy")].map(StoreUrl::Sqlite);
    let begun = Instant::now();
    rookery::store::copy(&from, &to, &mut |_, _| ()).await.expect("a copy");
    tell("copy-1m-games", vec![milliseconds(begun)]);
}

fn main() {
    let dir = tempfile::tempdir().expect("a directory");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure(&dir.path().join("rookery.db")));
}
