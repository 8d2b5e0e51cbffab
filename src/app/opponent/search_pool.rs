//! The search pool: a few threads that look for moves, the shortest search first, but no search waits for ever.

use crate::app::App;
use crate::engine::{Engine, SearchLimits, Thought, Weights};
use crate::game::GameId;
use crate::games;
use crate::rules::{Line, Position, Variant};
use crate::timing::virtual_time::{ClockHold, hold};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, OwnedMutexGuard, oneshot};

/// Bytes of a thread's transposition table. The same for every search, as its size affects what is found.
const TABLE: usize = 16 << 20;
/// A thread that was idle for this long ends, and gives its memory back.
const IDLE: Duration = Duration::from_mins(1);
/// Positions that a thread visits per second, at least; to estimate how long a search would have to wait.
const PACE: u64 = 500_000;
/// Processors left to everything else. Where threads can lower their priority, none need be.
const TO_OTHERS: usize = if cfg!(target_os = "linux") { 0 } else { 1 };
/// How far a thread lowers its priority, in steps of nice(2): it gets a tenth of what another thread gets, and all that nobody else
/// wants.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 10;
/// How many seconds a search may wait for others.
const PATIENCE: u64 = 3;
/// While a search waits, shorter ones that come later go first, until they have cost this many times what it costs itself.
const OVERTAKEN: u64 = 2;

/// Searches for moves, as many at a time as there are processors to spare. Cheap to clone.
#[derive(Clone)]
pub(in crate::app) struct SearchPool(Arc<Pool>);

struct Pool {
    desk: Mutex<InTray>,
    wanted: Condvar,
    most: usize,
    /// The games that are being searched.
    games: Mutex<HashMap<GameId, Arc<Pondered>>>,
    #[cfg(test)]
    breaks_from: std::sync::atomic::AtomicU32,
}

/// A game that is being searched, by one task at a time.
#[derive(Default)]
struct Pondered {
    one: Arc<tokio::sync::Mutex<()>>,
    gone_on: Notify,
}

/// The sole right to search a game, for as long as this lives.
pub(in crate::app) struct Pondering {
    game: Arc<Pondered>,
    _alone: OwnedMutexGuard<()>,
}

impl Pondering {
    /// Resolves when something happens in the game after this call, so that the searched position is out of date.
    pub(in crate::app) fn gone_on(&self) -> Notified<'_> {
        self.game.gone_on.notified()
    }
}

#[derive(Default)]
struct InTray {
    waiting: BinaryHeap<Reverse<SearchWish>>,
    threads: usize,
    idle: usize,
    /// How many searches were ever asked for.
    count: u64,
    /// The cost of the searches that wait or run.
    pending: u64,
    /// The cost of the searches that are done.
    done: u64,
    /// How many [`Occupied`] there are. Behind them a search waits, and virtual time goes on.
    occupied: u32,
}

impl InTray {
    fn add(&mut self, variant: Variant, line: Line, limits: SearchLimits, answer: oneshot::Sender<Thought>) {
        let cost = cost(limits);
        self.count += 1;
        self.pending = self.pending.saturating_add(cost);
        let turn = self.done.saturating_add(cost.saturating_mul(OVERTAKEN));
        let clock = (self.occupied == 0).then(hold);
        let wish = SearchWish { limits, turn, number: self.count, variant, line, answer, clock };
        self.waiting.push(Reverse(wish));
    }

    /// From here on nothing keeps the searches that wait from being done.
    fn is_free(&mut self) {
        self.occupied -= 1;
        if self.occupied == 0 {
            let mut waiting = std::mem::take(&mut self.waiting).into_vec();
            for Reverse(wish) in &mut waiting {
                wish.clock.get_or_insert_with(hold);
            }
            self.waiting = waiting.into();
        }
    }

    fn done(&mut self, limits: SearchLimits) {
        self.pending = self.pending.saturating_sub(cost(limits));
        self.done = self.done.saturating_add(cost(limits));
    }
}

/// About how many positions a search visits. A search of few plies ends long before its node limit; each further ply takes about
/// eight times as many.
fn cost(limits: SearchLimits) -> u64 {
    limits.nodes.min(8_u64.saturating_pow(limits.depth.saturating_add(1)))
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::app) enum NoThought {
    /// The system gives no thread.
    #[error("there is no thread to think about a move")]
    NoThread,
    /// It panicked, and would do so again.
    #[error("a search for a move broke")]
    Broke,
}

/// Keeps the bot from moving until this is dropped.
#[derive(Debug)]
pub struct Occupied {
    /// The searches end when their receivers are dropped.
    _searches: Vec<oneshot::Receiver<Thought>>,
    search_pool: SearchPool,
}

impl Drop for Occupied {
    fn drop(&mut self) {
        lock(&self.search_pool.0.desk).is_free();
    }
}

impl App {
    /// Keeps all threads of the pool busy, to test what happens meanwhile.
    pub fn occupied(&self) -> Occupied {
        self.search_pool.occupied()
    }
}

