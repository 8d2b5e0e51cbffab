//! Changes that become durable together.
//!
//! A disk takes some milliseconds to make a change last, and as long for many as for one. SQLite has one connection that writes. Whoever is
//! done with it while others wait for it does not commit but leaves the transaction open: the others add theirs to it,
//! each within a savepoint, so that one can fail alone. A task that has queued behind all of them commits for all. They are told then, and not before.
//! PostgreSQL does the like by itself, for the connections that commit at one moment.

use crate::StoreError;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use timing::{self, SpentOn};
use tokio::sync::watch;

/// A transaction that has been open for so long is ended by the next who is done, so that nobody waits for many others.
const LONG: Duration = Duration::from_millis(50);

/// How the transaction of a group has ended, once it has.
type GroupOutcome = Option<Result<(), Arc<StoreError>>>;

/// What the groups of a store have in common.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// How many wait for the connection that writes.
    waiting: AtomicU32,
    /// How many groups were undone.
    undone: AtomicU64,
    /// The newest one.
    newest: Mutex<Option<GroupEnd>>,
}

/// A transaction that was left open, for others to add to. It goes with the connection that it is open on, and tells those who share it how
/// it has ended; where it is dropped, that it is undone.
#[derive(Debug)]
pub(crate) struct OpenGroup {
    groups: Arc<Groups>,
    sender: watch::Sender<GroupOutcome>,
    begun: Instant,
}

/// The end of a group, to be waited for.
#[derive(Clone, Debug)]
pub(crate) struct GroupEnd(watch::Receiver<GroupOutcome>);

/// Somebody who waits for the connection.
pub(crate) struct Waiting<'a>(&'a AtomicU32);

impl Groups {
    /// Counts as waiting until this is dropped.
    pub(crate) fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(&self.waiting)
    }

    /// Whether somebody waits for the connection, for whom it is worth it to leave a transaction open.
    pub(crate) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// A new group. For who holds the connection.
    pub(crate) fn begin(self: &Arc<Self>) -> OpenGroup {
        let (sender, end) = watch::channel(None);
        *self.newest() = Some(GroupEnd(end));
        OpenGroup { groups: Arc::clone(self), sender, begun: Instant::now() }
    }

    /// How many were undone so far.
    pub(crate) fn undone(&self) -> u64 {
        self.undone.load(Ordering::SeqCst)
    }

    /// Waits until the newest has ended, if there is one, however it does.
    pub(crate) async fn ended(&self) {
        let newest = self.newest().clone();
        if let Some(newest) = newest {
            // How it went is told to those who are in it.
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
    /// Its end.
    pub(crate) fn end(&self) -> GroupEnd {
        GroupEnd(self.sender.subscribe())
    }

    /// Whether it has been open for longer than those who share it should wait.
    pub(crate) fn is_old(&self) -> bool {
        self.begun.elapsed() >= LONG
    }

    /// Tells all who share it how it has ended.
    pub(crate) fn tell(self, outcome: Result<(), StoreError>) {
        if outcome.is_err() {
            self.groups.undone.fetch_add(1, Ordering::SeqCst);
        }
        self.sender.send_replace(Some(outcome.map_err(Arc::new)));
    }
}

impl Drop for OpenGroup {
    fn drop(&mut self) {
        // Before its sender goes, which tells it.
        if self.sender.borrow().is_none() {
            self.groups.undone.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl GroupEnd {
    /// Waits for it.
    pub(crate) async fn reached(mut self) -> Result<(), StoreError> {
        let _time = timing::clock(SpentOn::Store);
        let Ok(outcome) = self.0.wait_for(Option::is_some).await else { return Err(lost_with_others()) };
        match &*outcome {
            Some(Err(error)) => Err(error.told_again()),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

/// One of those who shared a transaction has brought all of it down. That need not happen to the others when they try again.
pub(crate) fn lost_with_others() -> StoreError {
    StoreError::Busy(sqlx::Error::Io(std::io::Error::other("what was to be saved together was undone")))
}
