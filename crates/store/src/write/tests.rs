use super::retry::PATIENCE;
use super::*;
use crate::StoreOptions;
use std::future::Future;
use std::task::Poll;
use std::time::Duration;
use tokio::task::JoinHandle;

/// Creates a store with a table to write to.
async fn store(dir: &tempfile::TempDir) -> Store {
    let path = dir.path().join("rookery.db");
    let store = Store::open(&path, StoreOptions::default()).await.expect("a database");
    let mut write = store.write().await.expect("the connection");
    write.execute("CREATE TABLE marks (mark INTEGER)", ()).await.expect("a table");
    drop(write);
    store
}

async fn marks(store: &Store) -> i64 {
    let reader = store.reader().expect("a reader");
    reader.one("SELECT count(*) FROM marks", ()).await.expect("a number")
}

/// Adds a mark in a transaction of several statements.
async fn mark(store: Store) -> Result<(), StoreError> {
    let mut write = store.begin().await?;
    write.execute("INSERT INTO marks VALUES (1)", ()).await?;
    write.commit().await
}

/// Runs all tasks until they wait for the connection.
async fn queue() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// Starts several marks that share a transaction, followed by `last` in the same one.
async fn shared<T: Send + 'static>(
    store: &Store,
    marks: usize,
    last: impl Future<Output = T> + Send + 'static,
) -> (Vec<JoinHandle<Result<(), StoreError>>>, JoinHandle<T>) {
    let held = store.write().await.expect("the connection");
    let mut made = Vec::new();
    for _ in 0..marks {
        made.push(tokio::spawn(mark(store.clone())));
        queue().await;
    }
    let last = tokio::spawn(last);
    queue().await;
    drop(held);
    (made, last)
}

/// Whether each mark was reported as durable.
async fn told(made: Vec<JoinHandle<Result<(), StoreError>>>) -> Vec<bool> {
    let mut told = Vec::new();
    for one in made {
        let answer = tokio::time::timeout(Duration::from_secs(20), one).await;
        told.push(match answer.expect("an answer").expect("no panic") {
            Ok(()) => true,
            Err(StoreError::Busy(_) | StoreError::Other(_)) => false,
            Err(error) => panic!("{error}"),
        });
    }
    told
}

async fn synchronous(write: &mut Write) -> i64 {
    write.one("PRAGMA synchronous", ()).await.expect("a number")
}

#[tokio::test]
async fn only_what_was_begun_unsynced_is_unsynced() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let (normal, full) = (1, 2);
    let now = async || synchronous(&mut store.write().await.expect("the connection")).await;
    assert_eq!(now().await, full);
    let mut write = store.begin_unsynced().await.expect("a transaction");
    assert_eq!(synchronous(&mut write).await, normal);
    write.commit().await.expect("committed");
    assert_eq!(now().await, full);
    drop(store.begin_unsynced().await.expect("a transaction"));
    assert_eq!(now().await, full, "also where it is undone");
    let mut write = store.begin_unsynced().await.expect("a transaction");
    // Leaves nothing to commit.
    write.execute("ROLLBACK", ()).await.expect("undone");
    assert!(write.commit().await.is_err());
    assert_eq!(now().await, full, "also where it fails");
    store.close().await;
}

#[tokio::test]
async fn who_shares_what_is_undone_is_told_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let spoiling = store.clone();
    let (made, last) = shared(&store, 3, async move {
        spoiling.begin().await.expect("a part").spoil();
    })
    .await;
    assert_eq!(told(made).await, [false, false, false]);
    last.await.expect("no panic");
    assert_eq!(marks(&store).await, 0);
    mark(store.clone()).await.expect("a mark");
    assert_eq!(marks(&store).await, 1);
    store.close().await;
}

#[tokio::test]
async fn who_shares_what_cannot_be_made_to_last_is_told_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let ending = store.clone();
    let (made, last) = shared(&store, 3, async move {
        let mut write = ending.begin().await.expect("a part");
        write.execute("ROLLBACK", ()).await.expect("undone");
        // As if it had succeeded. The commit of the group finds no transaction.
        write.open = Open::Done;
    })
    .await;
    assert_eq!(told(made).await, [false, false, false]);
    last.await.expect("no panic");
    assert_eq!(marks(&store).await, 0);
    mark(store.clone()).await.expect("a mark");
    store.close().await;
}

/// A write that is refused if there is a mark, and adds one otherwise.
async fn alone(store: &Store) -> Result<(), WriteError> {
    retry_write!(store, { store.try_alone().await })
}

