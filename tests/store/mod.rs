//! The store: its contract, its start, and its use beside other processes.

mod adoption;
mod compatible;
mod contract;
pub mod copying;
mod cut_off;
mod dialect;
mod few_rows;
mod finished_games;
mod full;
mod held_clock;
mod leases;
mod left;
mod lost;
mod modes;
mod operator;
mod outbox;
mod owner;
mod pages;
mod people;
pub mod plans;
mod puzzles;
mod server;
mod sessions;
mod startup;
mod together;

use crate::databases::with_database;
use crate::runtime::on_virtual_time;
use libtest_mimic::Trial;
use rookery::game::{
    ChannelId, Color, EventKind, GameId, GuildId, InteractionId, LogEntry, Millis, Ply, Rev, UserId,
};
use rookery::store::{
    ChallengeShown, Change, Effect, LiveGame, NewChallenge, NewGame, Snapshot, Store, StoreOptions,
    StoredState,
};
use std::future::Future;
use std::path::{Path, PathBuf};

pub const NOON: Millis = Millis(1_800_000_000_000);

/// The tests of the store.
pub fn tests() -> Vec<Trial> {
    [
        adoption::tests(),
        compatible::tests(),
        contract::tests(),
        copying::tests(),
        cut_off::tests(),
        dialect::tests(),
        few_rows::tests(),
        finished_games::tests(),
        full::tests(),
        held_clock::tests(),
        leases::tests(),
        left::tests(),
        lost::tests(),
        modes::tests(),
        operator::tests(),
        outbox::tests(),
        owner::tests(),
        pages::tests(),
        people::tests(),
        plans::tests(),
        puzzles::tests(),
        server::tests(),
        sessions::tests(),
        startup::tests(),
        together::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Runs a test of the contract on a fresh database.
pub fn with_store<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    with_database(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        test(store.clone()).await;
        store.close().await;
    });
}

/// Runs a test on a path for a database in its own directory.
pub fn in_directory<F: Future<Output = ()>>(test: impl FnOnce(PathBuf) -> F) {
    let dir = tempfile::tempdir().expect("a directory for the test");
    on_virtual_time(test(dir.path().join("rookery.db")));
}

pub async fn open(path: &Path) -> Store {
    Store::open(path, StoreOptions::default()).await.expect("the database opens")
}

pub fn new_game(channel: u64) -> NewGame {
    NewGame {
        variant: "chess".to_owned(),
        rules_version: 1,
        white: UserId(1),
        black: UserId(2),
        engine: None,
        guild: Some(GuildId(9)),
        channel: ChannelId(channel),
        parent: None,
        pace: None,
        hints: false,
        rated: false,
        challenge: None,
        rematch_of: None,
        tournament: None,
        user_install: None,
    }
}

pub fn new_challenge() -> NewChallenge {
    NewChallenge {
        challenger: UserId(1),
        opponent: None,
        variant: "chess".to_owned(),
        color: "random".to_owned(),
        pace: None,
        hints: false,
        rated: false,
        thread: "auto".to_owned(),
        may_thread: true,
        start: "the start".to_owned(),
        guild: Some(GuildId(9)),
        channel: ChannelId(5),
        locale: None,
        rematch_of: None,
        ladder: None,
        shown: ChallengeShown::default(),
        created_at: NOON,
    }
}

/// The state of a game after this many moves and nothing else.
pub fn stands(ply: u32) -> Snapshot {
    Snapshot {
        rev: Rev(i64::from(ply) + 1),
        position_rev: Rev(i64::from(ply) + 1),
        ply: Ply(ply),
        turn: if ply.is_multiple_of(2) { Color::White } else { Color::Black },
        to_move: Some(if ply.is_multiple_of(2) { UserId(1) } else { UserId(2) }),
        fen: Some(format!("after {ply}")),
        state: StoredState::Live,
        ending: None,
        moved_at: NOON,
        deadline: None,
        remind_at: None,
    }
}

fn entry(kind: EventKind, text: &str) -> Effect {
    Effect::Event(LogEntry { kind, by: None, text: text.to_owned() })
}

/// The start of a game.
pub fn beginning() -> Change {
    let effects = vec![entry(EventKind::Begun, "the start")];
    Change { effects, after: stands(0), interaction: None, answer: None, now: NOON }
}

/// A move at this ply.
pub fn one_move(ply: u32, text: &str) -> Change {
    Change { effects: vec![entry(EventKind::Move, text)], after: stands(ply + 1), ..beginning() }
}

/// A move whose text needs several pages.
pub fn long_move(ply: u32) -> Change {
    one_move(ply, &"x".repeat(20_000))
}

/// The end of a game after this many moves.
pub fn ending(ply: u32, ending: &str) -> Change {
    let stood = stands(ply);
    let after = Snapshot {
        rev: stood.rev.next(),
        state: StoredState::Over,
        ending: Some(ending.to_owned()),
        to_move: None,
        ..stood
    };
    Change { effects: vec![entry(EventKind::Ended, ending)], after, ..beginning() }
}

/// A game is set aside after this many moves.
pub fn aside(ply: u32) -> Change {
    let stood = stands(ply);
    let after = Snapshot { rev: stood.rev.next(), state: StoredState::SetAside, to_move: None, ..stood };
    let effects = vec![entry(EventKind::SetAside, "other rules"), Effect::NoBoard];
    Change { effects, after, ..beginning() }
}

/// The end of a person's live game when their data is deleted.
pub fn left(user: UserId) -> impl Fn(&LiveGame) -> Change + Send + Sync {
    move |game| {
        let text = match (game.white == Some(user), game.black == Some(user)) {
            (true, true) => "aborted",
            (true, false) => "resigned black",
            (false, _) => "resigned white",
        };
        let change = ending(0, text);
        let after = Snapshot {
            rev: game.stands.rev.next(),
            state: StoredState::Over,
            ending: Some(text.to_owned()),
            to_move: None,
            ..game.stands.clone()
        };
        Change { after, ..change }
    }
}

pub fn by(change: Change, interaction: u64) -> Change {
    Change { interaction: Some(InteractionId(interaction)), ..change }
}

pub async fn begin(store: &Store, channel: u64) -> GameId {
    store.begin_game(&new_game(channel), &beginning()).await.expect("the game begins")
}
