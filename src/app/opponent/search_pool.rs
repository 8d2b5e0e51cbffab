//! The search pool: a few threads that search for moves. Shorter searches go first, but none waits forever.

use crate::app::App;
use crate::engine::{Engine, SearchLimits, Thought, Weights};
use crate::game::GameId;
use crate::games;
use crate::rules::{Line, Position, Variant};
use crate::timing::virtual_time::{ClockHold, alone, hold};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, OwnedMutexGuard, oneshot};

/// Size in bytes of a thread's transposition table. Fixed, because its size affects the result.
const TABLE: usize = 16 << 20;
/// A thread idle for this long ends and frees its memory.
const IDLE: Duration = Duration::from_mins(1);
/// The minimum search speed, in positions per second; used to estimate the waiting time.
const PACE: u64 = 500_000;
/// Processors left to other work. None where threads can lower their priority.
const TO_OTHERS: usize = if cfg!(target_os = "linux") { 0 } else { 1 };
/// How far a thread lowers its priority, in steps of nice(2): it gets a tenth of another thread's share, and
/// all idle time.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 10;
/// How many seconds a search may wait for others.
const PATIENCE: u64 = 3;
/// Later but shorter searches overtake a waiting one until their total cost is this many times its own.
const OVERTAKEN: u64 = 2;

/// Searches for moves, with as many threads as there are processors to spare. Cheap to clone.
#[derive(Clone)]
pub(in crate::app) struct SearchPool(Arc<Pool>);

struct Pool {
    desk: Mutex<InTray>,
    wanted: Condvar,
    most: usize,
    /// The games being searched.
    games: Mutex<HashMap<GameId, Arc<Pondered>>>,
    #[cfg(test)]
    breaks_from: std::sync::atomic::AtomicU32,
}

/// A game being searched, by one task at a time.
#[derive(Default)]
struct Pondered {
    one: Arc<tokio::sync::Mutex<()>>,
    gone_on: Notify,
}

/// The exclusive right to search a game, until dropped.
pub(in crate::app) struct Pondering {
    game: Arc<Pondered>,
    _alone: OwnedMutexGuard<()>,
}

impl Pondering {
    /// Resolves when the game changes after this call, so that the searched position is out of date.
    pub(in crate::app) fn gone_on(&self) -> Notified<'_> {
        self.game.gone_on.notified()
    }
}

#[derive(Default)]
struct InTray {
    waiting: BinaryHeap<Reverse<SearchWish>>,
    threads: usize,
    idle: usize,
    /// The number of searches ever requested.
    count: u64,
    /// The total cost of waiting and running searches.
    pending: u64,
    /// The total cost of finished searches.
    done: u64,
    /// The number of [`Occupied`] guards. While there are any, searches wait and virtual time advances.
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

    /// Removes a guard; without any left, waiting searches hold virtual time.
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

/// Approximate number of positions a search visits. A shallow search ends long before its node limit; each
/// further ply takes about eight times as many.
fn cost(limits: SearchLimits) -> u64 {
    limits.nodes.min(8_u64.saturating_pow(limits.depth.saturating_add(1)))
}

/// The reason why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::app) enum NoThought {
    /// The system cannot start a thread.
    #[error("there is no thread to think about a move")]
    NoThread,
    /// The search panicked, and would do so again.
    #[error("a search for a move broke")]
    Broke,
}

/// Keeps the bot from moving until dropped.
#[derive(Debug)]
pub struct Occupied {
    /// Dropping these receivers cancels the searches.
    _searches: Vec<oneshot::Receiver<Thought>>,
    search_pool: SearchPool,
}

impl Drop for Occupied {
    fn drop(&mut self) {
        lock(&self.search_pool.0.desk).is_free();
    }
}

impl App {
    /// Keeps all threads of the pool busy, for tests of what happens meanwhile.
    pub fn occupied(&self) -> Occupied {
        self.search_pool.occupied()
    }
}

/// A requested search.
struct SearchWish {
    limits: SearchLimits,
    /// The lowest goes first: the cost finished at the time of the request, plus `OVERTAKEN` times its own
    /// cost.
    turn: u64,
    /// Breaks ties: earlier requests first.
    number: u64,
    variant: Variant,
    line: Line,
    /// Dropping the receiver cancels the search.
    answer: oneshot::Sender<Thought>,
    /// Holds virtual time until the search is done.
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
        f.debug_struct("SearchPool").field("most", &self.0.most).finish_non_exhaustive()
    }
}

/// Ignores poisoning: the guarded data is consistent between any two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SearchPool {
    /// Sizes the pool so that other work is undisturbed. Threads start on demand.
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

    /// Precomputes the engine's evaluation data on a thread of its own, which a shutdown does not wait for.
    /// Without this, the first search waits.
    pub(in crate::app) fn make_ready(&self) {
        let ready = std::thread::Builder::new().name("search".to_owned()).spawn(Engine::make_ready);
        if let Err(error) = ready {
            tracing::debug!(%error, most = self.0.most, "the engine is not made ready");
        }
    }

    /// True if a new search would wait too long behind shorter or earlier ones.
    pub(in crate::app) fn are_busy(&self) -> bool {
        lock(&self.0.desk).pending > PACE * PATIENCE * self.0.most as u64
    }

    /// Waits until no other task searches the game, and keeps others out.
    pub(in crate::app) async fn alone_with(&self, game: GameId) -> Pondering {
        let game = lock(&self.0.games).entry(game).or_default().clone();
        let alone = game.one.clone().lock_owned().await;
        let mut games = lock(&self.0.games);
        // Drop entries that no task holds or waits for.
        games.retain(|_, game| Arc::strong_count(game) > 1);
        Pondering { game, _alone: alone }
    }

    /// Signals that a game has changed; a task searching it reloads it.
    pub(in crate::app) fn went_on(&self, game: GameId) {
        if let Some(game) = lock(&self.0.games).get(&game) {
            game.gone_on.notify_waiters();
        }
    }

    /// Signals every game being searched.
    pub(in crate::app) fn all_went_on(&self) {
        for game in lock(&self.0.games).values() {
            game.gone_on.notify_waiters();
        }
    }

    /// Searches for the best move at the end of a line.
    ///
    /// # Errors
    /// The reason why there is no result.
    pub(in crate::app) async fn think(
        &self,
        variant: Variant,
        line: Line,
        limits: SearchLimits,
    ) -> Result<Thought, NoThought> {
        let (answer, found) = oneshot::channel();
        self.want(variant, line, limits, answer).ok_or(NoThought::NoThread)?;
        let is_occupied = lock(&self.0.desk).occupied > 0;
        let thought = if is_occupied { found.await } else { alone(found).await };
        thought.map_err(|_| NoThought::Broke)
    }

    /// Makes searches of this many plies or more panic from now on.
    #[cfg(test)]
    pub(in crate::app) fn break_from(&self, plies: u32) {
        self.0.breaks_from.store(plies, std::sync::atomic::Ordering::Relaxed);
    }

    /// Gives every thread an endless search and waits until each has begun, because a shorter one arriving
    /// meanwhile would go first.
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
            let thread = std::thread::Builder::new().name("search".to_owned()).spawn(move || shared.work());
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
        // On Linux each thread has its own priority. If it may not be lowered, the thread competes like any
        // other.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(GIVES_WAY);
        let mut engine: Option<(Variant, Engine)> = None;
        while let Some(wanted) = self.next() {
            // The clock is held until the waiting task is awake.
            let SearchWish { limits, variant, line, answer, clock: _clock, .. } = wanted;
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
                // A cancelled search has no receiver.
                let _ = answer.send(thought);
            }
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
mod tests;
