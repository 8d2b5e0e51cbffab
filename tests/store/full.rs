//! A disk that is full for a while: acknowledged writes are stored once, and work resumes by itself.

use super::{begin, beginning, by, in_directory, long_move, new_challenge, new_game, one_move, open};
use rookery::game::{ChannelId, GameId, InteractionId, Rev};
use rookery::store::{Health, Store, StoreError, StoreOptions, WriteError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::Duration;
use tokio::time::Instant;

tests!(
    writes_go_on_in_every_game_when_there_is_room_again,
    a_full_disk_in_any_statement_leaves_no_trace,
    with_a_disk_that_fills_at_random_nothing_is_lost_or_doubled,
    the_store_is_ill_while_writes_fail_and_recovers_by_itself,
);

/// A new database without the free pages left by its migrations.
async fn compact(path: &Path) -> Store {
    open(path).await.close().await;
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.expect("a file");
    sqlx::query("VACUUM").execute(&mut file).await.expect("no free pages");
    file.close().await.expect("an end");
    open(path).await
}

/// No more pages than now.
const FULL: Option<u32> = Some(1);

/// A store that checks itself often.
async fn attentive(path: &Path) -> Store {
    let options = StoreOptions { pace: Some(Duration::from_millis(20)), ..StoreOptions::default() };
    Store::open(path, options).await.expect("the database opens")
}

fn is_full<T: std::fmt::Debug>(answer: &Result<T, WriteError>) -> bool {
    matches!(answer, Err(WriteError::Store(StoreError::Full(_))))
}

async fn plies(store: &Store, id: GameId) -> u32 {
    store.game(id).await.expect("a read").expect("the game").moves().count() as u32
}

fn writes_go_on_in_every_game_when_there_is_room_again() {
    in_directory(async |path| {
        let store = compact(&path).await;
        let games = [begin(&store, 5).await, begin(&store, 6).await, begin(&store, 7).await];
        for round in 0..3 {
            store.limit(FULL).await.expect("a limit");
            for id in games {
                let refused = store.change(id, Rev(i64::from(round) + 1), &long_move(round)).await;
                assert!(is_full(&refused), "{refused:?}");
            }
            store.limit(None).await.expect("no limit");
            for id in games {
                store.change(id, Rev(i64::from(round) + 1), &long_move(round)).await.expect("there is room");
                assert_eq!(plies(&store, id).await, round + 1);
            }
        }
        store.begin_game(&new_game(8), &beginning()).await.expect("there is room");
        store.new_challenge(&new_challenge(), None).await.expect("there is room");
        store.close().await;
    });
}

/// The statements of a move: the interaction is recorded, the game's row changes, the move is inserted.
fn a_full_disk_in_any_statement_leaves_no_trace() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let before = store.game(id).await.expect("a read");
        // Enough interactions that the next ones need a page.
        let mut taken = 1_000;
        store.limit(FULL).await.expect("a limit");
        let noting = loop {
            taken += 1;
            assert!(taken < 3_000, "it never fills");
            let challenge = store.new_challenge(&new_challenge(), Some(InteractionId(taken))).await;
            if is_full(&challenge) {
                break taken;
            }
            challenge.expect("a challenge");
        };
        assert!(!store.seen(InteractionId(noting)).await.expect("a read"));
        let mut changing = by(one_move(0, "e2e4"), 77);
        changing.after.fen = Some("f".repeat(20_000));
        let adding = by(long_move(0), 78);
        for (change, interaction) in [(changing, 77), (adding, 78)] {
            let refused = store.change(id, Rev(1), &change).await;
            assert!(is_full(&refused), "{refused:?}");
            assert!(!store.seen(InteractionId(interaction)).await.expect("a read"), "it may be sent again");
            assert_eq!(store.game(id).await.expect("a read"), before);
        }
        store.limit(None).await.expect("no limit");
        store.change(id, Rev(1), &by(long_move(0), 78)).await.expect("there is room");
        store.new_challenge(&new_challenge(), Some(InteractionId(noting))).await.expect("there is room");
        store.close().await;
    });
}

fn with_a_disk_that_fills_at_random_nothing_is_lost_or_doubled() {
    for seed in 0..3 {
        in_directory(async |path| with_seed(&path, seed).await);
    }
}

async fn with_seed(path: &Path, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let store = attentive(path).await;
    let mut games = Vec::new();
    for channel in 0..5 {
        games.push((begin(&store, channel).await, 0));
    }
    let (mut refused, mut played, mut next) = (0, 0, 1_000);
    for _ in 0..400 {
        match random.u32(0..10) {
            0 => store.limit(FULL).await.expect("a limit"),
            1 => store.limit(None).await.expect("no limit"),
            _ => {}
        }
        let (id, ply) = games[random.usize(0..games.len())];
        next += 1;
        let length = if random.bool() { 4 } else { random.usize(100..12_000) };
        let change = by(one_move(ply, &format!("{next}{}", "x".repeat(length))), next);
        match store.change(id, Rev(i64::from(ply) + 1), &change).await {
            Ok(()) => {
                played += 1;
                games.iter_mut().find(|(known, _)| *known == id).expect("the game").1 += 1;
                let again = store.change(id, Rev(i64::from(ply) + 2), &change).await;
                assert!(matches!(again, Err(WriteError::Replayed)) || is_full(&again), "{again:?}");
            }
            Err(WriteError::Store(StoreError::Full(_))) => {
                refused += 1;
                assert!(!store.seen(InteractionId(next)).await.expect("a read"));
            }
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    assert!(refused > 20 && played > 100, "seed {seed}: {refused} refused, {played} played");
    store.close().await;
    let store = open(path).await;
    for (id, ply) in games {
        let game = store.game(id).await.expect("a read").expect("the game");
        assert_eq!(
            (game.moves().count(), game.stands.rev.0),
            (ply as usize, i64::from(ply) + 1),
            "seed {seed}"
        );
    }
    store.close().await;
    let found = rookery::store::check(path).await.expect("it is whole");
    assert_eq!(found.moves, played);
}

async fn until(store: &Store, what: &str, is: impl Fn(&Health) -> bool) {
    let begun = Instant::now();
    while !is(&store.health()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}: {:?}", store.health());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn the_store_is_ill_while_writes_fail_and_recovers_by_itself() {
    in_directory(async |path| {
        compact(&path).await.close().await;
        let store = attentive(&path).await;
        let id = begin(&store, 5).await;
        assert_eq!(store.health(), Health::Well);
        // An ordinary refusal does not count as a disk fault.
        assert!(store.change(id, Rev(7), &one_move(0, "e2e4")).await.is_err());
        assert_eq!(store.health(), Health::Well);
        store.limit(FULL).await.expect("a limit");
        assert!(store.change(id, Rev(1), &long_move(0)).await.is_err());
        assert!(matches!(store.health(), Health::Ill(why) if why.contains("full")));
        // Longer than the interval of retries, and while small writes still succeed.
        tokio::time::sleep(Duration::from_millis(200)).await;
        store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("this needs no room");
        assert!(matches!(store.health(), Health::Ill(_)));
        store.limit(None).await.expect("no limit");
        until(&store, "well again", |health| *health == Health::Well).await;
        store.change(id, Rev(2), &long_move(1)).await.expect("there is room");
        assert!(store.live_in(ChannelId(5)).await.expect("a read").is_some());
        store.close().await;
    });
}
