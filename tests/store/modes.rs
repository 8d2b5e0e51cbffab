//! Other users of the computer cannot read the stored data: it contains tokens that can answer in people's
//! names.

use super::{begin, in_directory, open};
use rookery::store::{self, OpenError, Store, StoreOptions, StoreUrl};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

tests!(
    only_their_owner_reads_the_files_of_a_new_database,
    only_its_owner_reads_a_copy,
    what_everybody_could_read_is_closed_at_a_start,
    what_a_group_may_read_stays_so,
    another_programs_file_keeps_its_mode,
);

fn beside(path: &Path, ending: &str) -> PathBuf {
    path.with_file_name(format!("rookery.db{ending}"))
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

fn only_their_owner_reads_the_files_of_a_new_database() {
    in_directory(async |path| {
        let store = open(&path).await;
        begin(&store, 5).await;
        for ending in ["", "-wal", "-shm", ".lock"] {
            assert_eq!(mode(&beside(&path, ending)), 0o600, "rookery.db{ending}");
        }
        store.close().await;
    });
}

fn only_its_owner_reads_a_copy() {
    in_directory(async |path| {
        let store = open(&path).await;
        begin(&store, 5).await;
        let copy = beside(&path, ".copy");
        store::backup(&path, &copy).await.expect("a copy");
        assert_eq!(mode(&copy), 0o600);
        store.close().await;
        let other = beside(&path, ".other");
        let url = |path: &Path| format!("sqlite:{}", path.display()).parse::<StoreUrl>().expect("a URL");
        store::copy(&url(&copy), &url(&other), &mut |_, _| {}).await.expect("everything copied");
        assert_eq!(mode(&other), 0o600);
    });
}

fn what_everybody_could_read_is_closed_at_a_start() {
    in_directory(async |path| {
        let store = open(&path).await;
        let game = begin(&store, 5).await;
        store.close().await;
        for ending in ["", ".lock"] {
            set_mode(&beside(&path, ending), 0o644);
        }
        let store = open(&path).await;
        assert!(store.game(game).await.expect("a read").is_some());
        for ending in ["", "-wal", "-shm", ".lock"] {
            assert_eq!(mode(&beside(&path, ending)), 0o600, "rookery.db{ending}");
        }
        store.close().await;
    });
}

fn what_a_group_may_read_stays_so() {
    in_directory(async |path| {
        open(&path).await.close().await;
        set_mode(&path, 0o640);
        let store = open(&path).await;
        begin(&store, 5).await;
        assert_eq!((mode(&path), mode(&beside(&path, "-wal"))), (0o640, 0o640));
        store.close().await;
    });
}

fn another_programs_file_keeps_its_mode() {
    in_directory(async |path| {
        let made = SqliteConnectOptions::new().filename(&path).create_if_missing(true).connect().await;
        let mut other = made.expect("a connection");
        sqlx::query("CREATE TABLE recipes (x)").execute(&mut other).await.expect("a statement");
        other.close().await.expect("closed");
        set_mode(&path, 0o664);
        let refused = async || match Store::open(&path, StoreOptions::default()).await {
            Err(error) => assert!(matches!(error, OpenError::Foreign(_)), "{error}"),
            Ok(_) => panic!("it opened"),
        };
        refused().await;
        assert_eq!(mode(&path), 0o664);
        assert!(!beside(&path, ".lock").exists());
        // Also beside a lock file, as one of an earlier version of the program has left.
        std::fs::write(beside(&path, ".lock"), "").expect("written");
        refused().await;
        assert_eq!(mode(&path), 0o664);
    });
}
