//! Files that are moved, removed or replaced during use, and a log that is missing at a start.

use super::{begin, beginning, in_directory, left, new_game, one_move, open};
use rookery::game::{ChannelId, GameId, Rev};
use rookery::store::{
    Health, OpenError, Store, StoreError, StoreOptions, WriteError, accept_loss, backup, check,
};
use sqlx::Connection as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

tests!(
    nothing_is_acknowledged_on_a_removed_database,
    nothing_is_acknowledged_on_a_replaced_database,
    a_closing_store_leaves_the_files_of_another_alone,
    a_store_that_nobody_uses_notices_by_itself,
    a_missing_log_is_no_older_database,
    a_log_without_its_database_is_kept,
    a_database_that_is_gone_is_no_first_start,
    a_copy_beside_the_log_of_another_is_refused,
    a_mark_that_is_in_the_log_alone_makes_it_no_other_s,
    what_a_command_writes_after_the_end_of_the_bot_is_its_own,
    a_crash_after_the_log_was_emptied_is_no_loss,
    what_is_done_after_a_crash_keeps_the_log,
    a_copy_needs_no_log,
    a_crash_is_followed_by_a_check,
    a_link_leads_to_the_same_files,
);

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The files left by a killed process that plays at `path`, as a copy, with the log if requested.
fn crashed(path: &Path, log: bool) -> PathBuf {
    let to = path.with_file_name(format!("crashed-{}.db", fastrand::u64(..)));
    for suffix in if log { &["", "-wal", ".lock"][..] } else { &["", ".lock"] } {
        std::fs::copy(with(path, suffix), with(&to, suffix)).expect("a copy");
    }
    to
}

async fn open_fails(path: &Path) -> OpenError {
    let error = Store::open(path, StoreOptions::default()).await.map(|_| ()).expect_err("it does not open");
    let sentence = error.to_string();
    assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
    error
}

fn is_lost<T>(answer: &Result<T, WriteError>) -> bool {
    matches!(answer, Err(WriteError::Store(StoreError::Lost)))
}

/// Asserts that after `happened` all writes and reads fail with the right error.
async fn is_noticed(path: &Path, happened: impl Fn(&Path)) {
    let store = open(path).await;
    let id = begin(&store, 5).await;
    store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
    happened(path);
    assert!(is_lost(&store.change(id, Rev(2), &one_move(1, "e7e5")).await));
    assert!(is_lost(&store.begin_game(&new_game(6), &beginning()).await));
    assert!(matches!(store.game(id).await, Err(StoreError::Lost)));
    assert!(matches!(store.health(), Health::Lost(_)));
    tokio::time::timeout(Duration::from_secs(5), store.lost()).await.expect("it is said");
    store.close().await;
}

fn nothing_is_acknowledged_on_a_removed_database() {
    let remove = |path: &Path, suffix: &str| std::fs::remove_file(with(path, suffix)).expect("removed");
    in_directory(async |path| is_noticed(&path, |path| remove(path, "")).await);
    in_directory(async |path| is_noticed(&path, |path| remove(path, "-wal")).await);
    in_directory(async |path| {
        let path = path.with_file_name("house").join("rookery.db");
        let house = path.parent().expect("a directory");
        std::fs::create_dir(house).expect("a directory");
        is_noticed(&path, |_| std::fs::remove_dir_all(house).expect("removed")).await;
        assert!(!house.exists());
    });
}

fn nothing_is_acknowledged_on_a_replaced_database() {
    in_directory(async |path| {
        is_noticed(&path, |path| {
            std::fs::copy(path, with(path, ".new")).expect("a copy");
            std::fs::rename(with(path, ".new"), path).expect("replaced");
        })
        .await;
    });
    in_directory(async |path| {
        is_noticed(&path, |path| std::fs::rename(path, with(path, ".moved")).expect("moved")).await;
    });
}

fn a_closing_store_leaves_the_files_of_another_alone() {
    in_directory(async |path| {
        // Another database with a log, in place of the one in use.
        let other = path.with_file_name("other.db");
        let playing = open(&other).await;
        let id = begin(&playing, 5).await;
        playing.change(id, Rev(1), &one_move(0, "d2d4")).await.expect("a move");
        let store = open(&path).await;
        begin(&store, 6).await;
        for suffix in ["", "-wal"] {
            std::fs::remove_file(with(&path, suffix)).expect("removed");
            std::fs::copy(with(&other, suffix), with(&path, suffix)).expect("a copy");
        }
        let before = ["", "-wal"].map(|suffix| std::fs::read(with(&path, suffix)).expect("a file"));
        store.close().await;
        let after = ["", "-wal"].map(|suffix| std::fs::read(with(&path, suffix)).expect("a file"));
        assert!(before == after, "the other database was touched");
        if with(&path, "-shm").exists() {
            std::fs::remove_file(with(&path, "-shm")).expect("removed");
        }
        let store = open(&path).await;
        assert_eq!(
            store.game(id).await.expect("a read").expect("the game").moves().collect::<Vec<_>>(),
            ["d2d4"]
        );
        store.close().await;
        playing.close().await;
    });
}

