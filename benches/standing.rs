//! The cost of ratings with 100,000 rated people, and of a tournament among 1,000.
//!
//! `cargo bench --bench standing`, or `... -- --store postgres://...` for an empty database on a server. The
//! people, their ratings and a week's games are generated for each run. It ends with lines
//! `figure NAME VALUE UNIT`: medians of [`ROUNDS`] rounds, and one closing of a week.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

use std::time::Instant;

use clap::Parser;
use rookery::app::{App, Caller};
use rookery::discord::rest::mentions::written;
use rookery::game::{ChannelId, GuildId, InteractionId, Millis, RatingPeriod, UserId};
use rookery::games;
use rookery::render;
use rookery::store::{Store, StoreOptions, StoreUrl};
use rookery::words::Words;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Rated people, and rated games of the week to be closed.
const PEOPLE: u32 = 100_000;
/// Finished games of the person whose profile is shown, and the weeks in which they had a rating.
const OWN_GAMES: u32 = 1_000;
const OWN_WEEKS: u32 = 100;
/// Stored tournaments, each a finished round robin of ten.
const TOURNAMENTS: u32 = 1_000;
const PLAYERS: u32 = 10;
/// Rounds per figure.
const ROUNDS: usize = 21;
/// The current time, in Unix milliseconds, half a day into a week.
const NOW: i64 = 1_799_668_800_000 + 43_200_000;
/// The server in which all play.
const GUILD: u64 = 99;

