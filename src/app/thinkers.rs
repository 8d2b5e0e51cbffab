//! Threads that think about moves: a few, kept busy, the shortest search first.

use super::App;
use crate::engine::{Engine, Thought, Toil, Weights};
use crate::game::GameId;
use crate::rules::{Line, Position, Variant};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, oneshot};

/// What the table of a thread may take. The same for every search, as its size has a say in what is found.
const TABLE: usize = 16 << 20;
/// A thread that had nothing to do for so long ends, and gives its memory back.
const IDLE: Duration = Duration::from_mins(1);
/// Positions that a thread looks at in a second, at least, for telling how long a search would have to wait.
const PACE: u64 = 500_000;
/// So many seconds a search may wait for others.
const PATIENCE: u64 = 3;

/// Looks for moves, as many at a time as there are processors to spare. Cheap to clone.
#[derive(Clone)]
pub(super) struct Thinkers(Arc<Pool>);

struct Pool {
    desk: Mutex<InTray>,
    wanted: Condvar,
    most: usize,
    /// The games that are thought about, each by one at a time.
    games: Mutex<HashMap<GameId, Arc<tokio::sync::Mutex<()>>>>,
}

#[derive(Default)]
struct InTray {
    waiting: BinaryHeap<Reverse<SearchWish>>,
    threads: usize,
    idle: usize,
    /// How many searches were ever asked for.
    count: u64,
    /// Positions that those may look at that wait or are under way.
    nodes: u64,
}

/// Keeps the bot from any move of its own until this is dropped.
#[derive(Debug)]
pub struct Occupied {
    /// They end when nobody waits for them any more.
    _searches: Vec<oneshot::Receiver<Thought>>,
}

impl App {
    /// Keeps all threads busy that think about the bot's moves: for trials of what happens meanwhile.
    pub fn occupied(&self) -> Occupied {
        self.thinkers.occupied()
    }
}

/// A search that is asked for.
struct SearchWish {
    toil: Toil,
    /// Of equal ones the first comes first.
    number: u64,
    variant: Variant,
    line: Line,
    /// When nobody waits for it any more, it is given up.
    answer: oneshot::Sender<Thought>,
}

impl SearchWish {
    fn rank(&self) -> (u64, u64) {
        (self.toil.nodes, self.number)
    }
}

impl PartialEq for SearchWish {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for SearchWish {}

impl PartialOrd for SearchWish {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SearchWish {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl std::fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinkers").field("most", &self.0.most).finish_non_exhaustive()
    }
}

/// A lock that a panic elsewhere has left behind is as good as any: what it guards is whole between two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thinkers {
    /// With one processor left to those who do not play against the bot. No thread runs until one is needed.
    pub(super) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(Arc::new(Pool {
            desk: Mutex::default(),
            wanted: Condvar::new(),
            most: processors.saturating_sub(1).max(1),
            games: Mutex::default(),
        }))
    }

    /// Whether a search would have to wait for too long behind those that are shorter, or began before.
    pub(super) fn are_busy(&self) -> bool {
        lock(&self.0.desk).nodes > PACE * PATIENCE * self.0.most as u64
    }

    /// Waits until nobody else thinks about a game, and keeps it so.
    pub(super) async fn alone_with(&self, game: GameId) -> OwnedMutexGuard<()> {
        let mutex = lock(&self.0.games).entry(game).or_default().clone();
        let held = mutex.lock_owned().await;
        let mut games = lock(&self.0.games);
        // Those that nobody holds or waits for.
        games.retain(|_, mutex| Arc::strong_count(mutex) > 1);
        held
    }

    /// Looks for the best move where a game stands. None: the search failed, or the system gives no thread.
    pub(super) async fn think(&self, variant: Variant, line: Line, toil: Toil) -> Option<Thought> {
        let (answer, found) = oneshot::channel();
        self.want(variant, line, toil, answer)?;
        found.await.ok()
    }

    /// Gives every thread a search without an end.
    fn occupied(&self) -> Occupied {
        let searches = (0..self.0.most).filter_map(|_| {
            let variant = Variant::all().next()?;
            let (answer, found) = oneshot::channel();
            let line = Line::new(Position::start(variant));
            self.want(variant, line, Toil::nodes(u64::MAX / 1_024), answer)?;
            Some(found)
        });
        Occupied { _searches: searches.collect() }
    }

    fn want(&self, variant: Variant, line: Line, toil: Toil, answer: oneshot::Sender<Thought>) -> Option<()> {
        let mut tray = lock(&self.0.desk);
        if tray.idle <= tray.waiting.len() && tray.threads < self.0.most {
            let shared = self.0.clone();
            let thread = std::thread::Builder::new().name("thinker".to_owned()).spawn(move || shared.work());
            if thread.is_ok() {
                tray.threads += 1;
            } else if tray.threads == 0 {
                return None;
            }
        }
        tray.count += 1;
        tray.nodes += toil.nodes;
        let number = tray.count;
        tray.waiting.push(Reverse(SearchWish { toil, number, variant, line, answer }));
        self.0.wanted.notify_one();
        Some(())
    }
}