fn a_store_that_nobody_uses_notices_by_itself() {
    in_directory(async |path| {
        let options = StoreOptions { pace: Some(Duration::from_millis(10)), ..StoreOptions::default() };
        let store = Store::open(&path, options).await.expect("the database opens");
        std::fs::remove_file(&path).expect("removed");
        tokio::time::timeout(Duration::from_secs(10), store.lost()).await.expect("it notices");
        store.close().await;
    });
}

async fn played(store: &Store) -> GameId {
    let id = begin(store, 5).await;
    store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
    id
}

fn a_missing_log_is_no_older_database() {
    in_directory(async |path| {
        let store = open(&path).await;
        played(&store).await;
        let copy = crashed(&path, false);
        let before = std::fs::read(&copy).expect("the file");
        for _ in 0..2 {
            let error = open_fails(&copy).await;
            assert!(matches!(error, OpenError::NoLog { .. }), "{error}");
            assert!(error.to_string().contains("-wal is missing"), "{error}");
            let to = with(&copy, ".copy");
            assert!(matches!(backup(&copy, &to).await, Err(OpenError::NoLog { .. })));
            assert!(matches!(check(&copy).await, Err(OpenError::NoLog { .. })));
            assert!(matches!(Store::open_beside(&copy).await.map(|_| ()), Err(OpenError::NoLog { .. })));
        }
        assert!(std::fs::read(&copy).expect("the file") == before, "it was changed");
        assert!(accept_loss(&copy).await.expect("it is accepted"));
        assert!(!accept_loss(&copy).await.expect("nothing is missing now"));
        let accepted = open(&copy).await;
        assert!(accepted.live_in(ChannelId(5)).await.expect("a read").is_none(), "that was in the log");
        begin(&accepted, 5).await;
        accepted.close().await;
        open(&copy).await.close().await;
        store.close().await;
        assert!(!accept_loss(&path).await.expect("nothing is missing"));
    });
}

fn a_log_without_its_database_is_kept() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = played(&store).await;
        let copy = crashed(&path, true);
        store.close().await;
        let away = with(&copy, ".away");
        std::fs::rename(&copy, &away).expect("moved");
        let error = open_fails(&copy).await;
        assert!(matches!(error, OpenError::LogAlone { .. }), "{error}");
        std::fs::rename(&away, &copy).expect("moved");
        let store = open(&copy).await;
        assert_eq!(
            store.game(id).await.expect("a read").expect("the game").moves().collect::<Vec<_>>(),
            ["e2e4"]
        );
        store.close().await;
    });
}

fn a_database_that_is_gone_is_no_first_start() {
    in_directory(async |path| {
        open(&path).await.close().await;
        std::fs::remove_file(&path).expect("removed");
        let error = open_fails(&path).await;
        assert!(matches!(error, OpenError::Gone { .. }), "{error}");
        assert!(!path.exists());
        std::fs::remove_file(with(&path, ".lock")).expect("removed");
        open(&path).await.close().await;
    });
}

fn a_copy_beside_the_log_of_another_is_refused() {
    in_directory(async |path| {
        let store = open(&path).await;
        played(&store).await;
        let saved = with(&path, ".saved");
        backup(&path, &saved).await.expect("a copy");
        // Whether or not the log contains the first page of the database.
        for games in 0..40 {
            let place = ChannelId(100 + games);
            store.begin_game(&new_game(place.0), &beginning()).await.expect("a game");
            if games % 8 != 0 {
                continue;
            }
            let copy = crashed(&path, true);
            std::fs::copy(&saved, &copy).expect("a copy");
            let before = ["", "-wal"].map(|suffix| std::fs::read(with(&copy, suffix)).expect("a file"));
            for _ in 0..2 {
                let error = open_fails(&copy).await;
                assert!(matches!(error, OpenError::ForeignLog { .. }), "{error}");
                assert!(matches!(check(&copy).await, Err(OpenError::ForeignLog { .. })));
            }
            let after = ["", "-wal"].map(|suffix| std::fs::read(with(&copy, suffix)).expect("a file"));
            assert!(before == after, "something was touched");
            std::fs::remove_file(with(&copy, "-wal")).expect("removed");
            let restored = open(&copy).await;
            assert_eq!(restored.live_in(place).await.expect("a read"), None);
            restored.close().await;
        }
        store.close().await;
    });
}

/// A reader during the start keeps the bot's mark out of the main file.
fn a_mark_that_is_in_the_log_alone_makes_it_no_other_s() {
    in_directory(async |path| {
        open(&path).await.close().await;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
        let mut reader = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
        sqlx::query("BEGIN").execute(&mut reader).await.expect("it begins");
        sqlx::query("SELECT count(*) FROM games").fetch_one(&mut reader).await.expect("a count");
        let store = open(&path).await;
        let id = played(&store).await;
        assert_eq!(check(&path).await.expect("it is whole").moves, 1);
        let copy = open(&crashed(&path, true)).await;
        assert!(copy.game(id).await.expect("a read").is_some());
        copy.close().await;
        reader.close().await.expect("an end");
        store.close().await;
    });
}