/// Measures profiles, leaderboards and the closing of a week.
#[derive(Parser)]
struct Asked {
    /// An empty database, such as `postgres://user@host/database`; a file by default.
    #[arg(long)]
    store: Option<String>,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The statements that fill the database.
fn rows() -> Vec<String> {
    let numbers = |count: u32| {
        format!(
            "WITH RECURSIVE n(i) AS (VALUES(CAST(1 AS BIGINT)) UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        )
    };
    let week = i64::from(RatingPeriod::of(Millis(NOW)).0) - 1;
    let of_people = numbers(PEOPLE);
    let own_moves =
        "CASE i % 3 WHEN 0 THEN 'checkmate white' WHEN 1 THEN 'resigned black' ELSE 'draw agreed' END";
    let lists = [GUILD, 0].map(|guild| {
        format!(
            "INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
             {of_people} SELECT {guild}, 'chess', i, (1000 + (i * 7919) % 1200) * 1000000000 + i, {week} + 20 FROM n"
        )
    });
    let [here, everywhere] = lists;
    vec![
        format!("INSERT INTO rated_players (id, person) {of_people} SELECT i, i FROM n"),
        format!(
            "INSERT INTO ratings (player, variant, period, rating, deviation, volatility, settled_until)
             {of_people} SELECT i, 'chess', {week} - 1, (1000 + (i * 7919) % 1200) * 1000000000 + i, 80000000000, 60000000, {week} + 20 FROM n"
        ),
        format!(
            "INSERT INTO ratings (player, variant, period, rating, deviation, volatility, settled_until)
             {} SELECT 1, 'chess', {week} - 1 - i, (1000 + (i * 7919) % 1200) * 1000000000 + i, 80000000000, 60000000, {week} FROM n",
            numbers(OWN_WEEKS)
        ),
        format!("INSERT INTO rating_periods (period, closed_at) VALUES ({week} - 1, {NOW})"),
        here,
        everywhere,
        format!(
            "INSERT INTO rated_results (game, variant, period, guild, white, black, half_points, at)
             {of_people} SELECT 10000000 + i, 'chess', {week}, {GUILD}, 1 + (i * 7919) % {PEOPLE}, 1 + (i * 104729 + 1) % {PEOPLE}, i % 3,
                 {NOW} - i FROM n"
        ),
        format!(
            "INSERT INTO games (variant, rules_version, white, black, guild, channel, state, ending, created_at, moved_at, due_at, shown)
             {} SELECT 'chess', 1, 1, 1 + i, {GUILD}, 500000 + i, 'over', {own_moves}, {NOW} - i * 1000, {NOW} - i * 1000, {NOW} - i * 1000, 1 FROM n",
            numbers(OWN_GAMES)
        ),
        format!(
            "INSERT INTO tournaments (id, guild, channel, message, kind, variants, pace, rated, games, least, most, state, round, seed, created_at)
             {} SELECT i, {GUILD}, 900000 + i, 1, 'round-robin', 'chess', '1d', 0, 1, 3, {PLAYERS}, 'over', 9, i, {NOW} FROM n",
            numbers(TOURNAMENTS)
        ),
        format!(
            "INSERT INTO tournament_players (tournament, number, person, state, rating, joined_at)
             {} SELECT 1 + (i - 1) / {PLAYERS}, 1 + (i - 1) % {PLAYERS}, i, 'in', 1500, {NOW} FROM n",
            numbers(TOURNAMENTS * PLAYERS)
        ),
        format!(
            "INSERT INTO tournament_games (tournament, number, round, variant, white, black, result)
             {} SELECT t.id, row_number() OVER (PARTITION BY t.id ORDER BY w.i, b.i), 1 + (w.i + b.i) % 9, 'chess', w.i, b.i,
                 CASE (w.i * b.i + t.id) % 3 WHEN 0 THEN 'white' WHEN 1 THEN 'black' ELSE 'draw' END
             FROM tournaments t CROSS JOIN n w CROSS JOIN n b WHERE w.i < b.i",
            numbers(PLAYERS)
        ),
        // These messages count as sent.
        "DELETE FROM outbox".to_owned(),
    ]
}

async fn fill(url: &StoreUrl) {
    match url {
        StoreUrl::Sqlite(path) => {
            let options = SqliteConnectOptions::new().filename(path).synchronous(SqliteSynchronous::Off);
            let mut connection = options.connect().await.expect("a connection");
            let mut tx = connection.begin().await.expect("a transaction");
            for sql in rows() {
                sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.expect("rows");
            }
            tx.commit().await.expect("a commit");
            connection.close().await.expect("closed");
        }
        StoreUrl::Postgres(_) => {
            let address = Asked::parse().store.expect("an address");
            let mut connection = PgConnection::connect(&address).await.expect("a connection");
            let mut tx = connection.begin().await.expect("a transaction");
            for sql in rows() {
                sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.expect("rows");
            }
            tx.commit().await.expect("a commit");
            sqlx::query("ANALYZE").execute(&mut connection).await.expect("figures of the tables");
            connection.close().await.expect("closed");
        }
    }
}

/// The person whose profile is shown, in the server.
fn caller() -> Caller {
    Caller {
        guild: Some(GuildId(GUILD)),
        can_thread: true,
        may_thread: true,
        ..Caller::new((UserId(1), ChannelId(10)), InteractionId(1), Millis(NOW))
    }
}

fn tell(name: &str, mut milliseconds: Vec<f64>) {
    milliseconds.sort_by(f64::total_cmp);
    println!("figure {name} {:.3} ms", milliseconds[milliseconds.len() / 2]);
}

async fn measure(url: &StoreUrl) {
    let open = || async { Store::open_at(url, StoreOptions::default()).await.expect("the database opens") };
    open().await.close().await;
    let begun = Instant::now();
    fill(url).await;
    eprintln!("{PEOPLE} people were made in {:.0} s", begun.elapsed().as_secs_f64());
    let app = App::new(open().await);
    let (words, by) = (Words::english(), caller());
    let chess = games::from_slug("chess").expect("chess");
    let milliseconds = |begun: Instant| begun.elapsed().as_secs_f64() * 1e3;
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let (mut reads, mut profiles) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (page, times) in [(0, &mut first), (u32::MAX, &mut last)] {
            let begun = Instant::now();
            let board = app.leaderboard(&by, chess, page == 0, page).await.expect("a leaderboard");
            assert!(!words.leaderboard(&board, &written).is_empty() && board.listed == PEOPLE);
            times.push(milliseconds(begun));
        }
        let begun = Instant::now();
        let profile = app.profile(&by, by.user).await.expect("a profile");
        reads.push(milliseconds(begun));
        let chart =
            profile.results.as_ref().ok().and_then(|results| results.chart.as_ref()).expect("a curve");
        assert!(!words.profile(&profile, &written).0.is_empty());
        assert!(!render::rating_chart(&chart.chart, chart.theme).is_empty());
        profiles.push(milliseconds(begun));
    }
    tell("leaderboard-first-page", first);
    tell("leaderboard-last-page", last);
    tell("profile-read", reads);
    tell("profile-with-chart", profiles);
    tournaments(&app, words).await;
    let begun = Instant::now();
    assert!(app.close_rating_period(Millis(NOW)).await.expect("a write"));
    println!("figure rating-period-{PEOPLE}-games {:.2} s", begun.elapsed().as_secs_f64());
    app.close().await;
}

/// The cost of showing a large tournament, and of drawing its table.
async fn tournaments(app: &App, words: &Words) {
    let milliseconds = |begun: Instant| begun.elapsed().as_secs_f64() * 1e3;
    let (mut standings, mut tables) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS as u64 {
        let by = Caller { channel: ChannelId(900_001 + round * 40), ..caller() };
        let begun = Instant::now();
        let id = app.tournament_here(&by).await.expect("a tournament");
        let view = app.tournament_now(id).await.expect("a tournament");
        assert!(!words.tournament(&view, &written).is_empty() && !words.tournament_alt(&view).is_empty());
        let table = view.picture.as_ref().expect("a table");
        let drawn = Instant::now();
        assert!(!render::score_table(table, render::Look::default().theme).is_empty());
        tables.push(milliseconds(drawn));
        standings.push(milliseconds(begun));
    }
    tell("tournament-standings", standings);
    tell("cross-table-of-10", tables);
}

fn main() {
    let asked = Asked::parse();
    let dir = tempfile::tempdir().expect("a directory");
    let url = match asked.store {
        Some(address) => address.parse().expect("the address of a database"),
        None => StoreUrl::Sqlite(dir.path().join("rookery.db")),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure(&url));
}
