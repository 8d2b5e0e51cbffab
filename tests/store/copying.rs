//! Complete copies from one database to another, including of the other kind.

use super::{NOON, begin, by, ending, left, new_challenge, one_move};
use crate::databases::{DbProbe, on_both, with_database, with_empty_database};
use crate::filled::fill;
use libtest_mimic::Trial;
use rookery::game::{ChannelId, MessageId, Millis, Rev, UserId};
use rookery::store::{BoardMessage, NewChallenge, OpenError, Store, StoreOptions, StoreUrl, copy};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};
use std::path::Path;

/// The tests of this module; the second database is of either kind.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 8] = [
        ("there_and_back_is_the_same", there_and_back_is_the_same),
        ("what_is_in_use_is_not_copied_over", what_is_in_use_is_not_copied_over),
        ("numbers_go_on_where_they_were", numbers_go_on_where_they_were),
        ("a_number_that_was_copied_is_not_given_again", a_number_that_was_copied_is_not_given_again),
        ("a_table_that_was_never_filled_begins_at_one", a_table_that_was_never_filled_begins_at_one),
        ("no_column_is_forgotten", no_column_is_forgotten),
        ("a_row_that_is_lost_or_changed_is_noticed", a_row_that_is_lost_or_changed_is_noticed),
        ("a_copy_of_many_rows_has_the_whole_schema", a_copy_of_many_rows_has_the_whole_schema),
    ];
    let named = tests.map(|(name, test)| on_both(&format!("{}::{name}", module_path!()), test));
    named.into_iter().flatten().collect()
}

/// Opens a database as the bot does.
pub async fn opened(url: &StoreUrl) -> Store {
    Store::open_at(url, StoreOptions::default()).await.expect("the database opens")
}

/// A person who has blocked another one, whose data was deleted since.
const BLOCKER: UserId = UserId(71);
const FORGOTTEN: UserId = UserId(72);

/// Games with moves and a board, a challenge, and people who have blocked others, of whom one is deleted.
async fn lived(store: &Store) {
    for channel in 1..=30 {
        let id = begin(store, channel).await;
        for ply in 0..channel as u32 {
            let change = by(one_move(ply, &format!("move {ply} ' \" ♞")), 1_000 * channel + u64::from(ply));
            store.change(id, Rev(i64::from(ply) + 1), &change).await.expect("the change");
        }
        let board = BoardMessage {
            channel: ChannelId(channel),
            message: MessageId(u64::MAX - channel),
            rev: Rev(channel as i64 + 1),
            answer: None,
            now: NOON,
        };
        store.show_board(id, &board).await.expect("a board");
    }
    store.new_challenge(&new_challenge(), None).await.expect("a challenge");
    store.block(UserId(1), UserId(u64::MAX)).await.expect("a block");
    store.block(BLOCKER, FORGOTTEN).await.expect("a block");
    store.forget(FORGOTTEN, NOON, left(FORGOTTEN)).await.expect("a write");
}

/// Every table of a file, as sorted texts.
pub async fn all(path: &Path) -> Vec<(String, Vec<String>)> {
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.expect("a file");
    // Leases belong to running processes, and the generation to each database.
    let names = "SELECT name FROM sqlite_schema
         WHERE type = 'table' AND name NOT IN ('_sqlx_migrations', 'compatible_from', 'leases', 'generation', 'operator_state') ORDER BY name";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut file).await.expect("the tables");
    let mut tables = Vec::new();
    for name in names {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_xinfo($1)")
            .bind(&name)
            .fetch_all(&mut file)
            .await
            .expect("the columns");
        let quoted: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
        let sql = format!("SELECT {} AS line FROM {name} ORDER BY line", quoted.join(" || ' ' || "));
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut file).await.expect("the rows");
        tables.push((name, rows.iter().map(|row| row.get("line")).collect()));
    }
    file.close().await.expect("an end");
    tables
}

