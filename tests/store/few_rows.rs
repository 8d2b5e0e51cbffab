//! Databases with few rows of arbitrary content are copied completely, and the bot can use the copy.

use super::copying::{all, opened};
use super::{NOON, begin, beginning, ending, new_challenge, new_game, one_move};
use crate::databases::{DbProbe, done_with, fresh, with_empty_database};
use rookery::game::{ChannelId, GameId, Millis, Rev, UserId};
use rookery::store::{Change, NewChallenge, NewGame, Store, StoreUrl, copy};
use rookery::timing::virtual_time::hold;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::path::Path;

tests_on_both!(whatever_stands_in_a_table_comes_back, what_the_bot_has_made_goes_on_in_the_copy);

/// Number of databases tested.
const ROUNDS: u32 = 6;

/// Texts that a copy could misinterpret.
const TEXTS: [&str; 16] = [
    "",
    " ",
    "NULL",
    "\\N",
    "\\.",
    "\\",
    "a\\tb",
    "a\tb\nc\rd",
    "\u{8}\u{b}\u{c}",
    "'\"`$1?",
    "\u{1}\u{7f}",
    "♞ ﷽ 𝔸 é e\u{301} \u{200d}\u{202e}",
    "{\"a\": [null, \"\\u0000\"]}",
    ",;|",
    "\u{feff}\u{10ffff}\u{fffd}",
    "own-1",
];

/// A table of the schema.
struct Table {
    name: String,
    made_by: String,
}

/// A column: its name, whether it holds text, and whether it may be NULL.
struct Column {
    name: String,
    is_text: bool,
    may_be_null: bool,
    is_key: bool,
}

async fn tables(file: &mut SqliteConnection) -> Vec<Table> {
    // Events belong to games.
    let tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT IN
        ('_sqlx_migrations', 'sqlite_sequence', 'leases', 'trials', 'generation', 'compatible_from')
        ORDER BY name <> 'games', name";
    let rows = sqlx::query(tables).fetch_all(file).await.expect("the tables");
    rows.iter().map(|row| Table { name: row.get("name"), made_by: row.get("sql") }).collect()
}

async fn columns(file: &mut SqliteConnection, table: &str) -> Vec<Column> {
    let rows =
        sqlx::query("SELECT name, type, \"notnull\" OR pk AS must, pk > 0 AS key FROM pragma_table_info($1)");
    let rows = rows.bind(table).fetch_all(file).await.expect("the columns");
    let column = |row: &sqlx::sqlite::SqliteRow| Column {
        name: row.get("name"),
        is_text: row.get::<String, _>("type") == "TEXT",
        may_be_null: row.get::<i64, _>("must") == 0,
        is_key: row.get::<i64, _>("key") == 1,
    };
    rows.iter().map(column).collect()
}

/// The allowed values of a column, if the schema lists them.
fn allowed<'a>(made_by: &'a str, column: &str) -> Vec<&'a str> {
    let starts = [format!("({column} IN ("), format!("(\"{column}\" IN (")];
    let list = starts.iter().find_map(|start| made_by.split_once(start.as_str()));
    let list = list.and_then(|(_, after)| after.split(')').next()).unwrap_or_default();
    list.split(',').map(str::trim).filter(|value| !value.is_empty()).collect()
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A value for a column, in SQL notation.
fn value(table: &Table, column: &Column) -> String {
    let numbered = table.made_by.contains("AUTOINCREMENT") && column.is_key;
    if column.may_be_null && fastrand::u8(..3) == 0 {
        return "NULL".to_owned();
    }
    let allowed = allowed(&table.made_by, &column.name);
    match (table.name.as_str(), column.name.as_str()) {
        (_, "one") => "1".to_owned(),
        // The next week comes after the last one.
        ("rating_periods", "period") => fastrand::u16(..).to_string(),
        // A log belongs to a game.
        ("events", "game") => "(SELECT id FROM games ORDER BY random() LIMIT 1)".to_owned(),
        // This state has an ending.
        ("games", "ending") => "CASE state WHEN 'over' THEN 'checkmate white' END".to_owned(),
        _ if !allowed.is_empty() => allowed[fastrand::usize(..allowed.len())].to_owned(),
        // An id assigned by the store: by its clock, or the next one.
        _ if numbered => fastrand::choice(["NULL", "7", "1799999999999123"]).expect("one").to_owned(),
        _ if column.is_text && fastrand::u8(..20) == 0 => quoted(&"long ♞ \\ ".repeat(20_000)),
        _ if column.is_text => quoted(TEXTS[fastrand::usize(..TEXTS.len())]),
        _ => match fastrand::u8(..6) {
            // In SQLite's notation: -9223372036854775808 would be a floating-point number.
            0 => "(-9223372036854775807 - 1)".to_owned(),
            1 => i64::MAX.to_string(),
            2 => "0".to_owned(),
            3 => "-1".to_owned(),
            _ => fastrand::i64(1_000..).to_string(),
        },
    }
}