impl Store {
    async fn try_alone(&self) -> Result<(), WriteError> {
        let mut write = self.begin().await?;
        let marks: i64 = write.one("SELECT count(*) FROM marks", ()).await?;
        if marks > 0 {
            return Err(WriteError::Occupied);
        }
        write.execute("INSERT INTO marks VALUES (2)", ()).await?;
        Ok(write.commit().await?)
    }
}

#[tokio::test]
async fn what_was_refused_for_what_is_undone_is_tried_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let (refused, spoiling) = (store.clone(), store.clone());
    let (made, last) = shared(&store, 1, async move {
        let refused = tokio::spawn(async move { alone(&refused).await });
        queue().await;
        spoiling.begin().await.expect("a part").spoil();
        refused.await.expect("no panic")
    })
    .await;
    assert_eq!(told(made).await, [false]);
    last.await.expect("no panic").expect("nothing is in the way any more");
    assert_eq!(marks(&store).await, 1);
    assert!(matches!(alone(&store).await, Err(WriteError::Occupied)));
    store.close().await;
}

#[tokio::test]
async fn what_fails_with_others_alone_is_tried_again_even_late() {
    let lost = WriteError::Store(lost_with_others());
    let mut backoff = Backoff::new();
    backoff.started -= PATIENCE;
    assert!(backoff.again(&lost).await);
    assert!(!backoff.again(&lost).await, "once");
    let busy = WriteError::Store(StoreError::Busy(sqlx::Error::PoolTimedOut));
    let mut backoff = Backoff::new();
    backoff.started -= PATIENCE;
    assert!(!backoff.again(&busy).await, "what fails for itself is not");
}

#[tokio::test]
async fn nobody_is_left_waiting_when_the_store_is_closed() {
    for round in 0..20 {
        let dir = tempfile::tempdir().expect("a directory");
        let store = store(&dir).await;
        let made: Vec<_> = (0..40).map(|_| tokio::spawn(mark(store.clone()))).collect();
        for _ in 0..round * 5 {
            tokio::task::yield_now().await;
        }
        store.close().await;
        let told = told(made).await;
        let lasting = told.iter().filter(|told| **told).count() as i64;
        let again = Store::open(&dir.path().join("rookery.db"), StoreOptions::default()).await;
        let again = again.expect("the database");
        assert_eq!(marks(&again).await, lasting, "round {round}");
        again.close().await;
    }
}

#[tokio::test]
async fn whoever_ends_a_group_may_be_cut_off() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let cut = store.clone();
    let (made, last) = shared(&store, 3, async move {
        let mut write = cut.write().await.expect("the connection");
        let mut ending = Box::pin(ended(write.held.take().expect("held")));
        // Its commit is in progress, and the caller stops waiting for it.
        std::future::poll_fn(|turn| Poll::Ready(ending.as_mut().poll(turn).is_ready())).await
    })
    .await;
    assert_eq!(told(made).await, [true, true, true]);
    assert!(!last.await.expect("no panic"), "it takes longer than that");
    assert_eq!(marks(&store).await, 3);
    mark(store.clone()).await.expect("a mark");
    store.close().await;
}

#[tokio::test]
async fn nobody_waits_for_what_takes_long() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let (slow, done) = (store.clone(), tokio_util::sync::CancellationToken::new());
    let until = done.clone();
    let (made, last) = shared(&store, 2, async move {
        let write = slow.begin_long().await.expect("a transaction");
        until.cancelled().await;
        write.commit().await
    })
    .await;
    // The members are notified, although `last` continues.
    assert_eq!(told(made).await, [true, true]);
    assert_eq!(marks(&store).await, 2);
    done.cancel();
    last.await.expect("no panic").expect("committed");
    store.close().await;
}

#[tokio::test]
async fn a_group_that_is_old_is_ended_by_the_next() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = store(&dir).await;
    let (slow, done) = (store.clone(), tokio_util::sync::CancellationToken::new());
    let until = done.clone();
    let (held, holding) = tokio::sync::oneshot::channel();
    // The third write is slow; the fourth, which is quick, holds the connection.
    let (made, last) = shared(&store, 2, async move {
        let mut write = slow.begin().await.expect("a part");
        let holding = tokio::spawn({
            let slow = slow.clone();
            async move {
                let held = slow.write().await.expect("the connection");
                until.cancelled().await;
                drop(held);
            }
        });
        queue().await;
        tokio::time::sleep(Duration::from_millis(60)).await;
        write.execute("INSERT INTO marks VALUES (3)", ()).await.expect("a mark");
        write.commit().await.expect("committed");
        held.send(holding).expect("somebody takes it");
    })
    .await;
    assert_eq!(told(made).await, [true, true]);
    last.await.expect("no panic");
    assert_eq!(marks(&store).await, 3, "though somebody holds the connection");
    done.cancel();
    holding.await.expect("sent").await.expect("no panic");
    store.close().await;
}
