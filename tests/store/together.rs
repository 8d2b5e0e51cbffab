//! Concurrent writes: changes share a commit, and a failing one does not affect the others.

use super::{begin, beginning, by, in_directory, long_move, new_challenge, new_game, one_move, open};
use futures_util::future::join_all;
use rookery::game::{ChannelId, GameId, InteractionId, Rev};
use rookery::store::{BoardMessage, Change, Store, StoreError, WriteError, check};
use sqlx::{Connection, SqliteConnection};
use std::path::{Path, PathBuf};
use std::time::Duration;

tests!(
    many_changes_at_once_share_a_commit,
    what_fails_among_others_fails_alone,
    whoever_is_refused_finds_why,
    what_is_cut_off_among_others_stands_in_nobodys_way,
    a_full_disk_among_others_loses_nothing_that_was_acknowledged,
);

async fn games(store: &Store, most: u64) -> Vec<GameId> {
    let mut games = Vec::new();
    for channel in 0..most {
        games.push(begin(store, 100 + channel).await);
    }
    games
}

/// The log beside the file, emptied.
async fn empty_log(path: &Path) -> PathBuf {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("a connection");
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.expect("a checkpoint");
    connection.close().await.expect("closed");
    let log = PathBuf::from(format!("{}-wal", path.display()));
    assert_eq!(log.metadata().expect("the log").len(), 0);
    log
}

/// The number of commits in a log: frames that contain the database's size in pages
/// (<https://www.sqlite.org/fileformat2.html#walformat>).
fn commits(log: &Path) -> usize {
    let bytes = std::fs::read(log).expect("the log");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let (page, salt) = (number(8) as usize, (number(16), number(20)));
    (32..bytes.len().saturating_sub(23))
        .step_by(24 + page)
        .filter(|at| (number(at + 8), number(at + 12)) == salt && number(at + 4) > 0)
        .count()
}

fn many_changes_at_once_share_a_commit() {
    in_directory(async |path| {
        let store = open(&path).await;
        let games = games(&store, 64).await;
        let log = empty_log(&path).await;
        for ply in 0..4 {
            let before = if ply == 0 { 0 } else { commits(&log) };
            let moves: Vec<Change> = (0_u64..)
                .zip(&games)
                .map(|(at, _)| by(one_move(ply, "e2e4"), u64::from(ply) * 100 + at + 1))
                .collect();
            let changes = games
                .iter()
                .zip(&moves)
                .map(|(id, change)| store.change(*id, Rev(i64::from(ply) + 1), change));
            for answer in join_all(changes).await {
                answer.expect("a move");
            }
            let took = commits(&log) - before;
            // A change waits at most 50 ms for others, so a loaded machine needs more commits.
            assert!((1..=32).contains(&took), "{took} commits for 64 moves");
        }
        for id in games {
            assert_eq!(store.game(id).await.expect("a read").expect("the game").moves().count(), 4);
        }
        store.close().await;
        check(&path).await.expect("whole");
    });
}

fn what_fails_among_others_fails_alone() {
    in_directory(async |path| {
        let store = open(&path).await;
        let games = games(&store, 32).await;
        let played = by(one_move(0, "e2e4"), 1);
        store.change(games[0], Rev(1), &played).await.expect("a move");
        let changes = games[1..].iter().enumerate().map(|(at, id)| {
            let (store, played) = (store.clone(), played.clone());
            async move {
                let own = by(one_move(0, "d2d4"), 100 + at as u64);
                match at % 4 {
                    // An interaction that was already processed.
                    0 => {
                        assert!(matches!(
                            store.change(*id, Rev(1), &played).await,
                            Err(WriteError::Replayed)
                        ));
                    }
                    // Decided on an outdated version.
                    1 => assert!(matches!(store.change(*id, Rev(7), &own).await, Err(WriteError::Conflict))),
                    // In steps.
                    2 => {
                        let new = new_game(100 + at as u64 + 1);
                        assert!(matches!(
                            store.begin_game(&new, &beginning()).await,
                            Err(WriteError::Occupied)
                        ));
                        store
                            .new_challenge(&new_challenge(), Some(InteractionId(500 + at as u64)))
                            .await
                            .expect("a challenge");
                        let board = BoardMessage { channel: ChannelId(100 + at as u64 + 1), ..board() };
                        store.show_board(*id, &board).await.expect("a board");
                    }
                    _ => store.change(*id, Rev(1), &own).await.expect("a move"),
                }
            }
        });
        join_all(changes).await;
        for (at, id) in games[1..].iter().enumerate() {
            let game = store.game(*id).await.expect("a read").expect("the game");
            assert_eq!(game.moves().count(), usize::from(at % 4 == 3));
            let seen = store.seen(InteractionId(100 + at as u64)).await.expect("a read");
            assert_eq!(seen, at % 4 == 3);
            assert_eq!(store.shown_board(*id, super::NOON).await.expect("a read").is_some(), at % 4 == 2);
        }
        store.close().await;
        check(&path).await.expect("whole");
    });
}

