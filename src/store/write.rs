//! One door for all writes: a transaction that knows whether its files are still in place, and what it lasts with.

use super::connections::Lent;
use super::dialect::{BEGIN_PART, Begin, Dialect, END_PART, Isolation, TxFrame, UNDO_PART};
use super::error::Code;
use super::sql::{Brought, SqlConnection, Statement, query};
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
    open: Open,
}

/// What is open on the connection of a [`Write`] that is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Nothing.
    Nothing,
    /// A transaction, begun so.
    Whole(Begin),
    /// A part of the transaction that others have begun ([`super::group`]).
    Part,
    /// A part of it that is done.
    Done,
    /// Perhaps a transaction, perhaps none.
    Anything,
}

impl Store {
    /// A write transaction, as if nobody else wrote beside it.
    pub(super) async fn begin(&self) -> Result<Write, StoreError> {
        self.begin_as(Begin::Synced(Isolation::Serial)).await
    }

    /// A write transaction that is kept apart from others so far.
    pub(super) async fn begin_on(&self, isolation: Isolation) -> Result<Write, StoreError> {
        self.begin_as(Begin::Synced(isolation)).await
    }

    /// The same for what a failure of power may undo, though no end of the process: it is not waited for that it is on the disk. It goes there
    /// with the next that is.
    pub(super) async fn begin_unsynced(&self) -> Result<Write, StoreError> {
        self.begin_as(Begin::Unsynced).await
    }

    async fn begin_as(&self, begin: Begin) -> Result<Write, StoreError> {
        let mut write = self.write().await?;
        let dialect = write.dialect();
        if self.0.group.is_open() {
            write.all(query(BEGIN_PART), Open::Part).await?;
        } else {
            write.all(query(dialect.begin(begin)), Open::Whole(begin)).await?;
        }
        Ok(write)
    }

    /// The connection that writes, without a transaction of its own yet.
    pub(super) async fn write(&self) -> Result<Write, StoreError> {
        let waiting = self.0.group.wait();
        let held = self.0.writer.take().await;
        drop(waiting);
        let write = held.map(|held| Write { store: self.clone(), held: Some(held), open: Open::Nothing });
        // Now rather than before: the connection may be a new one, on whatever file is there now.
        self.in_place()?;
        Ok(write?)
    }

    /// Passes on how a write went, and remembers when it failed for a reason that others will meet as well. What made it fail is on
    /// disk, so that whoever is told of it finds it.
    pub(super) async fn noted<T>(&self, answer: Result<T, WriteError>) -> Result<T, WriteError> {
        match &answer {
            Ok(_) => {}
            Err(WriteError::Store(error)) => self.failed(error),
            Err(_) => self.0.group.ended().await,
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

    /// A statement that begins a transaction, with all that follow it in the same text, and what came of them. `open` is what
    /// is open then. Each trip to the connection's thread costs as much as some statements.
    async fn all(&mut self, statement: Statement, open: Open) -> Result<Brought, StoreError> {
        // Before anything is sent, as this may be cut off at any moment.
        self.open = open;
        let mut brought = Brought::default();
        let Err(error) = self.each(statement, &mut brought).await else { return Ok(brought) };
        if brought.changed.is_empty() && Code::of(&error) == Code::Busy {
            // Somebody else has the database, so nothing has begun.
            self.open = Open::Nothing;
        }
        Err(error.into())
    }

    /// Carries out a whole transaction in one go, of which this is the text in each frame, and says what came of its statements.
    /// [`Write::commit`] is still to be called.
    pub(super) async fn whole(
        &mut self,
        begin: Begin,
        text: impl FnOnce(TxFrame) -> Statement,
    ) -> Result<Brought, StoreError> {
        let group = &self.store.0.group;
        let shares = self.dialect() == Dialect::Sqlite && begin != Begin::Unsynced;
        let (frame, meanwhile, then) = if group.is_open() {
            (TxFrame::Part, Open::Part, Open::Done)
        } else if shares && group.others_wait() {
            (TxFrame::First, Open::Whole(begin), Open::Whole(begin))
        } else {
            (TxFrame::Alone, Open::Whole(begin), Open::Nothing)
        };
        let brought = self.all(text(frame), meanwhile).await?;
        self.open = then;
        Ok(brought)
    }

    /// Its connection may no longer work.
    pub(super) fn spoil(&mut self) {
        self.open = Open::Anything;
    }

    /// Makes the changes last, in SQLite together with those of others who wait to write. An answer means that they are on disk, in the file
    /// that the database's path leads to.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        let store = self.store.clone();
        let dialect = self.dialect();
        let shared = match self.open {
            Open::Nothing | Open::Anything => None,
            Open::Whole(begin) => {
                let wait =
                    dialect == Dialect::Sqlite && begin != Begin::Unsynced && store.0.group.others_wait();
                if wait {
                    self.open = Open::Done;
                    Some(store.begin_group())
                } else {
                    for text in dialect.commit(begin) {
                        query(*text).execute(&mut *self).await?;
                    }
                    self.open = Open::Nothing;
                    None
                }
            }
            Open::Part => {
                query(END_PART).execute(&mut *self).await?;
                self.open = Open::Done;
                Some(store.0.group.end())
            }
            Open::Done => Some(store.0.group.end()),
        };
        // Others may write now.
        drop(self);
        if let Some(end) = shared {
            end.reached().await?;
        }
        store.in_place()
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        let Some(mut held) = self.held.take() else { return };
        let undo: &[&'static str] = match self.open {
            Open::Nothing | Open::Done => return held.give_back(),
            Open::Whole(begin) => held.dialect().roll_back(begin),
            Open::Part => UNDO_PART,
            Open::Anything => &[],
        };
        let store = self.store.clone();
        // Where there is nobody to roll it back, the end of the connection does.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) if !undo.is_empty() => drop(runtime.spawn(async move {
                for text in undo {
                    // SQLite may have done it by itself; then this fails, and a new connection is the surest way on.
                    if query(*text).execute(&mut *held).await.is_err() {
                        store.0.group.fail();
                        return;
                    }
                }
                held.give_back();
            })),
            _ => store.0.group.fail(),
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
            && let Ok(mut held) = self.sole_writer().await
        {
            let _ = empty_log(&mut held).await;
            held.give_back();
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
                answer => break $store.noted(answer).await,
            }
        }
    }};
}
pub(super) use patiently;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreOptions;

    async fn synchronous(store: &Store) -> i64 {
        let mut write = store.write().await.expect("the connection");
        query("PRAGMA synchronous").scalar(&mut *write).await.expect("a number")
    }

    #[tokio::test]
    async fn only_what_was_begun_unsynced_is_unsynced() {
        let dir = tempfile::tempdir().expect("a directory");
        let store =
            Store::open(&dir.path().join("rookery.db"), StoreOptions::default()).await.expect("a database");
        let full = 2;
        assert_eq!(synchronous(&store).await, full);
        let write = store.begin_unsynced().await.expect("a transaction");
        write.commit().await.expect("committed");
        assert_eq!(synchronous(&store).await, full);
        drop(store.begin_unsynced().await.expect("a transaction"));
        assert_eq!(synchronous(&store).await, full, "also where it is undone");
        let mut write = store.begin_unsynced().await.expect("a transaction");
        // Nothing is left to be committed.
        query("ROLLBACK").execute(&mut *write).await.expect("undone");
        assert!(write.commit().await.is_err());
        assert_eq!(synchronous(&store).await, full, "also where it fails");
        store.close().await;
    }
}