/// Inserts up to three rows into some tables of a file. No rows are derived from them, since there are no
/// triggers.
async fn fill_some(path: &Path) {
    let _clock = hold();
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.expect("a file");
    let triggers = "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'";
    let triggers: Vec<String> =
        sqlx::query_scalar(triggers).fetch_all(&mut file).await.expect("the triggers");
    for sql in triggers {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut file).await.expect("it goes");
    }
    for table in tables(&mut file).await {
        let columns = columns(&mut file, &table.name).await;
        for _ in 0..fastrand::u8(..4) {
            // A column's value may depend on another column.
            let made: Vec<String> = columns
                .iter()
                .map(|column| match (table.name.as_str(), column.name.as_str()) {
                    ("games", "ending") => "NULL".to_owned(),
                    ("games", "state") => {
                        fastrand::choice(["'live'", "'set aside'"]).expect("one").to_owned()
                    }
                    _ => value(&table, column),
                })
                .collect();
            let names: Vec<String> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
            // Two rows with the same key become one.
            let sql = format!(
                "INSERT OR IGNORE INTO {} ({}) VALUES ({})",
                table.name,
                names.join(", "),
                made.join(", ")
            );
            let done = sqlx::query(AssertSqlSafe(sql.clone())).execute(&mut file).await;
            done.unwrap_or_else(|error| panic!("{sql:.300}: {error}"));
        }
        if table.name == "games" {
            let over = "UPDATE games SET state = 'over', ending = 'checkmate white' WHERE id % 2 = 1";
            sqlx::query(over).execute(&mut file).await.expect("an end");
        } else if fastrand::bool() && table.made_by.contains("AUTOINCREMENT") {
            // An id that was assigned and is no longer in use.
            let last = format!("DELETE FROM {0} WHERE id = (SELECT max(id) FROM {0})", table.name);
            sqlx::query(AssertSqlSafe(last)).execute(&mut file).await.expect("it goes");
        }
    }
    file.close().await.expect("an end");
}

/// A file that does not exist yet, or has only empty tables.
async fn new_file(dir: &Path, name: &str) -> (std::path::PathBuf, StoreUrl) {
    let path = dir.join(name);
    let url = StoreUrl::Sqlite(path.clone());
    if fastrand::bool() {
        opened(&url).await.close().await;
    }
    (path, url)
}

async fn copied(from: &StoreUrl, to: &StoreUrl) {
    if let Err(why) = copy(from, to, &mut |_, _| ()).await {
        panic!("{from} to {to}: {why}");
    }
}

