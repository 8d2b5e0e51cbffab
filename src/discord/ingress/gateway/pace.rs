//! When sessions are asked for: Discord takes one IDENTIFY in five seconds from each group of shards, of all processes together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::app::App;
use crate::discord::background::clock::BotClock;
use crate::discord::background::leases::{LeaseWatch, SHARD_BEAT, SHARD_RUNS_OUT};
use crate::game::Millis;

/// Discord takes one IDENTIFY in 5 s, as they arrive there; one may be longer on its way than the next.
pub const IDENTIFY_EVERY: Duration = Duration::from_millis(5_300);
/// For no longer sessions are limited.
const DAY: Duration = Duration::from_hours(24);
/// How often it is looked whether another process is done.
const LOOK: Duration = Duration::from_millis(500);

#[derive(Debug)]
struct PaceState {
    /// Of how many shards in a row each may ask at the same time: Discord's `max_concurrency`.
    groups: u32,
    /// When a session was asked for, by processes before this one; and by this one, for each group.
    before: Millis,
    asked: HashMap<u32, Millis>,
    /// So many more Discord allows before that moment.
    left: Option<(u64, Instant)>,
    turns: HashMap<u32, Arc<tokio::sync::Mutex<()>>>,
}

/// The pace of this process. Clones share it.
#[derive(Clone, Debug)]
pub struct IdentifyPace {
    app: App,
    clock: BotClock,
    every: Duration,
    state: Arc<Mutex<PaceState>>,
}

/// The right to ask for a session: nobody else of the group does, in any process.
pub struct IdentifyTurn {
    _held: Option<OwnedMutexGuard<()>>,
    _lease: Option<DropGuard>,
}

impl IdentifyPace {
    /// One session in this time for each group; before this process one was asked for at that moment.
    pub fn new(app: App, clock: BotClock, every: Duration, before: Millis) -> Self {
        let (asked, turns) = (HashMap::new(), HashMap::new());
        let state = Arc::new(Mutex::new(PaceState { groups: 1, before, asked, left: None, turns }));
        Self { app, clock, every, state }
    }

    fn lock(&self) -> MutexGuard<'_, PaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discord's `max_concurrency`.
    pub fn learn(&self, groups: u32) {
        self.lock().groups = groups.max(1);
    }

    /// Discord allows so many more sessions for so long.
    pub fn allow(&self, remaining: u64, reset_after: Duration) {
        // An odd answer must not be a time that no clock knows.
        let end = Instant::now() + reset_after.min(DAY);
        self.lock().left = Some((remaining, end));
    }

    /// How long until a session may be asked for by the shard of this number.
    pub fn until(&self, shard: u32) -> Duration {
        let state = self.lock();
        let asked =
            state.asked.get(&(shard % state.groups)).map_or(state.before, |at| *at.max(&state.before));
        let since = self.clock.now().0.saturating_sub(asked.0);
        // A clock that was set back must not make this a wait for years.
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

    /// Another session is about to be asked for, of those that are allowed.
    pub fn spend(&self) {
        if let Some((left, end)) = &mut self.lock().left
            && Instant::now() < *end
        {
            *left = left.saturating_sub(1);
        }
    }

    /// A session is being asked for by this shard at this moment, which is answered.
    pub fn asking(&self, shard: u32) -> Millis {
        let now = self.clock.now();
        let mut state = self.lock();
        let group = shard % state.groups;
        state.asked.insert(group, now);
        now
    }

    /// Waits until nobody else of the shard's group asks for a session, here or in another process.
    pub async fn turn(&self, shard: u32) -> IdentifyTurn {
        let (group, mutex) = {
            let mut state = self.lock();
            let group = shard % state.groups;
            (group, Arc::clone(state.turns.entry(group).or_default()))
        };
        let held = mutex.lock_owned().await;
        if !self.app.is_shared() {
            return IdentifyTurn { _held: Some(held), _lease: None };
        }
        let (me, name) = (fastrand::i64(1..), format!("identify {group}"));
        let mut watch = LeaseWatch::default();
        loop {
            let now = Instant::now();
            match self.app.hold_lease(&name, me, watch.dead(&name, now, self.every + SHARD_RUNS_OUT)).await {
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

    /// Keeps the lease until its turn is over and the next session may be asked for.
    async fn hold(
        self,
        name: String,
        me: i64,
        (shard, held): (u32, OwnedMutexGuard<()>),
        done: CancellationToken,
    ) {
        loop {
            tokio::select! {
                () = done.cancelled() => break,
                () = tokio::time::sleep(SHARD_BEAT) => {}
            }
            if let Err(error) = self.app.hold_lease(&name, me, None).await {
                tracing::debug!(%error, "that this process identifies was not noted");
            }
        }
        tokio::time::sleep(self.until(shard).min(self.every)).await;
        if let Err(error) = self.app.leave_lease(&name, me).await {
            tracing::debug!(%error, "that this process has identified was not noted");
        }
        drop(held);
    }
}
