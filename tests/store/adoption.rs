//! A database with all former migrations has the schema of step 1. It is adopted in place; an older one is
//! refused.

use super::{begin, one_move};
use crate::databases::{DbProbe, with_database};
use rookery::game::{GameId, Rev};
use rookery::store::{
    Checked, OpenError, Store, StoreOptions, StoreUrl, backup, check, check_server, copy, schema,
};
use std::path::Path;

tests_on_both!(
    a_database_with_all_former_steps_is_adopted_in_place,
    who_only_looks_adopts_nothing,
    a_database_with_some_former_steps_is_refused_and_left_as_it_is,
    an_adoption_that_is_cut_off_has_changed_nothing,
    several_that_adopt_at_once_do_not_hinder_each_other,
);

/// The number of the first former migration, and the checksum of the last, as the database writes it.
fn former(url: &StoreUrl) -> (i64, &'static str) {
    match url {
        StoreUrl::Sqlite(_) => (
            1,
            "x'bbba528b1a96c2af31c540ecf33d790d815763c031c8a09abd032406d3f0a33c3d993f7c5460ebae4016730f48ed137f'",
        ),
        StoreUrl::Postgres(_) => (
            25,
            r"'\x37f7d200f90d299da665f4cc1345b9c6e793307746bb80bd50255a44067b9f1335f7e1c73118806e0112410b05af0f73'",
        ),
    }
}

/// A database with a game, with the former migrations up to this one recorded.
async fn made(url: &StoreUrl, last: i64) -> GameId {
    let store = open(url).await.expect("the database opens");
    let id = begin(&store, 5).await;
    store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
    store.close().await;
    let (first, checksum) = former(url);
    let steps = (first..=last).map(|number| {
        let name = if number == first { "games" } else { "more" };
        let checksum = if number == 50 { checksum } else { "''" };
        format!("({number}, '{name}', TRUE, {checksum}, 0)")
    });
    let steps = steps.collect::<Vec<_>>().join(", ");
    let pushing = match url {
        StoreUrl::Sqlite(_) => "DROP TRIGGER push_page_ended; DROP TRIGGER push_owed;",
        StoreUrl::Postgres(_) => "DROP FUNCTION push_page_ended CASCADE; DROP FUNCTION push_owed CASCADE;",
    };
    let beside = DbProbe::open(url).await;
    beside
        .change(format!(
            "DROP TABLE files_sent; DROP TABLE last_alive; {pushing} DROP TABLE push_subscriptions; DROP TABLE push_key;
             ALTER TABLE tournaments DROP COLUMN ended_early;
             ALTER TABLE people DROP COLUMN bot_games; ALTER TABLE servers DROP COLUMN bot_games;
             ALTER TABLE page_grants DROP COLUMN device; DROP TABLE owner;
             DROP TABLE forgotten; DROP TABLE generation; ALTER TABLE games DROP COLUMN set_back; DROP TABLE compatible_from; DROP TABLE backups;
             DROP TABLE acts; DROP TABLE shut_out; DROP TABLE operator_state; DROP TABLE stopped_games; DROP TABLE features_off; DROP TABLE announcement;
             CREATE TABLE last_alive (one BIGINT PRIMARY KEY CHECK (one = 1), at BIGINT NOT NULL);
             DELETE FROM _sqlx_migrations;
             INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES {steps}"
        ))
        .await;
    beside.close().await;
    id
}

async fn open(url: &StoreUrl) -> Result<Store, OpenError> {
    Store::open_at(url, StoreOptions::default()).await
}

/// The numbers of the recorded migrations.
async fn noted(url: &StoreUrl) -> Vec<i64> {
    let beside = DbProbe::open(url).await;
    let rows = beside.rows::<(i64,)>("SELECT version FROM _sqlx_migrations ORDER BY version").await;
    beside.close().await;
    rows.into_iter().map(|(number,)| number).collect()
}

/// Asserts that the database is adopted and its game can continue.
async fn goes_on(url: &StoreUrl, game: GameId) {
    for rev in [2, 3] {
        let store = open(url).await.expect("the database opens");
        store.change(game, Rev(rev), &one_move(rev as u32 - 1, "e7e5")).await.expect("a move");
        store.close().await;
        assert_eq!(noted(url).await, (1..=schema()).collect::<Vec<_>>());
    }
    assert_eq!(checked(url).await.expect("it is whole"), Checked { games: 1, moves: 3, up_to_date: true });
}

async fn checked(url: &StoreUrl) -> Result<Checked, OpenError> {
    match url {
        StoreUrl::Sqlite(path) => check(path).await,
        StoreUrl::Postgres(server) => check_server(server).await,
    }
}

