//! One door for all writes: a transaction that knows whether its files are still in place.

use super::{Store, StoreError, WriteError};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Sqlite, Transaction};
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

/// How long a write tries again when another process holds the database: an answer must leave within three seconds.
const PATIENCE: Duration = Duration::from_millis(1_200);

/// A write transaction. It is rolled back when it is dropped; its statements run on `&mut *write`.
pub(super) struct Write {
    store: Store,
    transaction: Transaction<'static, Sqlite>,
}

impl Store {
    /// A write transaction, taken at once so that what it reads cannot change under it.
    pub(super) async fn begin(&self) -> Result<Write, StoreError> {
        let transaction = self.0.writer.begin_with("BEGIN IMMEDIATE").await?;
        // Now rather than before: the connection may be a new one, on whatever file is there now.
        self.in_place()?;
        Ok(Write { store: self.clone(), transaction })
    }

    /// Passes on how a write went, and remembers when it failed for a reason that others will meet as well.
    pub(super) fn noted<T>(&self, answer: Result<T, WriteError>) -> Result<T, WriteError> {
        if let Err(WriteError::Store(error)) = &answer {
            self.failed(error);
        }
        answer
    }
}

impl Write {
    /// Makes the changes last. An answer means that they are on disk, in the file that the database's path leads to.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await?;
        self.store.in_place()
    }
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

/// Writes what the log holds into the main file, as far as others let us, and empties it.
pub(super) async fn empty_log(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await.map(|_| ())
}

/// The waits between tries of a write that met a busy database: doubling, jittered, bounded by [`PATIENCE`].
pub(super) struct Backoff {
    started: Instant,
    next: Duration,
}

impl Backoff {
    pub(super) fn new() -> Self {
        Self { started: Instant::now(), next: Duration::from_millis(2) }
    }

    /// Waits before another try; false when there is no time left for one.
    pub(super) async fn again(&mut self) -> bool {
        if self.started.elapsed() >= PATIENCE {
            return false;
        }
        tokio::time::sleep(self.next.mul_f64(0.5 + fastrand::f64())).await;
        self.next = (self.next * 2).min(Duration::from_millis(100));
        true
    }
}

/// Tries a write again for as long as another process holds the database, and notes how it went.
macro_rules! patiently {
    ($store:ident.$attempt:ident($($given:expr),* $(,)?)) => {{
        let mut backoff = $crate::store::write::Backoff::new();
        loop {
            match $store.$attempt($($given),*).await {
                Err(error) if $crate::store::WriteError::is_busy(&error) && backoff.again().await => {}
                answer => break $store.noted(answer),
            }
        }
    }};
}
pub(super) use patiently;
