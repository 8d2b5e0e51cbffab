//! Group commit: writes that become durable together.
//!
//! A disk takes some milliseconds to sync one change, and no longer for many. SQLite has a single writing
//! connection. A write that finishes while others wait does not commit, but leaves its transaction open. The
//! others join it, each in a savepoint, so that one can fail separately. A task queued behind all of them
//! commits for all, and only then do they return. PostgreSQL does something similar by itself for connections
//! that commit at the same time.
//!
//! A refusal caused by uncommitted changes of others is returned only once those are on disk. An open group
//! is dropped with its connection, so its members never wait forever. Long writes commit it first.

use crate::StoreError;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timing::{self, Phase, watch};
use tokio::time::Instant;

/// A transaction that has been open for this long is committed by the next write that finishes, so that no
/// write waits for too many others.
const LONG: Duration = Duration::from_millis(50);

/// The outcome of a group's transaction; `None` while it is open.
type GroupOutcome = Option<Result<(), Arc<StoreError>>>;

/// The state shared by all groups of a store.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// How many writes wait for the connection.
    waiting: AtomicU32,
    /// How many groups were rolled back.
    undone: AtomicU64,
    /// The newest group.
    newest: Mutex<Option<GroupEnd>>,
}

/// A transaction left open for others to join. It stays with its connection, and notifies its members of the
/// outcome. Dropping it reports a rollback.
#[derive(Debug)]
pub(crate) struct OpenGroup {
    groups: Arc<Groups>,
    sender: watch::Sender<GroupOutcome>,
    begun: Instant,
}

/// The end of a group, which its members await.
#[derive(Clone, Debug)]
pub(crate) struct GroupEnd(watch::Receiver<GroupOutcome>);

/// Counts a write as waiting for the connection.
pub(crate) struct Waiting<'a>(&'a AtomicU32);

impl Groups {
    /// Counts a write as waiting until the returned value is dropped.
    pub(crate) fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(&self.waiting)
    }

    /// Whether a write waits for the connection, which makes leaving a transaction open worthwhile.
    pub(crate) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Begins a group. Only for the holder of the connection.
    pub(crate) fn begin(self: &Arc<Self>) -> OpenGroup {
        let sender = watch::Sender::new(None);
        *self.newest() = Some(GroupEnd(sender.subscribe()));
        OpenGroup { groups: Arc::clone(self), sender, begun: Instant::now() }
    }

    /// Returns how many groups were rolled back so far.
    pub(crate) fn undone(&self) -> u64 {
        self.undone.load(Ordering::SeqCst)
    }

    /// Waits until the newest group, if any, has ended with any outcome.
    pub(crate) async fn ended(&self) {
        let newest = self.newest().clone();
        if let Some(newest) = newest {
            // The outcome is for the members of the group.
            let _ = newest.reached().await;
        }
    }

    fn newest(&self) -> MutexGuard<'_, Option<GroupEnd>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl OpenGroup {
    /// Returns the end of this group.
    pub(crate) fn end(&self) -> GroupEnd {
        GroupEnd(self.sender.subscribe())
    }

    /// Whether it has been open for longer than its members should wait.
    pub(crate) fn is_old(&self) -> bool {
        self.begun.elapsed() >= LONG
    }

    /// Notifies all members of the outcome.
    pub(crate) fn tell(self, outcome: Result<(), StoreError>) {
        if outcome.is_err() {
            self.groups.undone.fetch_add(1, Ordering::SeqCst);
        }
        self.sender.send_replace(Some(outcome.map_err(Arc::new)));
    }
}

impl Drop for OpenGroup {
    fn drop(&mut self) {
        // Counted before the sender is dropped, which notifies the members.
        if self.sender.borrow().is_none() {
            self.groups.undone.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl GroupEnd {
    /// Waits for the end of the group.
    pub(crate) async fn reached(mut self) -> Result<(), StoreError> {
        let _time = timing::start(Phase::Store);
        let Ok(outcome) = self.0.wait_for(Option::is_some).await else { return Err(lost_with_others()) };
        match &*outcome {
            Some(Err(error)) => Err(error.told_again()),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

/// Returns the error for members of a group whose transaction failed because of another member. A retry may
/// succeed.
pub(crate) fn lost_with_others() -> StoreError {
    StoreError::Busy(sqlx::Error::Io(std::io::Error::other("what was to be saved together was undone")))
}