fn a_database_with_all_former_steps_is_adopted_in_place() {
    with_database(async |url| {
        let game = made(&url, 50).await;
        goes_on(&url, game).await;
        if let StoreUrl::Sqlite(path) = &url {
            let files = std::fs::read_dir(path.parent().expect("a directory")).expect("a directory");
            let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
            let mut names: Vec<_> = names.collect();
            names.sort();
            assert_eq!(names, ["rookery.db", "rookery.db.lock", "rookery.db.schema-1"]);
        }
    });
}

fn who_only_looks_adopts_nothing() {
    with_database(async |url| {
        let game = made(&url, 50).await;
        let former = noted(&url).await;
        let dir = tempfile::tempdir().expect("a directory");
        let of_files = |name: &str| StoreUrl::Sqlite(dir.path().join(name));
        // Like every database with an older schema.
        let mut refused = vec![
            copy(&url, &of_files("copy.db"), &mut |_, _| ()).await.map(|_| ()),
            Store::open_beside_at(&url).await.map(|_| ()),
        ];
        if let StoreUrl::Sqlite(path) = &url {
            let whole = Checked { games: 1, moves: 1, up_to_date: false };
            assert_eq!(checked(&url).await.expect("it is whole"), whole);
            let to = dir.path().join("backup.db");
            backup(path, &to).await.expect("a backup");
            goes_on(&of_files("backup.db"), game).await;
        } else {
            refused.push(checked(&url).await.map(|_| ()));
        }
        for refused in refused {
            let why = refused.expect_err("it is not opened");
            let is_older = matches!(why, OpenError::Older { found: 1, known, .. } if known == schema());
            assert!(is_older, "{why}");
        }
        assert_eq!(noted(&url).await, former);
        goes_on(&url, game).await;
    });
}

fn a_database_with_some_former_steps_is_refused_and_left_as_it_is() {
    with_database(async |url| {
        made(&url, 49).await;
        let former = noted(&url).await;
        let before = file(&url);
        let refused = [
            open(&url).await.map(|_| ()),
            Store::open_beside_at(&url).await.map(|_| ()),
            checked(&url).await.map(|_| ()),
        ];
        for refused in refused {
            let why = refused.expect_err("it is not opened");
            assert!(matches!(why, OpenError::TooOld { found: 49, .. }), "{why}");
            let sentence = why.to_string();
            assert!(sentence.contains("start the version of commit b3f7025f on it once"), "{sentence}");
        }
        assert!(file(&url) == before, "the file was changed");
        assert_eq!(noted(&url).await, former);
    });
}

/// The bytes of a database's file.
fn file(url: &StoreUrl) -> Option<Vec<u8>> {
    let read = |path: &Path| std::fs::read(path).expect("a file");
    if let StoreUrl::Sqlite(path) = url { Some(read(path)) } else { None }
}

fn an_adoption_that_is_cut_off_has_changed_nothing() {
    with_database(async |url| {
        let game = made(&url, 50).await;
        let former = noted(&url).await;
        // The process dies between its two statements.
        let (cut, mend) = match url {
            StoreUrl::Sqlite(_) => (
                "CREATE TRIGGER cut BEFORE INSERT ON _sqlx_migrations BEGIN SELECT RAISE(FAIL, 'cut off'); END",
                "DROP TRIGGER cut",
            ),
            StoreUrl::Postgres(_) => (
                "ALTER TABLE _sqlx_migrations ADD CONSTRAINT cut CHECK (version > 1)",
                "ALTER TABLE _sqlx_migrations DROP CONSTRAINT cut",
            ),
        };
        let beside = DbProbe::open(&url).await;
        beside.change(cut).await;
        open(&url).await.map(|_| ()).expect_err("it is cut off");
        assert_eq!(noted(&url).await, former);
        beside.change(mend).await;
        beside.close().await;
        goes_on(&url, game).await;
    });
}

fn several_that_adopt_at_once_do_not_hinder_each_other() {
    with_database(async |url| {
        let game = made(&url, 50).await;
        let mut opened = Vec::new();
        for one in futures_util::future::join_all([(); 4].map(|()| open(&url))).await {
            match one {
                Ok(store) => opened.push(store),
                // Only one process may play on a file.
                Err(OpenError::InUse(_)) if matches!(url, StoreUrl::Sqlite(_)) => {}
                Err(why) => panic!("{why}"),
            }
        }
        assert_eq!(opened.len(), if matches!(url, StoreUrl::Sqlite(_)) { 1 } else { 4 });
        for store in opened {
            store.close().await;
        }
        goes_on(&url, game).await;
    });
}
