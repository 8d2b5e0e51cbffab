//! The caller is gone before the result: a write happens completely or not at all, and blocks no other.

use super::{begin, by, ending, in_directory, new_game, one_move, open};
use rookery::game::{ChannelId, EventKind, InteractionId, LogEntry, Rev};
use rookery::store::{Change, Effect, Snapshot, Store, StoredState, WriteError, check};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

tests!(
    a_change_that_is_cut_off_happens_whole_or_not_at_all,
    a_beginning_that_is_cut_off_stands_in_nobodys_way,
    a_read_that_is_cut_off_stands_in_nobodys_way,
    a_move_that_ends_the_game_is_one_change,
    a_change_of_more_events_than_a_move_has_is_one_change
);

/// Number of cancelled changes, and the most steps before the cancellation.
const ROUNDS: u64 = 60;
const STEPS: u32 = 6;

/// Polls `work` this many times and then drops it. Returns its result if it finished.
async fn cut_off<T>(work: impl Future<Output = T>, steps: u32) -> Option<T> {
    let mut work = pin!(work);
    let mut left = steps;
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(answer) => Poll::Ready(Some(answer)),
        Poll::Pending => {
            left -= 1;
            if left == 0 { Poll::Ready(None) } else { Poll::Pending }
        }
    })
    .await
}

/// Plays the next move for this interaction, whatever the result of earlier writes.
async fn plays_on(store: &Store, channel: u64, interaction: u64) {
    loop {
        let game = store.live_in(ChannelId(channel)).await.expect("a read").expect("a live game");
        let change = by(one_move(game.stands.ply.0, "next"), interaction);
        match store.change(game.id, game.stands.rev, &change).await {
            Ok(()) => return,
            // The cancelled write has been committed after all.
            Err(WriteError::Conflict) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn a_change_that_is_cut_off_happens_whole_or_not_at_all() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let mut cut = 0;
        for round in 0..ROUNDS {
            let stands = store.game(id).await.expect("a read").expect("the game").stands;
            let change = by(one_move(stands.ply.0, "cut"), 1_000 + round);
            match cut_off(store.change(id, stands.rev, &change), 1 + round as u32 % STEPS).await {
                None => cut += 1,
                Some(Ok(()) | Err(WriteError::Conflict)) => {}
                Some(Err(error)) => panic!("{error}"),
            }
            plays_on(&store, 5, 2_000 + round).await;
        }
        // On a fast disk some are finished after one step.
        assert!(cut > 0, "none of {ROUNDS} was cut off");
        let game = store.game(id).await.expect("a read").expect("the game");
        for round in 0..ROUNDS {
            let moved = store.seen(InteractionId(1_000 + round)).await.expect("a read");
            // Each recorded interaction has made its move.
            let again = by(one_move(game.stands.ply.0, "again"), 1_000 + round);
            let answer = store.change(id, Rev(1), &again).await;
            assert_eq!(moved, matches!(answer, Err(WriteError::Replayed)), "{answer:?}");
        }
        let moves = game.moves().filter(|text| *text == "cut").count();
        let mut noted = 0;
        for round in 0..ROUNDS {
            noted += usize::from(store.seen(InteractionId(1_000 + round)).await.expect("a read"));
        }
        assert_eq!(moves, noted);
        store.close().await;
        // Its row follows from its log.
        check(&path).await.expect("whole");
    });
}

fn a_beginning_that_is_cut_off_stands_in_nobodys_way() {
    in_directory(async |path| {
        let store = open(&path).await;
        for round in 0..40 {
            let beginning = super::beginning();
            let new = new_game(100 + round);
            cut_off(store.begin_game(&new, &beginning), 1 + round as u32 % 12).await;
            begin(&store, 1_000 + round).await;
        }
        store.close().await;
        check(&path).await.expect("whole");
    });
}

fn a_read_that_is_cut_off_stands_in_nobodys_way() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        for round in 0..40 {
            cut_off(store.game(id), 1 + round % 3).await;
            assert!(store.game(id).await.expect("a read").is_some());
        }
        store.close().await;
    });
}

fn a_move_that_ends_the_game_is_one_change() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let end = ending(1, "checkmate white");
        let effects = [one_move(0, "mate").effects, end.effects.clone()].concat();
        let change = by(Change { effects, ..end }, 1);
        store.change(id, Rev(1), &change).await.expect("a change");
        let game = store.game(id).await.expect("a read").expect("the game");
        let kinds: Vec<EventKind> = game.log.iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, [EventKind::Begun, EventKind::Move, EventKind::Ended]);
        assert_eq!((game.stands.state, game.stands.rev), (StoredState::Over, Rev(3)));
        assert!(matches!(store.change(id, Rev(3), &change).await, Err(WriteError::Replayed)));
        store.close().await;
        check(&path).await.expect("whole");
    });
}

fn a_change_of_more_events_than_a_move_has_is_one_change() {
    in_directory(async |path| {
        let store = open(&path).await;
        let id = begin(&store, 5).await;
        let said =
            |text: &str| Effect::Event(LogEntry { kind: EventKind::Asked, by: None, text: text.to_owned() });
        let stood = super::stands(0);
        let change = Change {
            effects: vec![said("draw"), said("abort"), said("draw")],
            after: Snapshot { rev: Rev(4), ..stood },
            ..by(super::beginning(), 1)
        };
        assert!(matches!(store.change(id, Rev(2), &change).await, Err(WriteError::Conflict)));
        store.change(id, Rev(1), &change).await.expect("a change");
        assert!(matches!(store.change(id, Rev(4), &change).await, Err(WriteError::Replayed)));
        let game = store.game(id).await.expect("a read").expect("the game");
        let texts: Vec<&str> = game.log.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(texts, ["the start", "draw", "abort", "draw"]);
        store.close().await;
        check(&path).await.expect("whole");
    });
}