fn board() -> BoardMessage {
    BoardMessage {
        channel: ChannelId(1),
        message: rookery::game::MessageId(77),
        rev: Rev(1),
        answer: None,
        now: super::NOON,
    }
}

fn whoever_is_refused_finds_why() {
    in_directory(async |path| {
        let store = open(&path).await;
        let games = games(&store, 16).await;
        for ply in 0..6 {
            let rivals =
                games.iter().enumerate().flat_map(|(at, id)| (0..3).map(move |rival| (at, *id, rival)));
            let changes = rivals.map(|(at, id, rival)| {
                let store = store.clone();
                async move {
                    let interaction = 1_000 * (u64::from(ply) + 1) + 10 * at as u64 + rival;
                    let change = by(one_move(ply, &format!("by {rival}")), interaction);
                    let answer = store.change(id, Rev(i64::from(ply) + 1), &change).await;
                    let found = store.game(id).await.expect("a read").expect("the game");
                    assert_eq!(found.moves().count() as u32, ply + 1, "{answer:?}");
                    match answer {
                        Ok(()) => true,
                        Err(WriteError::Conflict) => false,
                        Err(other) => panic!("{other}"),
                    }
                }
            });
            let won = join_all(changes).await.into_iter().filter(|won| *won).count();
            assert_eq!(won, games.len(), "one of three each");
        }
        store.close().await;
    });
}

fn what_is_cut_off_among_others_stands_in_nobodys_way() {
    in_directory(async |path| {
        let store = open(&path).await;
        let games = games(&store, 24).await;
        let mut random = fastrand::Rng::with_seed(7);
        let mut next = 1;
        for _ in 0..30 {
            let changes = games.iter().map(|id| {
                next += 1;
                let (store, interaction) = (store.clone(), next);
                let patience = (random.u8(..3) == 0).then(|| Duration::from_micros(random.u64(..3_000)));
                async move {
                    let stands = store.game(*id).await.expect("a read").expect("the game").stands;
                    let change = by(one_move(stands.ply.0, "e2e4"), interaction);
                    let change = store.change(*id, stands.rev, &change);
                    let answer = match patience {
                        Some(patience) => match tokio::time::timeout(patience, change).await {
                            Ok(answer) => answer,
                            Err(_) => return,
                        },
                        None => change.await,
                    };
                    match answer {
                        Ok(()) => assert!(store.seen(InteractionId(interaction)).await.expect("a read")),
                        // The cancelled write has been committed after all.
                        Err(WriteError::Conflict) => {}
                        Err(other) => panic!("{other}"),
                    }
                }
            });
            join_all(changes).await;
        }
        // No writer is left that holds it.
        for id in &games {
            let stands = store.game(*id).await.expect("a read").expect("the game").stands;
            next += 1;
            store.change(*id, stands.rev, &by(one_move(stands.ply.0, "last"), next)).await.expect("a move");
        }
        store.close().await;
        check(&path).await.expect("whole");
    });
}

fn a_full_disk_among_others_loses_nothing_that_was_acknowledged() {
    in_directory(async |path| {
        let store = open(&path).await;
        let games = games(&store, 24).await;
        let (mut next, mut refused, mut played) = (1, 0, vec![0_u32; games.len()]);
        for round in 0..30 {
            store.limit((round % 3 != 0).then_some(1)).await.expect("a limit");
            let changes = games.iter().zip(&played).map(|(id, ply)| {
                next += 1;
                let change = if next % 3 == 0 { long_move(*ply) } else { one_move(*ply, "e2e4") };
                let (store, ply, interaction) = (store.clone(), *ply, next);
                async move {
                    let answer = store.change(*id, Rev(i64::from(ply) + 1), &by(change, interaction)).await;
                    let seen = store.seen(InteractionId(interaction)).await.expect("a read");
                    assert_eq!(seen, answer.is_ok(), "{answer:?}");
                    answer
                }
            });
            for (answer, ply) in join_all(changes).await.into_iter().zip(&mut played) {
                match answer {
                    Ok(()) => *ply += 1,
                    Err(WriteError::Store(StoreError::Full(_))) => refused += 1,
                    Err(other) => panic!("{other}"),
                }
            }
        }
        assert!(refused > 20, "{refused} refused");
        store.limit(None).await.expect("no limit");
        for (id, ply) in games.iter().zip(&played) {
            next += 1;
            store
                .change(*id, Rev(i64::from(*ply) + 1), &by(long_move(*ply), next))
                .await
                .expect("there is room");
            assert_eq!(
                store.game(*id).await.expect("a read").expect("the game").moves().count() as u32,
                ply + 1
            );
        }
        store.close().await;
        check(&path).await.expect("whole");
    });
}