fn what_a_command_writes_after_the_end_of_the_bot_is_its_own() {
    in_directory(async |path| {
        let store = open(&path).await;
        played(&store).await;
        let beside = Store::open_beside(&path).await.expect("it opens");
        store.close().await;
        let gone = rookery::game::UserId(1);
        beside.forget(gone, super::NOON, left(gone)).await.expect("a write");
        let killed = crashed(&path, true);
        beside.close().await;
        for path in [&killed, &path] {
            open(path).await.close().await;
        }
    });
}

fn a_crash_after_the_log_was_emptied_is_no_loss() {
    in_directory(async |path| {
        let store = open(&path).await;
        // Nothing was written since the start: the log exists and is empty.
        let fresh = crashed(&path, true);
        let id = played(&store).await;
        // Which empties the log as well.
        store
            .forget(rookery::game::UserId(77), super::NOON, left(rookery::game::UserId(77)))
            .await
            .expect("a write");
        let emptied = crashed(&path, true);
        for copy in [&fresh, &emptied] {
            assert_eq!(std::fs::metadata(with(copy, "-wal")).expect("a log").len(), 0);
        }
        store.close().await;
        open(&fresh).await.close().await;
        let store = open(&emptied).await;
        assert!(store.game(id).await.expect("a read").is_some());
        store.close().await;
    });
}

fn what_is_done_after_a_crash_keeps_the_log() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = played(&store).await;
        let copy = crashed(&path, true);
        store.close().await;
        for round in 0..2 {
            backup(&copy, &with(&copy, &format!(".{round}"))).await.expect("a copy");
            assert_eq!(check(&copy).await.expect("it is whole").moves, 1);
            let beside = Store::open_beside(&copy).await.expect("it opens");
            beside
                .forget(rookery::game::UserId(1), super::NOON, left(rookery::game::UserId(1)))
                .await
                .expect("a write");
            beside.close().await;
            assert!(with(&copy, "-wal").exists());
        }
        let store = open(&copy).await;
        assert_eq!(store.game(id).await.expect("a read").expect("the game").white, None);
        store.close().await;
    });
}

fn a_copy_needs_no_log() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = played(&store).await;
        let to = path.with_file_name("copy.db");
        backup(&path, &to).await.expect("a copy");
        store.close().await;
        let store = open(&to).await;
        assert!(store.game(id).await.expect("a read").is_some());
        store.close().await;
        let left = std::fs::read_dir(to.parent().expect("a directory")).expect("a directory");
        let left: Vec<_> = left.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect();
        assert!(!left.iter().any(|name| name.ends_with("-wal") || name.ends_with("-shm")), "{left:?}");
    });
}

fn a_crash_is_followed_by_a_check() {
    in_directory(async |path| {
        let store = open(&path).await;
        let mut ply = 0;
        let id = begin(&store, 5).await;
        for _ in 0..40 {
            let change = one_move(ply, &"x".repeat(3_000));
            store.change(id, Rev(i64::from(ply) + 1), &change).await.expect("a move");
            ply += 1;
        }
        store
            .forget(rookery::game::UserId(77), super::NOON, left(rookery::game::UserId(77)))
            .await
            .expect("which empties the log");
        let whole = crashed(&path, true);
        let damaged = crashed(&path, true);
        store.close().await;
        // A page in the middle, which no start reads: the page of a move in the middle of the game.
        let mut bytes = std::fs::read(&damaged).expect("the file");
        let page = (0..bytes.len() / 4096)
            .filter(|page| bytes[page * 4096..(page + 1) * 4096].windows(500).any(|run| run == [b'x'; 500]))
            .nth(15)
            .expect("pages full of moves");
        bytes[page * 4096..(page + 1) * 4096].fill(0xa5);
        std::fs::write(&damaged, bytes).expect("the file");
        let store = open(&damaged).await;
        // No time passes before the check has ended.
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(matches!(store.health(), Health::Ill(why) if why.contains("damaged")));
        store.close().await;
        assert!(matches!(check(&damaged).await, Err(OpenError::Damaged(..))));
        let store = open(&whole).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(store.health(), Health::Well);
        // The check removes the crash mark, so a graceful close after it leaves no log.
        store.close().await;
        assert!(!with(&whole, "-wal").exists());
    });
}

fn a_link_leads_to_the_same_files() {
    #[cfg(unix)]
    in_directory(async |path| {
        let link = path.with_file_name("link.db");
        open(&path).await.close().await;
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        let store = open(&link).await;
        let id = played(&store).await;
        store.change(id, Rev(2), &one_move(1, "e7e5")).await.expect("a move");
        let error = open_fails(&path).await;
        assert!(matches!(error, OpenError::InUse(_)), "{error}");
        store.close().await;
    });
}
