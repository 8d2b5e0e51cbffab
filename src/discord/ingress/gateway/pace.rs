//! Paces requests for sessions: Discord accepts one IDENTIFY in five seconds from each group of shards, over
//! all processes together.
//!
//! The pace holds across restarts and processes because the group's lease is held meanwhile. No IDENTIFY is
//! sent while Discord's `session_start_limit` is used up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::discord::clock::BotClock;
use crate::discord::ops::leases::{LeaseWatch, SHARD_BEAT, SHARD_RUNS_OUT};
use crate::game::Millis;
use crate::store::Store;

/// Minimum time between two IDENTIFYs of a group.
///
/// Discord accepts one in 5 s, by time of arrival. The rest is slack because transit times differ.
pub const IDENTIFY_EVERY: Duration = Duration::from_millis(5_300);
/// Discord limits sessions for no longer than this.
const DAY: Duration = Duration::from_hours(24);
/// How often to check whether another process is done.
const LOOK: Duration = Duration::from_millis(500);

#[derive(Debug)]
struct PaceState {
    /// The number of groups, each of which may identify at the same time: Discord's `max_concurrency`. A
    /// shard's group is its number modulo this.
    groups: u32,
    /// When a session was last requested: by earlier processes (`before`), and by this one for
    /// each group (`asked`).
    before: Millis,
    asked: HashMap<u32, Millis>,
    /// How many more sessions Discord allows, and until when.
    left: Option<(u64, Instant)>,
    turns: HashMap<u32, Arc<tokio::sync::Mutex<()>>>,
}

/// The IDENTIFY pace of this process. Clones share its state.
#[derive(Clone, Debug)]
pub struct IdentifyPace {
    store: Store,
    clock: BotClock,
    every: Duration,
    state: Arc<Mutex<PaceState>>,
}

/// The right to request a session. Meanwhile no other shard of the group requests one, in any process.
pub struct IdentifyTurn {
    _held: Option<OwnedMutexGuard<()>>,
    _lease: Option<DropGuard>,
}

impl IdentifyPace {
    /// Creates a pace. `every` is the minimum time between two sessions of a group, and `before` is when an
    /// earlier process last requested one.
    pub fn new(store: Store, clock: BotClock, every: Duration, before: Millis) -> Self {
        let (asked, turns) = (HashMap::new(), HashMap::new());
        let state = Arc::new(Mutex::new(PaceState { groups: 1, before, asked, left: None, turns }));
        Self { store, clock, every, state }
    }

    fn lock(&self) -> MutexGuard<'_, PaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records Discord's `max_concurrency`.
    pub fn learn(&self, groups: u32) {
        self.lock().groups = groups.max(1);
    }

    /// Records that Discord allows `remaining` more sessions until `reset_after` has passed.
    pub fn allow(&self, remaining: u64, reset_after: Duration) {
        // An odd response must not overflow `Instant`.
        let end = Instant::now() + reset_after.min(DAY);
        self.lock().left = Some((remaining, end));
    }

    /// Returns how long this shard has to wait before it may request a session.
    pub fn until(&self, shard: u32) -> Duration {
        let state = self.lock();
        let asked =
            state.asked.get(&(shard % state.groups)).map_or(state.before, |at| *at.max(&state.before));
        let since = self.clock.now().0.saturating_sub(asked.0);
        // A clock that was set back must not cause a wait of years.
        let wait = match u64::try_from(since) {
            Ok(since) => self.every.saturating_sub(Duration::from_millis(since)),
            Err(_) => self.every,
        };
        let blocked = match state.left {
            Some((0, end)) => end.saturating_duration_since(Instant::now()),
            _ => Duration::ZERO,
        };
        wait.max(blocked)
    }

    /// Uses up one of the sessions that Discord still allows.
    pub fn spend(&self) {
        if let Some((left, end)) = &mut self.lock().left
            && Instant::now() < *end
        {
            *left = left.saturating_sub(1);
        }
    }

    /// Records that this shard requests a session now, and returns the time.
    pub fn asking(&self, shard: u32) -> Millis {
        let now = self.clock.now();
        let mut state = self.lock();
        let group = shard % state.groups;
        state.asked.insert(group, now);
        now
    }

    /// Waits until no other shard of this shard's group is requesting a session, here or in another process.
    pub async fn turn(&self, shard: u32) -> IdentifyTurn {
        let (group, mutex) = {
            let mut state = self.lock();
            let group = shard % state.groups;
            (group, Arc::clone(state.turns.entry(group).or_default()))
        };
        let held = mutex.lock_owned().await;
        if !self.store.is_shared() {
            return IdentifyTurn { _held: Some(held), _lease: None };
        }
        let (me, name) = (fastrand::i64(1..), format!("identify {group}"));
        let mut watch = LeaseWatch::default();
        loop {
            let now = Instant::now();
            match self.store.hold_lease(&name, me, watch.dead(&name, now, self.every + SHARD_RUNS_OUT)).await
            {
                Ok(mark) if mark.holder == me => break,
                Ok(mark) => watch.saw(&name, mark, now),
                Err(error) => tracing::debug!(%error, "whether another process identifies was not found out"),
            }
            tokio::time::sleep(LOOK).await;
        }
        let done = CancellationToken::new();
        tokio::spawn(self.clone().hold(name, me, (shard, held), done.clone()));
        IdentifyTurn { _held: None, _lease: Some(done.drop_guard()) }
    }

    /// Renews the lease until the turn is over and the next session may be requested, then releases it.
    async fn hold(
        self,
        name: String,
        me: i64,
        (shard, held): (u32, OwnedMutexGuard<()>),
        done: CancellationToken,
    ) {
        loop {
            tokio::select! {
                biased;
                () = done.cancelled() => break,
                () = tokio::time::sleep(SHARD_BEAT) => {}
            }
            if let Err(error) = self.store.hold_lease(&name, me, None).await {
                tracing::debug!(%error, "that this process identifies was not noted");
            }
        }
        tokio::time::sleep(self.until(shard).min(self.every)).await;
        if let Err(error) = self.store.leave_lease(&name, me).await {
            tracing::debug!(%error, "that this process has identified was not noted");
        }
        drop(held);
    }
}