/// A search that was asked for.
struct SearchWish {
    limits: SearchLimits,
    /// The lowest comes first: the cost that was done when it was asked for, plus `OVERTAKEN` times its own.
    turn: u64,
    /// Breaks ties: the earlier one comes first.
    number: u64,
    variant: Variant,
    line: Line,
    /// When the receiver is dropped, the search is given up.
    answer: oneshot::Sender<Thought>,
    /// Virtual time stands still until the search is done.
    clock: Option<ClockHold>,
}

impl SearchWish {
    fn rank(&self) -> (u64, u64) {
        (self.turn, self.number)
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

impl std::fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinkers").field("most", &self.0.most).finish_non_exhaustive()
    }
}

/// A lock that a panic elsewhere has poisoned is still good: what it guards is consistent between two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SearchPool {
    /// With as many threads as leave other work undisturbed. None runs until one is needed.
    pub(in crate::app) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(Arc::new(Pool {
            desk: Mutex::default(),
            wanted: Condvar::new(),
            most: processors.saturating_sub(TO_OTHERS).max(1),
            games: Mutex::default(),
            #[cfg(test)]
            breaks_from: u32::MAX.into(),
        }))
    }

    /// Builds what the engine evaluates with, on a thread of its own that a shutdown does not wait for. Without it, the first
    /// search waits.
    pub(in crate::app) fn make_ready(&self) {
        let ready = std::thread::Builder::new().name("thinker".to_owned()).spawn(Engine::make_ready);
        if let Err(error) = ready {
            tracing::debug!(%error, most = self.0.most, "the engine is not made ready");
        }
    }

    /// Whether a search would have to wait too long behind shorter or earlier ones.
    pub(in crate::app) fn are_busy(&self) -> bool {
        lock(&self.0.desk).pending > PACE * PATIENCE * self.0.most as u64
    }

    /// Waits until no other task searches a game, and keeps it so.
    pub(in crate::app) async fn alone_with(&self, game: GameId) -> Pondering {
        let game = lock(&self.0.games).entry(game).or_default().clone();
        let alone = game.one.clone().lock_owned().await;
        let mut games = lock(&self.0.games);
        // Keeps only those that a task holds or waits for.
        games.retain(|_, game| Arc::strong_count(game) > 1);
        Pondering { game, _alone: alone }
    }

    /// Something has happened in a game: a task that searches it looks again.
    pub(in crate::app) fn went_on(&self, game: GameId) {
        if let Some(game) = lock(&self.0.games).get(&game) {
            game.gone_on.notify_waiters();
        }
    }

    /// The same for every game that is being searched.
    pub(in crate::app) fn all_went_on(&self) {
        for game in lock(&self.0.games).values() {
            game.gone_on.notify_waiters();
        }
    }

    /// Searches for the best move where a game stands.
    ///
    /// # Errors
    /// Why there is no result.
    pub(in crate::app) async fn think(
        &self,
        variant: Variant,
        line: Line,
        limits: SearchLimits,
    ) -> Result<Thought, NoThought> {
        let (answer, found) = oneshot::channel();
        self.want(variant, line, limits, answer).ok_or(NoThought::NoThread)?;
        found.await.map_err(|_| NoThought::Broke)
    }

    /// Searches of this many plies or more panic from now on.
    #[cfg(test)]
    pub(in crate::app) fn break_from(&self, plies: u32) {
        self.0.breaks_from.store(plies, std::sync::atomic::Ordering::Relaxed);
    }

    /// Gives every thread an endless search, and waits until each has begun: a shorter one that came meanwhile would go first.
    fn occupied(&self) -> Occupied {
        lock(&self.0.desk).occupied += 1;
        let searches: Vec<_> = (0..self.0.most)
            .filter_map(|_| {
                let variant = games::all().next()?;
                let (answer, found) = oneshot::channel();
                let line = Line::new(Position::start(variant));
                self.want(variant, line, SearchLimits::nodes(u64::MAX / 1_024), answer)?;
                Some(found)
            })
            .collect();
        let begun = || {
            let tray = lock(&self.0.desk);
            tray.waiting.is_empty() || tray.threads < self.0.most
        };
        while !begun() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Occupied { _searches: searches, search_pool: self.clone() }
    }

    fn want(
        &self,
        variant: Variant,
        line: Line,
        limits: SearchLimits,
        answer: oneshot::Sender<Thought>,
    ) -> Option<()> {
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
        tray.add(variant, line, limits, answer);
        self.0.wanted.notify_one();
        Some(())
    }
}

