//! Starting: what is created, what is recovered, and one sentence for each obstacle.

use super::{begin, in_directory, one_move, open};
use rookery::game::{GameId, Rev};
use rookery::store::{OpenError, Store, StoreOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::Path;

tests!(
    a_game_survives_a_restart,
    a_game_survives_being_killed,
    a_missing_directory_is_named,
    an_unwritable_place_is_named,
    a_second_process_is_refused,
    a_database_locked_by_another_program_is_left_alone,
    a_newer_schema_is_left_alone,
    another_programs_database_is_left_alone,
    a_file_that_is_no_database_is_left_alone,
    a_damaged_database_is_left_alone,
    an_administrative_command_makes_no_database,
);

async fn open_fails(path: &Path) -> OpenError {
    match Store::open(path, StoreOptions::default()).await {
        Err(error) => {
            let sentence = error.to_string();
            assert!(sentence.ends_with('.') && !sentence.contains('\n'), "one sentence: {sentence}");
            error
        }
        Ok(_) => panic!("{} opened", path.display()),
    }
}

/// Asserts that opening fails and leaves the file unchanged.
async fn open_fails_and_changes_nothing(path: &Path) -> OpenError {
    let before = std::fs::read(path).expect("the file");
    let error = open_fails(path).await;
    assert!(std::fs::read(path).expect("the file") == before, "the file was changed");
    error
}

async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.expect("a connection")
}

async fn made(path: &Path) -> GameId {
    let store = open(path).await;
    let id = begin(&store, 5).await;
    store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
    store.close().await;
    id
}

fn a_game_survives_a_restart() {
    in_directory(async |path| {
        let id = made(&path).await;
        let store = open(&path).await;
        assert_eq!(
            store.game(id).await.expect("a read").expect("the game").moves().collect::<Vec<_>>(),
            ["e2e4"]
        );
        store.close().await;
    });
}

fn a_game_survives_being_killed() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
        // The files at this moment are those that a killed process leaves.
        let crashed = path.with_file_name("crashed.db");
        for suffix in ["", "-wal"] {
            let from = path.with_file_name(format!("rookery.db{suffix}"));
            std::fs::copy(from, path.with_file_name(format!("crashed.db{suffix}"))).expect("a copy");
        }
        store.close().await;
        let store = open(&crashed).await;
        assert_eq!(
            store.game(id).await.expect("a read").expect("the game").moves().collect::<Vec<_>>(),
            ["e2e4"]
        );
        store.close().await;
    });
}

fn a_missing_directory_is_named() {
    in_directory(async |path| {
        let path = path.with_file_name("missing").join("rookery.db");
        let error = open_fails(&path).await;
        assert!(matches!(error, OpenError::NoDirectory(_)), "{error}");
        assert!(error.to_string().contains("missing does not exist"), "{error}");
    });
}

fn an_unwritable_place_is_named() {
    in_directory(async |path| {
        std::fs::create_dir(&path).expect("a directory in the file's place");
        let error = open_fails(&path).await;
        assert!(matches!(error, OpenError::Unwritable(..)), "{error}");
    });
    // A directory that not even the superuser can write to.
    let nowhere = Path::new("/proc/rookery.db");
    if nowhere.parent().is_some_and(Path::is_dir) {
        in_directory(async |_| {
            let error = open_fails(nowhere).await;
            assert!(matches!(error, OpenError::Unwritable(..)), "{error}");
        });
    }
}

fn a_second_process_is_refused() {
    in_directory(async |path| {
        let first = open(&path).await;
        let error = open_fails(&path).await;
        assert!(matches!(error, OpenError::InUse(_)), "{error}");
        first.close().await;
        drop(first);
        open(&path).await.close().await;
    });
}

fn a_database_locked_by_another_program_is_left_alone() {
    in_directory(async |path| {
        let mut other = raw(&path).await;
        for sql in ["CREATE TABLE t (x)", "BEGIN EXCLUSIVE", "INSERT INTO t VALUES (1)"] {
            sqlx::query(sql).execute(&mut other).await.expect("a statement");
        }
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Locked(_)), "{error}");
        other.close().await.expect("closed");
    });
}

fn a_newer_schema_is_left_alone() {
    in_directory(async |path| {
        made(&path).await;
        let mut other = raw(&path).await;
        sqlx::query(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (999, 'from the future', 1, x'00', 0)",
        )
        .execute(&mut other)
        .await
        .expect("a statement");
        let raised = "UPDATE compatible_from SET step = 999";
        sqlx::query(raised).execute(&mut other).await.expect("a statement");
        other.close().await.expect("closed");
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Newer { found: 999, .. }), "{error}");
        let beside = Store::open_beside(&path).await.map(|_| ());
        assert!(matches!(beside, Err(OpenError::Newer { .. })), "{beside:?}");
    });
}

fn another_programs_database_is_left_alone() {
    in_directory(async |path| {
        let mut other = raw(&path).await;
        sqlx::query("CREATE TABLE recipes (x)").execute(&mut other).await.expect("a statement");
        other.close().await.expect("closed");
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Foreign(_)), "{error}");
        let accepted = rookery::store::accept_loss(&path).await.expect("nothing of it is missing");
        assert!(!accepted);
        let there = std::fs::read_dir(path.parent().expect("a directory")).expect("a directory").count();
        assert_eq!(there, 1, "no file is made beside it");
    });
}

fn a_file_that_is_no_database_is_left_alone() {
    in_directory(async |path| {
        std::fs::write(&path, "Dear diary, today I played Prison Break.").expect("a file");
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Damaged(..)), "{error}");
    });
}

fn a_damaged_database_is_left_alone() {
    in_directory(async |path| {
        made(&path).await;
        let mut bytes = std::fs::read(&path).expect("the file");
        // Everything but the first page, whose header identifies a database.
        for byte in bytes.iter_mut().skip(4096) {
            *byte = 0xa5;
        }
        std::fs::write(&path, bytes).expect("the file");
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Damaged(..)), "{error}");
    });
    in_directory(async |path| {
        made(&path).await;
        let bytes = std::fs::read(&path).expect("the file");
        std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("the file cut off");
        let error = open_fails_and_changes_nothing(&path).await;
        assert!(matches!(error, OpenError::Damaged(..)), "{error}");
    });
}

fn an_administrative_command_makes_no_database() {
    in_directory(async |path| {
        let error = Store::open_beside(&path).await.map(|_| ());
        assert!(matches!(error, Err(OpenError::NoFile(_))), "{error:?}");
        assert!(!path.exists());
    });
}
