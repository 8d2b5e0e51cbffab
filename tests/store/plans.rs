//! SQLite's query plans of every statement of the store: none reads all games, moves or interactions.

use super::{in_directory, open};
use crate::house::files_ending;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::path::Path;

tests!(
    no_statement_reads_all_there_is,
    games_that_ended_with_their_place_have_indexes_of_their_own,
    of_what_is_owed_only_what_is_due_is_read,
    a_statement_that_reads_all_there_is_is_seen,
    strings_of_the_source_are_read
);

/// Tables that grow without limit, or with every move or person. Open challenges and closed channels are few,
/// and are deleted again.
const LARGE: &str =
    "SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND (tables.name IN ('games', 'people') OR columns.name IN ('game', 'person'))";

/// Indexes of a few rows only: pending work. They may be scanned.
const SHORT: [&str; 1] = ["interactions_with_token"];

/// Statements whose purpose is to read everything, by a part of their text.
const MEANT: [&str; 15] = [
    // After a restore all live games are read once.
    "SELECT id, rev, moved_at FROM games WHERE state = 'live'",
    // Counts at the start and for monitoring, at most once in some seconds: entries of indexes of live rows.
    "SELECT count(*) FROM games WHERE state = 'live'",
    // The check of the whole database, with this schema and older ones.
    "SELECT id FROM games JOIN (",
    "SELECT count(*) AS games, CAST(coalesce(sum(ply), 0) AS BIGINT) AS moves FROM games",
    "SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM moves) AS moves",
    // The servers with stored data, once per session: games from files are a few for each.
    "UNION SELECT guild FROM server_games WHERE channel <> 0",
    // Once after a restore: the operator's acts.
    "SELECT mark, person, reason, at, last_game FROM shut_out",
    "SELECT id, at, what, person, mark, guild, game, reason FROM acts ORDER BY id",
    // People blocked by the operator are few, and read only after a change.
    "SELECT mark, reason FROM shut_out",
    // Commands that report sizes, in all and of one server.
    "(SELECT count(*) FROM (SELECT white FROM games WHERE guild = $1",
    "SELECT id, variant, channel, state, ending, created_at, rated FROM games WHERE guild",
    "SELECT id, variant, channel, state, ending, created_at FROM games WHERE guild",
    "SELECT (SELECT count(*) FROM (SELECT guild FROM games",
    // Rows salvaged from a damaged file are made consistent.
    "/* once, after damage */",
    // The first entry of an index.
    "SELECT channel FROM games WHERE state = 'live' ORDER BY channel LIMIT 1",
];

/// The string literals of a Rust source, in order; those inside one `concat!` are joined.
fn texts(source: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = source;
    let (mut joins, mut joined) = (false, false);
    while let Some(at) = rest.find(['"', '/', '\'', 'c', ';', 'r']) {
        let from = &rest[at..];
        if from.starts_with("//") {
            rest = from.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(after) = from.strip_prefix("'\"'") {
            rest = after;
        } else if let Some(after) = from.strip_prefix("concat!(") {
            (joins, joined) = (true, false);
            rest = after;
        } else if let Some(after) = from.strip_prefix("r#\"") {
            let (text, after) = after.split_once("\"#").expect("an end of the text");
            found.push(text.to_owned());
            rest = after;
        } else if let Some(after) = from.strip_prefix('"') {
            let mut text = String::new();
            let mut characters = after.char_indices();
            let end = loop {
                match characters.next().expect("an end of the text") {
                    (at, '"') => break at,
                    (_, '\\') => match characters.next() {
                        Some((_, 'n')) => text.push('\n'),
                        Some((_, other)) => text.push(other),
                        None => {}
                    },
                    (_, other) => text.push(other),
                }
            };
            match found.last_mut() {
                Some(last) if joined => last.push_str(&text),
                _ => found.push(text),
            }
            joined = joins;
            rest = &after[end + 1..];
        } else {
            // The semicolon or the brace after a `concat!` ends it; inside there are none outside of strings.
            if from.starts_with(';') {
                (joins, joined) = (false, false);
            }
            rest = &from[1..];
        }
        if joins && rest.trim_start().starts_with(')') {
            (joins, joined) = (false, false);
        }
    }
    found
}

/// Parts of statements that only a server has: its catalogue, and the row that synchronises games with
/// closings of a week.
const ONLY_AT_A_SERVER: [&str; 4] =
    [" information_schema.", " pg_database_size(", " pg_class", " rating_closings "];

/// All statements of the store; a macro's part that follows `FROM games` is completed.
pub fn statements() -> Vec<String> {
    let mut found = Vec::new();
    let files =
        files_ending("crates/store/src", "rs").into_iter().filter(|path| !path.ends_with("/tests.rs"));
    for file in files.map(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path)) {
        for text in texts(&std::fs::read_to_string(file).expect("text")) {
            match text.split_whitespace().next() {
                // A statement built at run time is tested by its users, and one specific to a server by the
                // server's tests.
                _ if text.contains('{') || ONLY_AT_A_SERVER.iter().any(|one| text.contains(one)) => {}
                Some("SELECT" | "INSERT" | "UPDATE" | "DELETE" | "WITH") => found.push(text),
                Some("WHERE") => found.push(format!("SELECT id FROM games {text}")),
                _ => {}
            }
        }
    }
    found
}

