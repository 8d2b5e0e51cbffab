//! Behaviour specific to a database server: it closes connections, is used by several processes at once, and
//! holds other databases.

use super::{begin, by, one_move};
use crate::databases::{at_server, with_database, with_database_on_real_time, with_empty_database};
use libtest_mimic::Trial;
use rookery::game::Rev;
use rookery::store::{Health, OpenError, Store, StoreOptions, StoreUrl, WriteError, check_server};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::time::Duration;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 6] = [
        ("connections_that_end_are_made_anew", connections_that_end_are_made_anew),
        ("a_server_that_is_not_there_is_told", a_server_that_is_not_there_is_told),
        ("many_open_an_empty_database_at_once", many_open_an_empty_database_at_once),
        (
            "whoever_begins_a_game_waits_for_other_processes_but_not_for_ever",
            whoever_begins_a_game_waits_for_other_processes_but_not_for_ever,
        ),
        (
            "a_row_that_does_not_follow_from_its_log_is_found",
            a_row_that_does_not_follow_from_its_log_is_found,
        ),
        ("what_is_not_ours_is_not_touched", what_is_not_ours_is_not_touched),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// Runs SQL past the store.
async fn beside(url: &StoreUrl, sql: &str) {
    let mut connection = PgConnection::connect(&crate::databases::address(url)).await.expect("a server");
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect("it is done");
    connection.close().await.expect("an end");
}

fn connections_that_end_are_made_anew() {
    with_database(async |url| {
        let options = StoreOptions { pace: Some(Duration::from_millis(20)), ..StoreOptions::default() };
        let store = Store::open_at(&url, options).await.expect("the database opens");
        let id = begin(&store, 5).await;
        beside(
            &url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await;
        let change = by(one_move(0, "e2e4"), 77);
        // The outcome is determined by repeating the change.
        store.change(id, Rev(1), &change).await.expect("a move");
        assert_eq!(store.health(), Health::Well);
        let again = store.change(id, Rev(1), &change).await;
        assert!(matches!(again, Err(WriteError::Replayed)), "{again:?}");
        store.close().await;
    });
}

fn a_server_that_is_not_there_is_told() {
    with_database(async |_| {
        let url: StoreUrl = "postgres://me:hidden@127.0.0.1:1/games".parse().expect("an address");
        let error =
            Store::open_at(&url, StoreOptions::default()).await.map(|_| ()).expect_err("nobody is there");
        assert!(matches!(error, OpenError::Away(..)) && !error.needs_a_person(), "{error}");
        assert!(
            error.to_string().starts_with("The database postgres://me@127.0.0.1:1/games cannot be reached:"),
            "{error}"
        );
    });
}

/// Another process starts to write as if it were the only one.
const TAKE_TURN: &str = "BEGIN; UPDATE leases SET beat = beat + 1 WHERE name = 'turn'";

fn whoever_begins_a_game_waits_for_other_processes_but_not_for_ever() {
    with_database_on_real_time(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        begin(&store, 1).await;
        let mut other = PgConnection::connect(&crate::databases::address(&url)).await.expect("a server");
        sqlx::raw_sql(TAKE_TURN).execute(&mut other).await.expect("its turn");
        let beginning = begin(&store, 2);
        let ended = async {
            // On another connection, because reads inside a transaction may show an earlier moment.
            let mut looking =
                PgConnection::connect(&crate::databases::address(&url)).await.expect("a server");
            let waiting = "SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut looking).await.expect("a count") == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("the end of its turn");
        };
        let both = async { tokio::join!(beginning, ended) };
        tokio::time::timeout(Duration::from_secs(30), both).await.expect("it waits, and then begins");
        // A process suspended in the middle blocks no other.
        sqlx::raw_sql(TAKE_TURN).execute(&mut other).await.expect("its turn");
        begin(&store, 3).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("nothing was done");
        store.close().await;
    });
}

fn many_open_an_empty_database_at_once() {
    with_empty_database(async |url| {
        let opening = (0..8).map(|_| Store::open_at(&url, StoreOptions::default()));
        let opened = futures_util::future::join_all(opening).await;
        let stores: Vec<Store> = opened.into_iter().map(|store| store.expect("the database opens")).collect();
        // All use the same one.
        let id = begin(&stores[0], 5).await;
        for store in stores {
            assert_eq!(store.live_board(id).await.expect("a read"), Some((None, Rev(1))));
            store.close().await;
        }
    });
}

fn a_row_that_does_not_follow_from_its_log_is_found() {
    with_empty_database(async |url| {
        let StoreUrl::Postgres(server) = &url else { panic!("a server") };
        let empty = check_server(server).await.expect_err("there is nothing");
        assert!(matches!(empty, OpenError::Empty(_)), "{empty}");
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        let id = begin(&store, 5).await;
        store.change(id, Rev(1), &by(one_move(0, "e2e4"), 77)).await.expect("a move");
        let found = check_server(server).await.expect("it is whole");
        assert_eq!((found.games, found.moves), (1, 1));
        beside(&url, "UPDATE games SET ply = 2").await;
        let found = check_server(server).await.expect_err("it is not");
        assert!(
            found.to_string().contains(&format!("the row of game {} does not follow from its log", id.0)),
            "{found}"
        );
        store.close().await;
    });
}

fn what_is_not_ours_is_not_touched() {
    with_empty_database(async |url| {
        let opened = async || {
            Store::open_at(&url, StoreOptions::default()).await.map(|_| ()).expect_err("it does not open")
        };
        beside(&url, "CREATE TABLE invoices (id BIGINT)").await;
        assert!(matches!(opened().await, OpenError::Foreign(_)));
        // A view contains no data of its own.
        beside(&url, "DROP TABLE invoices; CREATE VIEW today AS SELECT 1 AS one").await;
        Store::open_at(&url, StoreOptions::default()).await.expect("the database opens").close().await;
        beside(
            &url,
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                      VALUES (9999, 'later', true, '', 0); UPDATE compatible_from SET step = 9999",
        )
        .await;
        assert!(matches!(opened().await, OpenError::Newer { found: 9999, .. }));
        let beside = Store::open_beside_at(&url).await.map(|_| ()).expect_err("it does not open");
        assert!(matches!(beside, OpenError::Newer { found: 9999, .. }), "{beside}");
    });
}
