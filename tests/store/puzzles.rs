//! Solved puzzles, and streaks.

use super::{NOON, left, with_store};
use rookery::game::{Millis, UserId};
use rookery::store::{PuzzleRow, PuzzleStreak, Store};

tests_on_both!(
    puzzles_in_a_row_are_counted_once_each,
    help_ends_a_row_but_not_for_what_was_solved_before,
    puzzles_go_with_their_person,
);

const SOLVER: UserId = UserId(u64::MAX - 6);

async fn solve(store: &Store, puzzle: u32, later: i64) -> PuzzleStreak {
    let now = Millis(NOON.0 + later);
    store.note_puzzle_solved(SOLVER, "chess", puzzle, now).await.expect("a write");
    store.puzzle_streak(SOLVER).await.expect("a read")
}

async fn help(store: &Store, puzzle: u32) -> PuzzleStreak {
    store.note_puzzle_help(SOLVER, "chess", puzzle).await.expect("a write");
    store.puzzle_streak(SOLVER).await.expect("a read")
}

fn kept(puzzle: u32, helped: bool, later: Option<i64>) -> PuzzleRow {
    let solved_at = later.map(|later| Millis(NOON.0 + later));
    PuzzleRow { variant: "chess".to_owned(), puzzle, helped, solved_at }
}

fn puzzles_in_a_row_are_counted_once_each() {
    with_store(async |store| {
        assert_eq!(store.puzzle_streak(SOLVER).await.expect("a read"), PuzzleStreak::default());
        assert_eq!(solve(&store, u32::MAX, 1).await, PuzzleStreak { now: 1, best: 1 });
        assert_eq!(solve(&store, 7, 2).await, PuzzleStreak { now: 2, best: 2 });
        assert_eq!(solve(&store, 7, 3).await, PuzzleStreak { now: 2, best: 2 });
        store.note_puzzle_solved(SOLVER, "squirrel", 7, NOON).await.expect("a write");
        assert_eq!(store.puzzle_streak(SOLVER).await.expect("a read"), PuzzleStreak { now: 3, best: 3 });
        let all = store.puzzles_of(SOLVER).await.expect("a read");
        let squirrel = PuzzleRow { variant: "squirrel".to_owned(), ..kept(7, false, Some(0)) };
        assert_eq!(all, [kept(7, false, Some(2)), kept(u32::MAX, false, Some(1)), squirrel]);
    });
}

fn help_ends_a_row_but_not_for_what_was_solved_before() {
    with_store(async |store| {
        assert_eq!(help(&store, 1).await, PuzzleStreak::default());
        assert_eq!(solve(&store, 1, 1).await, PuzzleStreak::default());
        solve(&store, 2, 2).await;
        assert_eq!(solve(&store, 3, 3).await, PuzzleStreak { now: 2, best: 2 });
        assert_eq!(help(&store, 2).await, PuzzleStreak { now: 2, best: 2 });
        assert_eq!(help(&store, 4).await, PuzzleStreak { now: 0, best: 2 });
        assert_eq!(solve(&store, 5, 5).await, PuzzleStreak { now: 1, best: 2 });
        // The unsolved one interrupts the streak although help had been used before.
        assert_eq!(help(&store, 4).await, PuzzleStreak { now: 0, best: 2 });
        assert_eq!(solve(&store, 6, 6).await, PuzzleStreak { now: 1, best: 2 });
        let all = store.puzzles_of(SOLVER).await.expect("a read");
        let expected = [
            kept(1, true, Some(1)),
            kept(2, false, Some(2)),
            kept(3, false, Some(3)),
            kept(4, true, None),
            kept(5, false, Some(5)),
            kept(6, false, Some(6)),
        ];
        assert_eq!(all, expected);
    });
}

fn puzzles_go_with_their_person() {
    with_store(async |store| {
        solve(&store, 1, 1).await;
        help(&store, 2).await;
        store.note_puzzle_solved(UserId(2), "chess", 1, NOON).await.expect("a write");
        store.forget(SOLVER, super::NOON, left(SOLVER)).await.expect("a write");
        assert_eq!(store.puzzles_of(SOLVER).await.expect("a read"), []);
        assert_eq!(store.puzzle_streak(SOLVER).await.expect("a read"), PuzzleStreak::default());
        assert_eq!(store.puzzles_of(UserId(2)).await.expect("a read"), [kept(1, false, Some(0))]);
    });
}