/// The lines of a plan that scan a whole table, or a whole index.
async fn whole_reads(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
    let large: Vec<String> = sqlx::query_scalar(LARGE).fetch_all(&mut *connection).await.expect("tables");
    let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
    let rows = sqlx::query(sql).fetch_all(connection).await;
    let rows = rows.unwrap_or_else(|error| panic!("{error}: {statement}"));
    let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
    // The first entry in an index's order is found at once.
    let first_only = statement.contains("ORDER BY")
        && statement.contains("LIMIT 1")
        && !statement.contains("WHERE")
        && !lines.iter().any(|line| line.contains("TEMP B-TREE"));
    lines
        .into_iter()
        .filter(|line| {
            let mut words = line.split(' ');
            words.next() == Some("SCAN")
                && words.next().is_some_and(|table| large.iter().any(|name| name == table))
                && !SHORT.iter().any(|index| line.ends_with(index))
                && !first_only
        })
        .collect()
}

async fn connected(path: &Path) -> SqliteConnection {
    open(path).await.close().await;
    SqliteConnectOptions::new().filename(path).connect().await.expect("a connection")
}

/// The names of all tables.
pub fn tables() -> Vec<String> {
    let mut tables = Vec::new();
    in_directory(async |path| {
        let mut connection = connected(&path).await;
        let names = "SELECT name FROM sqlite_schema WHERE type = 'table'";
        tables = sqlx::query_scalar(names).fetch_all(&mut connection).await.expect("the tables");
        connection.close().await.expect("closed");
    });
    tables
}

fn no_statement_reads_all_there_is() {
    in_directory(async |path| {
        let mut connection = connected(&path).await;
        let statements = statements();
        assert!(statements.len() > 25, "only {} statements found", statements.len());
        let mut found = Vec::new();
        for statement in &statements {
            // The beginning of a macro, which is tested with each of its endings.
            let begins = statement.trim_end().ends_with("FROM games");
            if begins || MEANT.iter().any(|meant| statement.contains(meant)) {
                continue;
            }
            for line in whole_reads(&mut connection, statement).await {
                found.push(format!("{line}: {}", statement.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        connection.close().await.expect("closed");
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// A person's games can also be found by player, but that finds all games they ever played.
fn games_that_ended_with_their_place_have_indexes_of_their_own() {
    in_directory(async |path| {
        let mut connection = connected(&path).await;
        let statements = statements();
        let lost = statements.iter().find(|text| text.contains("ending IN ('channel deleted', 'removed')"));
        let lost = lost.expect("the statement");
        let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {lost}"));
        let rows = sqlx::query(plan).fetch_all(&mut connection).await.expect("a plan");
        let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        for index in ["games_lost_of_white", "games_lost_of_black"] {
            assert!(lines.iter().any(|line| line.contains(index)), "{index}: {lines:?}");
        }
        connection.close().await.expect("closed");
    });
}

/// Tomorrow's puzzles of all servers are pending as well. Due entries come in the order of the index, so its
/// first ones are enough.
fn of_what_is_owed_only_what_is_due_is_read() {
    in_directory(async |path| {
        let mut connection = connected(&path).await;
        let statements = statements();
        let due = |text: &&String| {
            text.contains("FROM outbox") && text.contains("due <= $1") && text.contains("LIMIT $2")
        };
        for statement in statements.iter().filter(due) {
            let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let rows = sqlx::query(plan).fetch_all(&mut connection).await.expect("a plan");
            let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            let sought = |line: &String| line.contains("(urgency=? AND due<?)") || line.contains("(kind=?)");
            assert!(lines.iter().any(sought), "{statement}: {lines:?}");
            let sorts = lines.iter().any(|line| line.contains("TEMP B-TREE"));
            assert!(!sorts || statement.contains("PARTITION BY"), "{statement}: {lines:?}");
        }
        assert_eq!(statements.iter().filter(due).count(), 3);
        connection.close().await.expect("closed");
    });
}

fn a_statement_that_reads_all_there_is_is_seen() {
    in_directory(async |path| {
        let mut connection = connected(&path).await;
        for (statement, reads) in [
            ("SELECT id FROM games WHERE fen = $1", 1),
            ("SELECT id FROM games WHERE white = $1 OR fen = $1", 1),
            ("SELECT variant FROM lessons WHERE finished = 1", 1),
            ("DELETE FROM interactions WHERE rev = $1", 1),
            ("SELECT id FROM games ORDER BY moved_at LIMIT 1", 1),
            ("SELECT id FROM games WHERE white = $1 OR black = $1", 0),
            ("SELECT id FROM games ORDER BY id DESC LIMIT 1", 0),
        ] {
            assert_eq!(whole_reads(&mut connection, statement).await.len(), reads, "{statement}");
        }
        connection.close().await.expect("closed");
    });
}

fn strings_of_the_source_are_read() {
    let source = "// \"no\"\nf(\"one \\\"1\\\"\"); concat!(\"two \", \"and \", $x) g('\"', r#\"three \"3\"\"#); h(\"four\")";
    assert_eq!(texts(source), ["one \"1\"", "two and ", "three \"3\"", "four"]);
}
