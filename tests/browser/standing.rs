//! Rated games, profiles, leaderboards, and the table of the daily puzzle.

use std::path::Path;

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Move, Position};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::lobby::{goes_to, wants_in_quiet};
use super::screen::fits_everywhere;
use super::table::{Match, Seat};
use super::tapping::Board;
use super::{Scene, Table, driver, learning};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("a_rated_game_is_seen_in_both_profiles", |table| rated(table).boxed()),
    ("the_puzzle_of_the_day_has_a_table", |table| daily(table).boxed()),
];

/// The two system themes.
const THEMES: [&str; 2] = ["dark", "light"];

/// Half a year of ratings before the week of the played game, so that both are settled.
const CAREERS: &[&str] = &[
    "INSERT INTO ratings (player, variant, period, rating, deviation, volatility, settled_until)
     WITH RECURSIVE weeks(back) AS (VALUES(1) UNION ALL SELECT back + 1 FROM weeks WHERE back < 26)
     SELECT id, 'chess', played.period - back, (1500 + 40 * id * (1 - back % 3) - 4 * back) * 1000000000, (55 + 6 * back) * 1000000000,
         60000000, played.period + 9
     FROM weeks, rated_players, (SELECT max(period) AS period FROM rated_results) AS played",
    "INSERT INTO rating_periods (period, closed_at) SELECT max(period) - 1, 0 FROM rated_results",
    "UPDATE rating_lists SET settled_until = latest.settled_until, rating = latest.rating FROM ratings AS latest
     WHERE latest.player = rating_lists.player AND latest.period = (SELECT max(period) FROM ratings)",
];

/// Checks the current page on a desktop and a phone, in both themes.
async fn in_both_themes(table: &Table, seat: &Seat, what: &str) {
    for theme in THEMES {
        seat.here().await;
        driver::prefers(&table.client, theme).await;
        fits_everywhere(table, seat, &format!("{what}, {theme}")).await;
    }
    table.shot(seat, &format!("{}-390.png", what.replace(' ', "-")), 390, 844).await;
}

async fn careers(data: &Path) {
    let options = SqliteConnectOptions::new().filename(data.join("rookery.db"));
    let mut database = options.connect().await.expect("a connection");
    for sql in CAREERS.iter().copied() {
        sqlx::query(sql).execute(&mut database).await.expect("rows");
    }
    database.close().await.expect("closed");
}

async fn rated(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let chess = games::from_slug("chess").expect("a game");
    let options = [
        ("variant", chess.name(), Some(chess.name())),
        ("opponent", "Blue", Some("Blue")),
        ("color", "wh", Some("White")),
        ("pace", "1 day", Some("1 day a move")),
        ("rated", "tr", Some("True")),
    ];
    red.command("challenge", &options).await;
    blue.reads("Rated. @Red 1500?, @Blue 1500?: +162 / 0 / -162. ").await;
    fits_everywhere(table, blue, "a rated challenge").await;
    blue.tap("Accept").await;
    red.reads("Rated, and counted on the Monday after it ends. Of your rated games of Chess with each other the first two a week count. Moves are not taken back.")
        .await;
    let mut game = Match { position: Position::start(chess), seats: [red, blue] };
    game.play("e2e4 e7e5").await;
    blue.tap("Resign").await;
    blue.tap("Yes, resign").await;
    for seat in [red, blue] {
        seat.reads("@Red 1500? -> 1662?, @Blue 1500? -> 1338?, as of now. Counted on Monday.").await;
    }
    fits_everywhere(table, blue, "the end of a rated game").await;
    red.command("profile", &[]).await;
    red.is_told("Chess: 1500? -> 1662?, as of now").await;
    red.is_told("Chess: 1 won, 0 drawn, 0 lost").await;
    blue.command("profile", &[("user", "Red", Some("Red"))]).await;
    blue.is_told("You against @Red: 0 won, 0 drawn, 1 lost.").await;
    blue.command("leaderboard", &[("variant", chess.name(), Some(chess.name()))]).await;
    blue.is_told("Nobody here has a settled rating yet.").await;

    careers(&table.data).await;
    red.command("profile", &[]).await;
    red.is_told("Chess: the rating from ").await;
    let curve = "const curve = [...document.querySelectorAll('.message.ephemeral .picture img')].pop();
        return curve?.complete && curve.naturalWidth > 0 && curve.alt";
    let alt = red.until("the curve", curve, vec![]).await;
    let alt = alt.as_str().expect("a text");
    assert!(alt.starts_with("A curve of the rating of Chess from 20"), "{alt}");
    in_both_themes(table, red, "a profile").await;
    blue.command("leaderboard", &[("variant", chess.name(), Some(chess.name()))]).await;
    blue.is_told("@Blue 1496").await;
    blue.is_told("@Red 1496").await;
    blue.is_told("You are number ").await;
    in_both_themes(table, blue, "a leaderboard").await;
}

async fn daily(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    red.command("server", &[]).await;
    red.is_told("Puzzle of the day").await;
    wants_in_quiet(red, "Puzzle of the day").await;
    red.is_told("Saved. Places.").await;
    goes_to(red, "quiet").await;
    red.reads("Puzzle of the day: ").await;
    assert!(!red.is_pinged().await, "it notifies nobody");
    red.tap("Solve it").await;
    let board = Board::empty(table).await;
    learning::opens(table, &board).await;
    learning::reads(table, &board, "says", " puzzle, ").await;
    let puzzle = learning::shown(table, &board).await;
    let own: Vec<Move> = puzzle.solution().iter().step_by(2).copied().collect();
    for (number, mv) in own.iter().enumerate() {
        board.type_move(&mv.to_string()).await;
        if number + 1 < own.len() {
            learning::reads(table, &board, "answer", "Right: ").await;
        }
    }
    learning::reads(table, &board, "says", "Solved!").await;
    goes_to(blue, "quiet").await;
    blue.tap("Table").await;
    blue.is_told("@Red: 1, 1 of them first").await;
    blue.is_told("You have no days in a row yet.").await;
    in_both_themes(table, blue, "the table of the puzzle of the day").await;
    red.tap("Table").await;
    red.is_told("You have one day in a row.").await;
}