impl Pool {
    /// Searches until there is nothing to do.
    fn work(&self) {
        // On Linux a thread has a priority of its own. Where it may not lower that, it competes like any other.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(GIVES_WAY);
        let mut engine: Option<(Variant, Engine)> = None;
        while let Some(wanted) = self.next() {
            let SearchWish { limits, variant, line, answer, clock, .. } = wanted;
            let thought = catch_unwind(AssertUnwindSafe(|| {
                #[cfg(test)]
                assert!(
                    limits.depth < self.breaks_from.load(std::sync::atomic::Ordering::Relaxed),
                    "as it was told to"
                );
                let mine = engine.take().filter(|(of, _)| *of == variant).map(|(_, engine)| engine);
                let mut mine = mine.unwrap_or_else(|| Engine::new(Weights::of(variant), TABLE));
                let thought = mine.think(&line, limits, &|| answer.is_closed(), &mut |_| {});
                engine = Some((variant, mine));
                thought
            }));
            lock(&self.desk).done(limits);
            if let Ok(thought) = thought {
                // Nobody waits for a search that was given up.
                let _ = answer.send(thought);
            }
            // Only now, so that whoever waits is awake before time goes on.
            drop(clock);
        }
    }

    /// The next search; `None`: the thread ends.
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
    use crate::engine::Level;
    use futures_util::FutureExt;

    fn chess() -> Variant {
        games::from_slug("chess").expect("a game")
    }

    fn search(search_pool: &SearchPool, limits: SearchLimits) -> oneshot::Receiver<Thought> {
        let (answer, found) = oneshot::channel();
        let line = Line::new(Position::start(chess()));
        search_pool.want(chess(), line, limits, answer).expect("a thread");
        found
    }

    #[tokio::test]
    async fn the_same_search_finds_the_same_among_others() {
        let search_pool = SearchPool::new();
        let line = Line::new(Position::start(chess()));
        let alone =
            search_pool.think(chess(), line.clone(), SearchLimits::nodes(2_000)).await.expect("a move");
        let others: Vec<_> = (0..5).map(|n| search(&search_pool, SearchLimits::nodes(500 + n))).collect();
        let again = search_pool.think(chess(), line, SearchLimits::nodes(2_000)).await.expect("a move");
        assert_eq!((again.best(), again.score, again.nodes), (alone.best(), alone.score, alone.nodes));
        for other in others {
            assert!(other.await.expect("a search").best().is_some());
        }
        assert_eq!(lock(&search_pool.0.desk).pending, 0, "nothing is left to do");
    }

    #[tokio::test]
    async fn a_search_that_nobody_waits_for_is_given_up() {
        let search_pool = SearchPool::new();
        let endless: Vec<_> = (0..search_pool.0.most)
            .map(|_| search(&search_pool, SearchLimits::nodes(u64::MAX / 64)))
            .collect();
        assert!(search_pool.are_busy());
        drop(endless);
        assert!(
            search(&search_pool, SearchLimits::nodes(100)).await.expect("its turn comes").best().is_some()
        );
    }

    #[test]
    fn a_long_search_is_overtaken_by_shorter_ones_but_not_for_ever() {
        let mut tray = InTray::default();
        let ask = |tray: &mut InTray, nodes| {
            tray.add(
                chess(),
                Line::new(Position::start(chess())),
                SearchLimits::nodes(nodes),
                oneshot::channel().0,
            );
        };
        ask(&mut tray, 40_000);
        let mut shorter = 0;
        loop {
            ask(&mut tray, 4_000);
            let Reverse(next) = tray.waiting.pop().expect("one waits");
            tray.done(next.limits);
            if next.limits.nodes == 40_000 {
                break;
            }
            shorter += 1;
        }
        assert_eq!(shorter, 18, "twice its work, less that of two of them");
    }

    #[test]
    fn many_beginners_are_no_great_load() {
        let search_pool = SearchPool::new();
        let mut tray = lock(&search_pool.0.desk);
        for level in Level::all().take(3) {
            let limits = level.limits(chess(), 1);
            assert!(cost(limits) < limits.nodes / 4, "{level}");
            for _ in 0..300 {
                tray.add(chess(), Line::new(Position::start(chess())), limits, oneshot::channel().0);
            }
        }
        drop(tray);
        assert!(!search_pool.are_busy());
    }

    #[tokio::test]
    async fn whoever_thinks_about_a_game_hears_that_it_went_on() {
        let search_pool = SearchPool::new();
        let (one, other) = (search_pool.alone_with(GameId(1)).await, search_pool.alone_with(GameId(2)).await);
        let (mut gone_on, mut others) = (Box::pin(one.gone_on()), Box::pin(other.gone_on()));
        search_pool.went_on(GameId(1));
        assert!((&mut gone_on).now_or_never().is_some(), "also where it was not waited for yet");
        assert!((&mut others).now_or_never().is_none() && one.gone_on().now_or_never().is_none());
        search_pool.all_went_on();
        assert!(others.now_or_never().is_some());
    }

    #[tokio::test]
    async fn two_do_not_think_about_one_game_at_once() {
        let search_pool = SearchPool::new();
        let held = search_pool.alone_with(GameId(1)).await;
        let other = search_pool.clone();
        let second = tokio::spawn(async move { drop(other.alone_with(GameId(1)).await) });
        drop(search_pool.alone_with(GameId(2)).await);
        tokio::task::yield_now().await;
        assert!(!second.is_finished(), "it waits");
        drop(held);
        second.await.expect("then it goes on");
    }
}