fn there_and_back_is_the_same() {
    with_empty_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let [first, second] = ["first.db", "second.db"].map(|name| dir.path().join(name));
        let [from, back] = [&first, &second].map(|path| StoreUrl::Sqlite(path.clone()));
        let store = opened(&from).await;
        lived(&store).await;
        // During play.
        let mut told = (0, 0);
        let copied = copy(&from, &there, &mut |rows, of| told = (rows, of)).await.expect("a copy");
        assert_eq!((copied.games, told), (30, (copied.rows, copied.rows)));
        store.close().await;
        assert_eq!(copy(&there, &back, &mut |_, _| ()).await.expect("a copy"), copied);
        let (before, after) = (all(&first).await, all(&second).await);
        assert!(before.iter().map(|(_, rows)| rows.len()).sum::<usize>() > 500);
        for table in ["block_key", "former_blocks"] {
            assert!(before.iter().any(|(name, rows)| name == table && rows.len() == 1), "{table} is empty");
        }
        assert_eq!(before, after);
        // No id is left of that block, but it is effective in either copy.
        for copied in [&there, &back] {
            let store = opened(copied).await;
            for (who, whom) in [(BLOCKER, FORGOTTEN), (FORGOTTEN, BLOCKER)] {
                assert_eq!(store.blocker(who, whom).await.expect("a read"), Some(BLOCKER));
            }
            assert_eq!(store.blocker(UserId(1), FORGOTTEN).await.expect("a read"), None);
            store.close().await;
        }
    });
}

fn what_is_in_use_is_not_copied_over() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let from = StoreUrl::Sqlite(dir.path().join("first.db"));
        let [mine, theirs] = [opened(&from).await, opened(&there).await];
        lived(&mine).await;
        let id = begin(&theirs, 5).await;
        mine.close().await;
        theirs.close().await;
        let error = copy(&from, &there, &mut |_, _| ()).await.expect_err("it is in use");
        assert!(matches!(error, OpenError::Used(_)), "{error}");
        assert!(error.to_string().contains("name an empty one. Nothing was copied."), "{error}");
        let theirs = opened(&there).await;
        assert_eq!(theirs.live_in(ChannelId(5)).await.expect("a read").map(|game| game.id), Some(id));
        assert_eq!(theirs.live_in(ChannelId(6)).await.expect("a read"), None);
        theirs.close().await;
    });
}

fn numbers_go_on_where_they_were() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let from = StoreUrl::Sqlite(dir.path().join("first.db"));
        let store = opened(&from).await;
        lived(&store).await;
        let asked = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        // Its id is not reused although it is no longer in use.
        store.end_challenge(asked, None, NOON).await.expect("an end");
        store.close().await;
        copy(&from, &there, &mut |_, _| ()).await.expect("a copy");
        let copied = opened(&there).await;
        let next = copied.new_challenge(&new_challenge(), None).await.expect("a challenge");
        assert_eq!(next.0, asked.0 + 1);
        assert_eq!(begin(&copied, 99).await.0, NOON.0 * 1_000 + 30);
        copied.close().await;
    });
}

/// Even if the clock is set back after the row is deleted: a server counts differently from a file.
fn a_number_that_was_copied_is_not_given_again() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let to = StoreUrl::Sqlite(dir.path().join("second.db"));
        let store = opened(&there).await;
        let asked = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        store.close().await;
        copy(&there, &to, &mut |_, _| ()).await.expect("a copy");
        let copied = opened(&to).await;
        copied.end_challenge(asked, None, NOON).await.expect("an end");
        let early =
            NewChallenge { challenger: UserId(7), created_at: Millis(NOON.0 - 1_000), ..new_challenge() };
        let next = copied.new_challenge(&early, None).await.expect("a challenge");
        assert!(next.0 > asked.0, "{next:?} after {asked:?}");
        copied.close().await;
    });
}

/// The end of an unrated game does not use up a result's id, although SQLite records one.
fn a_table_that_was_never_filled_begins_at_one() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("first.db");
        let from = StoreUrl::Sqlite(path.clone());
        let store = opened(&from).await;
        let id = begin(&store, 5).await;
        store.change(id, Rev(1), &ending(0, "draw agreed")).await.expect("the end");
        store.close().await;
        let numbers = all(&path).await.into_iter().find(|(name, _)| name == "sqlite_sequence");
        let unused = |(_, numbers): (_, Vec<String>)| numbers.iter().any(|line| line.ends_with(" 0"));
        assert!(numbers.is_some_and(unused), "a number was given");
        assert_eq!(copy(&from, &there, &mut |_, _| ()).await.expect("a copy").games, 1);
        let copied = opened(&there).await;
        assert_eq!(begin(&copied, 99).await.0, id.0 + 1);
        copied.close().await;
    });
}

