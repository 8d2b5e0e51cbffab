//! One door for all writes: a transaction that knows whether its files are still in place.

use super::connections::Lent;
use super::dialect::{Dialect, Isolation};
use super::error::Code;
use super::sql::{SqlConnection, Statement, query};
use super::{Store, StoreError, WriteError};
use sqlx::AssertSqlSafe;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

/// How long a write tries again when another one is in its way: an answer must leave within three seconds.
const PATIENCE: Duration = Duration::from_millis(1_200);

/// A connection that writes; in SQLite the only one. Its statements run on `&mut *write`; a transaction that is still open when it is dropped is
/// rolled back.
pub(super) struct Write {
    store: Store,
    held: Option<Lent>,
    /// A transaction may be open.
    open: bool,
}

impl Store {
    /// A write transaction, as if nobody else wrote beside it.
    pub(super) async fn begin(&self) -> Result<Write, StoreError> {
        self.begin_on(Isolation::Serial).await
    }

    /// A write transaction that is kept apart from others so far.
    pub(super) async fn begin_on(&self, isolation: Isolation) -> Result<Write, StoreError> {
        let mut write = self.write().await?;
        let begin = write.dialect().begin(isolation);
        write.all(query(begin)).await?;
        Ok(write)
    }

    /// The connection that writes, without a transaction yet.
    pub(super) async fn write(&self) -> Result<Write, StoreError> {
        let held = self.0.writer.take().await;
        let write = held.map(|held| Write { store: self.clone(), held: Some(held), open: false });
        // Now rather than before: the connection may be a new one, on whatever file is there now.
        self.in_place()?;
        Ok(write?)
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
    /// Holds the live games of this condition on one number (`white = $1`): what is being decided on their rows at this moment is done
    /// before, or fails as busy. For whoever changes what a change of a game goes by, but is not in the game's row.
    pub(super) async fn hold_games(
        &mut self,
        condition: &'static str,
        number: i64,
    ) -> Result<(), StoreError> {
        // In SQLite nobody else writes.
        if self.dialect() == Dialect::Postgres {
            // A row that was only locked would be taken as it was by those who waited for it.
            let sql =
                AssertSqlSafe(format!("UPDATE games SET rev = rev WHERE state = 'live' AND ({condition})"));
            query(sql).bind(number).execute(&mut **self).await?;
        }
        Ok(())
    }

    /// Sees to it that neither this channel opens nor a vacation of these players changes just now, for a game that is about to begin: its
    /// first deadline goes by both, and who changes them cannot hold a game that they do not see yet.
    pub(super) async fn hold_clocks(&mut self, players: [i64; 2], channel: i64) -> Result<(), StoreError> {
        if self.dialect() == Dialect::Postgres {
            query("UPDATE closed_channels SET tries = tries WHERE channel = $1")
                .bind(channel)
                .execute(&mut **self)
                .await?;
            query("SELECT until FROM vacations WHERE person IN ($1, $2)")
                .bind(players[0])
                .bind(players[1])
                .fetch_all(&mut **self)
                .await?;
        }
        Ok(())
    }

    /// A statement that begins a transaction, with all that follow it in the same text: how many rows each of them has changed.
    /// Each trip to the connection's thread costs as much as some statements.
    async fn all(&mut self, statement: Statement) -> Result<Vec<u64>, StoreError> {
        // Before anything is sent, as this may be cut off at any moment.
        self.open = true;
        let mut changed = Vec::new();
        let Err(error) = self.each(statement, &mut changed).await else { return Ok(changed) };
        // Somebody else has the database, so nothing has begun.
        self.open = !(changed.is_empty() && Code::of(&error) == Code::Busy);
        Err(error.into())
    }

    /// Carries out a whole transaction in one go ([`super::dialect::Dialect::at_once`]). The answer means
    /// the same as that of [`Write::commit`], and says how many rows each statement has changed.
    pub(super) async fn whole(&mut self, statement: Statement) -> Result<Vec<u64>, StoreError> {
        let changed = self.all(statement).await?;
        self.open = false;
        self.store.in_place()?;
        Ok(changed)
    }

    /// Its connection may no longer work.
    pub(super) fn spoil(&mut self) {
        self.open = true;
    }

    /// Makes the changes last. An answer means that they are on disk, in the file that the database's path leads to.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        query("COMMIT").execute(&mut *self).await?;
        self.open = false;
        self.store.in_place()
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        let Some(mut held) = self.held.take() else { return };
        if !self.open {
            return held.give_back();
        }
        // Where there is nobody to roll it back, the end of the connection does.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                // SQLite may have done it by itself; then this fails, and a new connection is the surest way on.
                if query("ROLLBACK").execute(&mut *held).await.is_ok() {
                    held.give_back();
                }
            });
        }
    }
}

impl Deref for Write {
    type Target = SqlConnection;

    fn deref(&self) -> &SqlConnection {
        self.held.as_ref().expect("held until it is dropped")
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqlConnection {
        self.held.as_mut().expect("held until it is dropped")
    }
}

impl Store {
    /// Where the database has a log beside its file, empties it as [`empty_log`] does, if that works just now.
    pub(super) async fn try_empty_log(&self) {
        if self.files().is_some()
            && let Ok(mut write) = self.write().await
        {
            let _ = empty_log(&mut write).await;
        }
    }
}

/// Writes what the log holds into the main file, as far as others let us, and empties it.
pub(super) async fn empty_log(connection: &mut SqlConnection) -> Result<(), sqlx::Error> {
    query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await.map(|_| ())
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

/// Tries a write again for as long as another one is in its way, and notes how it went.
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