impl Pool {
    /// What a thread does until there is nothing to do.
    fn work(&self) {
        let mut engine: Option<(Variant, Engine)> = None;
        while let Some(wanted) = self.next() {
            let SearchWish { toil, variant, line, answer, .. } = wanted;
            let thought = catch_unwind(AssertUnwindSafe(|| {
                let mine = engine.take().filter(|(of, _)| *of == variant).map(|(_, engine)| engine);
                let mut mine = mine.unwrap_or_else(|| Engine::new(Weights::of(variant), TABLE));
                let thought = mine.think(&line, toil, &|| answer.is_closed(), &mut |_| {});
                engine = Some((variant, mine));
                thought
            }));
            lock(&self.desk).nodes -= toil.nodes;
            if let Ok(thought) = thought {
                // Nobody waits for what was given up.
                let _ = answer.send(thought);
            }
        }
    }

    /// The next search; none: the thread ends.
    fn next(&self) -> Option<SearchWish> {
        let mut tray = lock(&self.desk);
        loop {
            if let Some(Reverse(wanted)) = tray.waiting.pop() {
                return Some(wanted);
            }
            tray.idle += 1;
            let (back, wait) = self.wanted.wait_timeout(tray, IDLE).unwrap_or_else(PoisonError::into_inner);
            tray = back;
            tray.idle -= 1;
            if wait.timed_out() && tray.waiting.is_empty() {
                tray.threads -= 1;
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Variant {
        Variant::from_slug("chess").expect("a game")
    }

    fn search(thinkers: &Thinkers, toil: Toil) -> oneshot::Receiver<Thought> {
        let (answer, found) = oneshot::channel();
        let line = Line::new(Position::start(chess()));
        thinkers.want(chess(), line, toil, answer).expect("a thread");
        found
    }

    #[tokio::test]
    async fn the_same_search_finds_the_same_among_others() {
        let thinkers = Thinkers::new();
        let line = Line::new(Position::start(chess()));
        let alone = thinkers.think(chess(), line.clone(), Toil::nodes(2_000)).await.expect("a move");
        let others: Vec<_> = (0..5).map(|n| search(&thinkers, Toil::nodes(500 + n))).collect();
        let again = thinkers.think(chess(), line, Toil::nodes(2_000)).await.expect("a move");
        assert_eq!((again.best(), again.worth, again.nodes), (alone.best(), alone.worth, alone.nodes));
        for other in others {
            assert!(other.await.expect("a search").best().is_some());
        }
        assert_eq!(lock(&thinkers.0.desk).nodes, 0, "nothing is left to do");
    }

    #[tokio::test]
    async fn a_search_that_nobody_waits_for_is_given_up() {
        let thinkers = Thinkers::new();
        let endless: Vec<_> =
            (0..thinkers.0.most).map(|_| search(&thinkers, Toil::nodes(u64::MAX / 64))).collect();
        assert!(thinkers.are_busy());
        drop(endless);
        assert!(search(&thinkers, Toil::nodes(100)).await.expect("its turn comes").best().is_some());
    }

    #[tokio::test]
    async fn two_do_not_think_about_one_game_at_once() {
        let thinkers = Thinkers::new();
        let held = thinkers.alone_with(GameId(1)).await;
        let other = thinkers.clone();
        let second = tokio::spawn(async move { drop(other.alone_with(GameId(1)).await) });
        drop(thinkers.alone_with(GameId(2)).await);
        tokio::task::yield_now().await;
        assert!(!second.is_finished(), "it waits");
        drop(held);
        second.await.expect("then it goes on");
    }
}
