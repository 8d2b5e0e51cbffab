//! Group commit: writes that become durable together.
//!
//! A disk takes some milliseconds to make one change durable, and no longer for many. SQLite has a single connection for writing. A write
//! that is done while others wait does not commit, but leaves its transaction open. The others join it, each within a savepoint, so
//! that one can fail alone. A task that has queued behind all of them commits for all, and only then are they answered. PostgreSQL does
//! something similar by itself for connections that commit at the same time.
//!
//! Who is refused because of what others have begun hears so only once that is on disk.
//! What is open goes with its connection, so that nobody who shares it is left waiting. What takes long lets it end first.

use crate::StoreError;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timing::{self, Phase, watch};
use tokio::time::Instant;

/// A transaction that has been open for this long is ended by the next write that is done, so that no write waits for too many others.
const LONG: Duration = Duration::from_millis(50);

/// How the transaction of a group has ended; none while it is open.
type GroupOutcome = Option<Result<(), Arc<StoreError>>>;

/// The state shared by all groups of a store.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// How many writes wait for the connection.
    waiting: AtomicU32,
    /// How many groups were undone.
    undone: AtomicU64,
    /// The newest group.
    newest: Mutex<Option<GroupEnd>>,
}

/// A transaction that was left open for others to join. It stays with its connection, and tells its members how it has ended; if it is
/// dropped, that it was undone.
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

    /// Whether a write waits for the connection, so that a transaction is worth leaving open.
    pub(crate) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Begins a group. Only for the holder of the connection.
    pub(crate) fn begin(self: &Arc<Self>) -> OpenGroup {
        let sender = watch::Sender::new(None);
        *self.newest() = Some(GroupEnd(sender.subscribe()));
        OpenGroup { groups: Arc::clone(self), sender, begun: Instant::now() }
    }

    /// How many groups were undone so far.
    pub(crate) fn undone(&self) -> u64 {
        self.undone.load(Ordering::SeqCst)
    }

    /// Waits until the newest group, if any, has ended in whatever way.
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
    /// The end of this group.
    pub(crate) fn end(&self) -> GroupEnd {
        GroupEnd(self.sender.subscribe())
    }

    /// Whether it has been open for longer than its members should wait.
    pub(crate) fn is_old(&self) -> bool {
        self.begun.elapsed() >= LONG
    }

    /// Tells all members how the group has ended.
    pub(crate) fn tell(self, outcome: Result<(), StoreError>) {
        if outcome.is_err() {
            self.groups.undone.fetch_add(1, Ordering::SeqCst);
        }
        self.sender.send_replace(Some(outcome.map_err(Arc::new)));
    }
}

impl Drop for OpenGroup {
    fn drop(&mut self) {
        // Counted before the sender is dropped, which tells the members.
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

/// The error when one member of a group has brought down the whole transaction. The others may succeed when they try again.
pub(crate) fn lost_with_others() -> StoreError {
    StoreError::Busy(sqlx::Error::Io(std::io::Error::other("what was to be saved together was undone")))
}
