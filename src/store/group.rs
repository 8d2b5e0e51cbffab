//! Changes that become durable together.
//!
//! A disk takes some milliseconds to make a change last, and as long for many as for one. SQLite has one connection that writes. Whoever is
//! done with it while others wait for it does not commit but leaves the transaction open: the others add theirs to it,
//! each within a savepoint, so that one can fail alone. A task that has queued behind all of them commits for all. They are told then, and not before.
//! PostgreSQL does the like by itself, for the connections that commit at one moment.

use super::connections::Lent;
use super::dialect::{Begin, Isolation};
use super::sql::query;
use super::{Store, StoreError};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How the transaction of a group has ended, once it has.
type GroupOutcome = Option<Result<(), Arc<StoreError>>>;

/// The group whose transaction is open on the connection that writes, if there is one. Who holds that connection changes it, and nobody else.
#[derive(Debug, Default)]
pub(super) struct Group {
    open: Mutex<Option<watch::Sender<GroupOutcome>>>,
    /// How many wait for the connection.
    waiting: AtomicU32,
}

/// The end of a group, to be waited for.
pub(super) struct GroupEnd(Option<watch::Receiver<GroupOutcome>>);

/// Somebody who waits for the connection.
pub(super) struct Waiting<'a>(&'a AtomicU32);

impl Group {
    /// Counts as waiting until this is dropped.
    pub(super) fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(&self.waiting)
    }

    /// Whether somebody waits for the connection, for whom it is worth it to leave a transaction open.
    pub(super) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether a transaction was left open. For who holds the connection.
    pub(super) fn is_open(&self) -> bool {
        self.lock().is_some()
    }

    /// The end of the one that is open.
    pub(super) fn end(&self) -> GroupEnd {
        GroupEnd(self.lock().as_ref().map(watch::Sender::subscribe))
    }

    /// Waits until nothing is open of what was when this was called.
    pub(super) async fn ended(&self) {
        // How it went is told to those who are in it.
        let _ = self.end().reached().await;
    }

    /// Its connection is about to be closed, so nothing of it lasts.
    pub(super) fn fail(&self) {
        drop(self.lock().take());
    }

    fn lock(&self) -> MutexGuard<'_, Option<watch::Sender<GroupOutcome>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl GroupEnd {
    /// Waits for it.
    pub(super) async fn reached(self) -> Result<(), StoreError> {
        let Some(mut end) = self.0 else { return Err(lost_with_others()) };
        let Ok(outcome) = end.wait_for(Option::is_some).await else { return Err(lost_with_others()) };
        match &*outcome {
            Some(Err(error)) => Err(error.told_again()),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

/// One of those who shared a transaction has brought all of it down. That need not happen to the others when they try again.
fn lost_with_others() -> StoreError {
    StoreError::Busy(sqlx::Error::Io(std::io::Error::other("what was to be saved together was undone")))
}

impl Store {
    /// The transaction on the connection that writes stays open, for those who wait for it; once all who do so now are done, it ends.
    pub(super) fn begin_group(&self) -> GroupEnd {
        let (sender, end) = watch::channel(None);
        *self.0.group.lock() = Some(sender);
        let store = self.clone();
        tokio::spawn(async move {
            // Later than those who wait already, as they are served in order. Who has closed the store has ended it.
            if let Ok(mut held) = store.0.writer.take_in_turn().await
                && store.end_group(&mut held).await
            {
                held.give_back();
            }
        });
        GroupEnd(Some(end))
    }

    /// The connection that writes, for what must not run in a transaction.
    pub(super) async fn sole_writer(&self) -> Result<Lent, sqlx::Error> {
        loop {
            let mut held = self.0.writer.take().await?;
            if self.end_group(&mut held).await {
                return Ok(held);
            }
        }
    }

    /// Ends the transaction that was left open on this connection, if there is one; false: the connection is of no more use.
    async fn end_group(&self, held: &mut Lent) -> bool {
        if !self.0.group.is_open() {
            return true;
        }
        let mut done = Ok(());
        for text in held.dialect().commit(Begin::Synced(Isolation::Serial)) {
            done = done.and(query(*text).execute(&mut **held).await.map(|_| ()));
        }
        let works = done.is_ok();
        if let Some(sender) = self.0.group.lock().take() {
            sender.send_replace(Some(done.map_err(|error| Arc::new(error.into()))));
        }
        works
    }
}