/// Every column of each table is filled with a distinct value, and is copied.
fn no_column_is_forgotten() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let [first, second] = ["first.db", "second.db"].map(|name| dir.path().join(name));
        let [from, back] = [&first, &second].map(|path| StoreUrl::Sqlite(path.clone()));
        opened(&from).await.close().await;
        fill(&first).await;
        copy(&from, &there, &mut |_, _| ()).await.expect("a copy");
        copy(&there, &back, &mut |_, _| ()).await.expect("a copy");
        let (before, after) = (all(&first).await, all(&second).await);
        for (name, rows) in &before {
            let none = ["trials"].contains(&name.as_str());
            assert!(
                none || rows.iter().all(|row| !row.contains("NULL")) && !rows.is_empty(),
                "{name}: {rows:?}"
            );
        }
        assert_eq!(before, after);
    });
}

/// The indexes, triggers and references of a database, from its own catalogue.
async fn schema(url: &StoreUrl) -> Vec<String> {
    let lists: &[&str] = match url {
        StoreUrl::Sqlite(_) => &["SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema"],
        StoreUrl::Postgres(_) => &[
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
            "SELECT pg_get_triggerdef(oid) || CAST(tgenabled AS TEXT) FROM pg_trigger WHERE NOT tgisinternal",
            "SELECT CAST(conname AS TEXT) || CAST(convalidated AS TEXT) || pg_get_constraintdef(oid) FROM pg_constraint
                 WHERE connamespace = CAST('public' AS REGNAMESPACE)",
        ],
    };
    let beside = DbProbe::open(url).await;
    let mut found = Vec::new();
    for list in lists {
        found.extend(beside.rows::<(String,)>(*list).await.into_iter().map(|(line,)| line));
    }
    beside.close().await;
    found.sort();
    found
}

/// So many rows that their indexes are dropped during the copy. Derived rows, such as pending boards, are
/// created again in the copy.
fn a_copy_of_many_rows_has_the_whole_schema() {
    with_database(async |there| {
        const MANY: i64 = 6_000;
        let dir = tempfile::tempdir().expect("a directory");
        let from = StoreUrl::Sqlite(dir.path().join("first.db"));
        opened(&from).await.close().await;
        let beside = DbProbe::open(&from).await;
        let numbers =
            format!("WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < {MANY})");
        beside.change(format!(
            "INSERT INTO games (id, variant, rules_version, white, black, channel, state, ending, created_at, moved_at, shown)
                 {numbers} SELECT i, 'chess', 1, 1, 2, i % 3, 'over', 'aborted', i, i, 1 FROM n;
             INSERT INTO events (game, seq, kind, text, at) {numbers} SELECT i, 1, 'begun', 'the start', i FROM n"
        )).await;
        beside.close().await;
        let before = schema(&there).await;
        assert!(before.len() > 100, "{}", before.len());
        let copied = copy(&from, &there, &mut |_, _| ()).await.expect("a copy");
        assert!(copied.games == MANY as u64 && copied.rows >= 2 * copied.games, "{copied:?}");
        assert_eq!(schema(&there).await, before);
        let store = opened(&there).await;
        let id = begin(&store, 99).await;
        store.close().await;
        let beside = DbProbe::open(&there).await;
        assert_eq!(beside.number(format!("SELECT count(*) FROM outbox WHERE subject = {}", id.0)).await, 1);
        beside.close().await;
    });
}

/// The second database silently stores other values than it was given.
fn a_row_that_is_lost_or_changed_is_noticed() {
    with_database(async |there| {
        let dir = tempfile::tempdir().expect("a directory");
        let from = StoreUrl::Sqlite(dir.path().join("first.db"));
        opened(&from).await.close().await;
        let beside = DbProbe::open(&from).await;
        beside.change("INSERT INTO notes (person, game, ply, text, at) VALUES (1, 2, 3, '007', 4)").await;
        beside.close().await;
        let faulty = match there {
            // A numeric column converts such a text to a number.
            StoreUrl::Sqlite(_) => {
                "DROP TABLE notes; CREATE TABLE notes (person BIGINT, game BIGINT, ply BIGINT, text BIGINT, at BIGINT, played TEXT)"
            }
            StoreUrl::Postgres(_) => {
                "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
                 CREATE TRIGGER lose BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION lose();
                 ALTER TABLE notes ENABLE ALWAYS TRIGGER lose"
            }
        };
        let beside = DbProbe::open(&there).await;
        beside.change(faulty).await;
        let error = copy(&from, &there, &mut |_, _| ()).await.expect_err("it differs");
        assert!(matches!(&error, OpenError::Differs(_, table) if table == "notes"), "{error}");
        assert_eq!(beside.number("SELECT count(*) FROM notes").await, 0, "nothing is kept of it");
        beside.close().await;
    });
}