/// Writes into a copy as the bot does: no id is assigned twice.
async fn writes(url: &StoreUrl) {
    let beside = DbProbe::open(url).await;
    let [games, challenges] =
        ["games", "challenges"].map(|table| format!("SELECT coalesce(max(id), 0) FROM {table}"));
    let mut last = [beside.number(games).await, beside.number(challenges).await];
    let store = opened(url).await;
    let now = Millis(NOON.0 + 1);
    for channel in [500_001, 500_002] {
        let channel = ChannelId(channel);
        let game = NewGame { channel, guild: None, ..new_game(0) };
        let game = store.begin_game(&game, &Change { now, ..beginning() }).await.expect("a game").0;
        let challenge = NewChallenge { guild: None, channel, created_at: now, ..new_challenge() };
        let challenge = store.new_challenge(&challenge, None).await.expect("a challenge").0;
        assert!(last[0] < game && last[1] < challenge, "{game} and {challenge} after {last:?}");
        last = [game, challenge];
    }
    let owed = "SELECT count(*) FROM outbox WHERE kind = 'board' AND subject = ";
    assert_eq!(beside.number(format!("{owed}{}", last[0])).await, 1);
    // The ids of rated people, which do not depend on the clock.
    let last = beside.number("SELECT coalesce(max(id), 0) FROM rated_players").await;
    rated_game(&store, 500_003, [90_001, 90_002]).await;
    let new = "SELECT count(*) FROM rated_players WHERE person IN (90001, 90002) AND id > ";
    assert_eq!(beside.number(format!("{new}{last}")).await, 2);
    store.close().await;
    beside.close().await;
}

/// A rated game played to its end.
async fn rated_game(store: &Store, channel: u64, players: [u64; 2]) -> GameId {
    let [white, black] = players.map(UserId);
    let game = NewGame { white, black, rated: true, guild: None, ..new_game(channel) };
    let id = store.begin_game(&game, &beginning()).await.expect("a game");
    for ply in 0..2 {
        store.change(id, Rev(i64::from(ply) + 1), &one_move(ply, "a move")).await.expect("a move");
    }
    store.change(id, Rev(3), &ending(2, "checkmate white")).await.expect("an end");
    id
}

/// Copies from a file to a database of this kind and back, and from that to another one of its kind.
async fn there_and_back(first: &Path, there: &StoreUrl) {
    let dirs = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
    let from = StoreUrl::Sqlite(first.to_owned());
    let (second, back) = new_file(dirs[0].path(), "second.db").await;
    let (third, last) = new_file(dirs[0].path(), "third.db").await;
    let beyond = fresh(dirs[1].path()).await;
    copied(&from, there).await;
    copied(there, &back).await;
    copied(there, &beyond).await;
    copied(&beyond, &last).await;
    let before = all(first).await;
    for path in [&second, &third] {
        for ((name, rows), (_, now)) in before.iter().zip(all(path).await) {
            assert!(*rows == now, "{name}: {rows:.300?} is {now:.300?}");
        }
    }
    for url in [there, &back, &beyond, &last] {
        writes(url).await;
    }
    done_with(&beyond).await;
}

fn whatever_stands_in_a_table_comes_back() {
    for _ in 0..ROUNDS {
        with_empty_database(async |there| {
            let dir = tempfile::tempdir().expect("a directory");
            let (first, from) = (dir.path().join("first.db"), dir.path().join("first.db"));
            opened(&StoreUrl::Sqlite(from)).await.close().await;
            fill_some(&first).await;
            there_and_back(&first, &there).await;
        });
    }
}

/// Sequences with and without assigned ids, and ids that are free again.
fn what_the_bot_has_made_goes_on_in_the_copy() {
    for round in 0..ROUNDS {
        with_empty_database(async |first| {
            let dirs = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
            let store = opened(&first).await;
            let mut given = Vec::new();
            for channel in 0..fastrand::u64(..3) {
                given.push(begin(&store, 500 + channel).await.0);
            }
            let asked = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
            if round % 2 == 0 {
                store.end_challenge(asked, None, NOON).await.expect("an end");
            }
            if round % 3 == 0 {
                rated_game(&store, 600, [1, 2]).await;
            }
            store.close().await;
            let (_, file) = new_file(dirs[0].path(), "copy.db").await;
            let same = fresh(dirs[1].path()).await;
            for url in [&file, &same] {
                copied(&first, url).await;
                writes(url).await;
            }
            done_with(&same).await;
        });
    }
}
