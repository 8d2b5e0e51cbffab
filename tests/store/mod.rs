//! The store: its contract, its start, and its life beside other processes.

mod contract;
mod full;
mod lost;
mod people;
mod plans;
mod sessions;
mod startup;

use libtest_mimic::Trial;
use rookery::game::{ChannelId, GameId, GuildId, InteractionId, Millis, Ply, UserId};
use rookery::store::{Change, NewChallenge, NewGame, Options, Store};
use std::future::Future;
use std::path::{Path, PathBuf};

pub const NOON: Millis = Millis(1_800_000_000_000);

/// The tests of the store.
pub fn tests() -> Vec<Trial> {
    [
        contract::tests(),
        full::tests(),
        lost::tests(),
        people::tests(),
        plans::tests(),
        sessions::tests(),
        startup::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Runs a test of the contract on a fresh database of every kind there is.
pub fn on_every_store<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    in_directory(async |path| {
        let store = open(&path).await;
        test(store.clone()).await;
        store.close().await;
    });
}

/// Runs a test on a path for a database in a directory of its own.
pub fn in_directory<F: Future<Output = ()>>(test: impl FnOnce(PathBuf) -> F) {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build();
    runtime.expect("a runtime").block_on(test(dir.path().join("rookery.db")));
}

pub async fn open(path: &Path) -> Store {
    Store::open(path, Options::default()).await.expect("the database opens")
}

pub fn new_game(channel: u64) -> NewGame {
    NewGame {
        variant: "chess".to_owned(),
        rules_version: 1,
        start: "the start".to_owned(),
        white: UserId(1),
        black: UserId(2),
        guild: Some(GuildId(9)),
        channel: ChannelId(channel),
        parent: None,
        answer: None,
        now: NOON,
    }
}

pub fn new_challenge() -> NewChallenge {
    NewChallenge {
        challenger: UserId(1),
        opponent: None,
        variant: "chess".to_owned(),
        color: "random".to_owned(),
        thread: "auto".to_owned(),
        may_thread: true,
        start: "the start".to_owned(),
        guild: Some(GuildId(9)),
        channel: ChannelId(5),
        created_at: NOON,
    }
}

/// One move at a ply.
pub fn one_move(ply: u32, text: &str) -> Change {
    Change {
        from: Ply(ply),
        moves: vec![text.to_owned()],
        ending: None,
        offers: String::new(),
        moved_at: NOON,
        interaction: None,
        answer: None,
        now: NOON,
    }
}

pub fn ending(ply: u32, ending: &str) -> Change {
    Change { moves: Vec::new(), ending: Some(ending.to_owned()), ..one_move(ply, "") }
}

pub fn by(change: Change, interaction: u64) -> Change {
    Change { interaction: Some(InteractionId(interaction)), ..change }
}

pub async fn begin(store: &Store, channel: u64) -> GameId {
    store.begin_game(&new_game(channel), None, None).await.expect("the game begins")
}
