//! The only path for writes: a transaction that knows whether its files are still in place, and which other
//! writes become durable with it.
//!
//! SQLite has a single writing connection. PostgreSQL has many: a transaction is serializable or, if it
//! depends only on the rows that it writes, uses a snapshot (repeatable read).
//!
//! Vacations and closed channels affect a move but are not in the game's row. Changes to them also write the
//! rows of the games (`hold_games`), and a new game locks what its first deadline depends on (`hold_clocks`).
//! The week in which a rated game counts is decided at its end, which locks the row of the closings
//! (`hold_back_results`).

use super::error::Code;
use super::{Store, StoreError, WriteError};
use crate::db::connections::Lent;
use crate::db::dialect::{BEGIN_PART, Begin, Dialect, END_PART, Isolation, TxFrame, UNDO_PART};
use crate::db::sql::{BatchResult, SqlConnection, SqlRow, SqlValue, Statement, Values, query};
use game::{ChannelId, UserId};
use group_commit::{GroupEnd, OpenGroup, lost_with_others};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::ops::{Deref, DerefMut};
use turn::SoleTurn;

/// A connection for writing; in SQLite the only one. Statements run on `&mut *write`. A transaction that is
/// still open on drop is rolled back.
pub(super) struct Write {
    store: Store,
    held: Option<Lent>,
    open: Open,
    /// The turn among serializable writes of this process, if they take turns.
    turn: Option<SoleTurn>,
}

/// What this [`Write`] has open on its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Nothing.
    Nothing,
    /// A transaction with this begin.
    Whole(Begin),
    /// A savepoint in the transaction of a group ([`group_commit`]).
    Part,
    /// A released savepoint in such a transaction.
    Done,
    /// Unknown: perhaps a transaction, perhaps none.
    Anything,
}

impl Store {
    /// Begins a serializable write transaction.
    pub(super) async fn begin(&self) -> Result<Write, StoreError> {
        self.begin_as(Begin::Synced(Isolation::Serial)).await
    }

    /// Begins a write transaction with this isolation.
    pub(super) async fn begin_on(&self, isolation: Isolation) -> Result<Write, StoreError> {
        self.begin_as(Begin::Synced(isolation)).await
    }

    /// Begins a write transaction that a power failure may undo, but not the end of the process.
    ///
    /// Its commit does not wait for the disk. The changes are synced with the next commit that does.
    pub(super) async fn begin_unsynced(&self) -> Result<Write, StoreError> {
        self.begin_as(Begin::Unsynced).await
    }

    /// Begins a long write transaction. An open group is committed first, so that its finished writes do not
    /// wait.
    pub(super) async fn begin_long(&self) -> Result<Write, StoreError> {
        let mut write = self.write().await?;
        write.end_group().await?;
        write.begin(Begin::Synced(Isolation::Serial)).await
    }

    async fn begin_as(&self, begin: Begin) -> Result<Write, StoreError> {
        let turn = self.turn(begin).await?;
        let mut write = self.write().await?;
        write.turn = turn;
        let takes_turns = write.turn.is_some();
        let write = write.begin(begin).await?;
        // Boxed because it is rare and would enlarge the callers' futures.
        if takes_turns { Box::pin(write.after_others(begin)).await } else { Ok(write) }
    }

    /// Takes the writing connection, without a transaction of its own yet.
    pub(super) async fn write(&self) -> Result<Write, StoreError> {
        let waiting = self.0.groups.wait();
        let held = self.0.writer.take().await;
        drop(waiting);
        let write =
            held.map(|held| Write { store: self.clone(), held: Some(held), open: Open::Nothing, turn: None });
        // Checked after taking it, because a new connection opens whatever file is there now.
        self.in_place()?;
        Ok(write?)
    }

    /// Takes the writing connection for statements that must not run in a transaction.
    pub(super) async fn sole_writer(&self) -> Result<Lent, sqlx::Error> {
        loop {
            let held = self.0.writer.take().await?;
            if let Some(held) = ended(held).await {
                return Ok(held);
            }
        }
    }

    /// How many groups have been rolled back so far. To be read before a write is attempted
    /// ([`Store::last`]).
    pub(super) fn undone(&self) -> u64 {
        self.0.groups.undone()
    }

    /// Returns the final result of a write, or `None` to retry it.
    ///
    /// A write is retried if another one is in its way, or if it was refused because of changes that were
    /// rolled back since. A refusal is returned only once the changes that caused it are on disk. Failures
    /// that will affect other writes too are recorded.
    pub(super) async fn last<T>(
        &self,
        answer: Result<T, WriteError>,
        undone: u64,
        backoff: &mut Backoff,
    ) -> Option<Result<T, WriteError>> {
        let error = match answer {
            Ok(done) => return Some(Ok(done)),
            Err(WriteError::Store(error)) => error,
            Err(refused) => {
                self.0.groups.ended().await;
                if self.undone() == undone {
                    return Some(Err(refused));
                }
                lost_with_others()
            }
        };
        let error = WriteError::Store(error);
        let again = match &error {
            WriteError::Store(StoreError::Away(_)) => {
                self.0.writer.distrust();
                backoff.finds_out(&error).await
            }
            WriteError::Store(StoreError::Unreachable(_)) => {
                self.0.writer.distrust();
                backoff.again(&error).await
            }
            error => error.is_busy() && backoff.again(error).await,
        };
        if again {
            return None;
        }
        if let WriteError::Store(error) = &error {
            self.failed(error);
        }
        Some(Err(backoff.known(error)))
    }
}

/// Commits the transaction of the group that is open on a connection, if any. Returns `None` if the
/// connection is unusable.
///
/// Runs in its own task, so that it completes even if the caller is cancelled.
async fn ended(held: Lent) -> Option<Lent> {
    if held.group.is_none() {
        return Some(held);
    }
    tokio::spawn(end_group(held)).await.ok().flatten()
}

async fn end_group(mut held: Lent) -> Option<Lent> {
    let outcome = held.execute("COMMIT", ()).await;
    let works = outcome.is_ok();
    if let Some(group) = held.group.take() {
        group.tell(outcome.map(|_| ()).map_err(StoreError::from));
    }
    works.then_some(held)
}

impl Write {
    /// Begins a transaction, or a savepoint in the open one.
    async fn begin(mut self, begin: Begin) -> Result<Self, StoreError> {
        if self.shares() {
            self.send(query(BEGIN_PART, ()), Open::Part).await?;
        } else {
            let begin_it = self.dialect().begin(begin);
            self.send(query(begin_it, ()), Open::Whole(begin)).await.map_err(StoreError::before_anything)?;
        }
        Ok(self)
    }

    /// Whether a group has left a transaction open.
    fn shares(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.group.is_some())
    }

    /// Commits the transaction of the group, if one is open.
    async fn end_group(&mut self) -> Result<(), StoreError> {
        if let Some(held) = self.held.take() {
            self.held = Some(ended(held).await.ok_or_else(lost_with_others)?);
        }
        Ok(())
    }

    /// Leaves the transaction open for the waiting writes. It ends once all that wait now are done.
    fn leave_open(&mut self) -> Option<GroupEnd> {
        let group = self.store.0.groups.begin();
        let end = group.end();
        self.held.as_mut()?.group = Some(group);
        let store = self.store.clone();
        tokio::spawn(async move {
            // The writer queue is fair, so this takes the connection after those that wait already. A closed
            // store has closed its connection.
            if let Ok(held) = store.0.writer.take_in_turn().await
                && let Some(held) = ended(held).await
            {
                held.give_back();
            }
        });
        Some(end)
    }

    /// Returns the end of the group that this write is part of.
    fn group_end(&self) -> Result<GroupEnd, StoreError> {
        let group = self.held.as_ref().and_then(|held| held.group.as_ref());
        Ok(group.ok_or_else(lost_with_others)?.end())
    }

    /// Locks the live games that match this condition on one id (`white = $1`): concurrent changes to them
    /// finish first, or fail as busy.
    ///
    /// For writes to data that a game's change depends on but that is not in the game's row.
    pub(super) async fn hold_games(
        &mut self,
        condition: &'static str,
        id: impl Into<SqlValue>,
    ) -> Result<(), StoreError> {
        // SQLite has no concurrent writes.
        if self.dialect() == Dialect::Postgres {
            // With only a row lock, a waiting transaction would continue with its old state.
            let sql =
                AssertSqlSafe(format!("UPDATE games SET rev = rev WHERE state = 'live' AND ({condition})"));
            self.execute(sql, id).await?;
        }
        Ok(())
    }

    /// Locks the channel and the vacations of these players for a new game, because its first deadline
    /// depends on both. Writers of that data cannot lock a game that is not visible yet.
    pub(super) async fn hold_clocks(
        &mut self,
        players: [UserId; 2],
        channel: ChannelId,
    ) -> Result<(), StoreError> {
        if self.dialect() == Dialect::Postgres {
            self.execute("UPDATE closed_channels SET tries = tries WHERE channel = $1", channel).await?;
            self.all::<SqlRow>(
                "SELECT until FROM vacations WHERE person IN ($1, $2)",
                (players[0], players[1]),
            )
            .await?;
        }
        Ok(())
    }

    /// Executes a text whose first statement begins a transaction, and returns the results. `open` is the
    /// state afterwards.
    ///
    /// Each trip to the connection's thread costs as much as several statements, so they are sent together.
    async fn send(&mut self, statement: Statement, open: Open) -> Result<BatchResult, StoreError> {
        // Set before anything is sent, because this future may be cancelled at any point.
        self.open = open;
        let mut brought = BatchResult::default();
        let done = self.each(statement, &mut brought).await;
        let Err(error) = self.damage.noted(done) else { return Ok(brought) };
        if brought.changed.is_empty() && Code::of(&error) == Code::Busy {
            // Another process holds the database, so nothing has begun.
            self.open = Open::Nothing;
        }
        Err(error.into())
    }

    /// Executes a whole transaction as one text, built by `text` for each frame, and returns the results of
    /// its statements. [`Write::commit`] must still be called.
    pub(super) async fn whole(
        &mut self,
        begin: Begin,
        text: impl FnOnce(TxFrame) -> Statement,
    ) -> Result<BatchResult, StoreError> {
        let (frame, meanwhile, then) = if self.shares() {
            (TxFrame::Part, Open::Part, Open::Done)
        } else if self.is_worth_sharing(begin) {
            (TxFrame::First, Open::Whole(begin), Open::Whole(begin))
        } else {
            (TxFrame::Alone, Open::Whole(begin), Open::Nothing)
        };
        let brought = self.send(text(frame), meanwhile).await?;
        self.open = then;
        Ok(brought)
    }

    /// Whether other writes wait that could share a transaction with this begin.
    fn is_worth_sharing(&self, begin: Begin) -> bool {
        let may = self.dialect() == Dialect::Sqlite && begin != Begin::Unsynced;
        may && self.store.0.groups.others_wait()
    }

    /// Executes a conditional statement. Fails with [`WriteError::Conflict`] if it changes no row, because
    /// the data has changed since it was read.
    pub(super) async fn guarded(
        &mut self,
        sql: impl SqlSafeStr,
        values: impl Values,
    ) -> Result<(), WriteError> {
        if self.execute(sql, values).await? == 0 { Err(WriteError::Conflict) } else { Ok(()) }
    }

    /// Marks the connection as possibly broken.
    pub(super) fn spoil(&mut self) {
        self.open = Open::Anything;
    }

    /// Makes the changes durable; in SQLite together with those of waiting writes. On return they are on
    /// disk, in the file that the database's path leads to.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        let store = self.store.clone();
        let dialect = self.dialect();
        let shared = match self.open {
            Open::Nothing | Open::Anything => None,
            Open::Whole(begin) if self.is_worth_sharing(begin) => {
                self.open = Open::Done;
                self.leave_open()
            }
            Open::Whole(begin) => {
                for text in dialect.commit(begin) {
                    self.execute(*text, ()).await?;
                }
                self.open = Open::Nothing;
                None
            }
            Open::Part => {
                self.execute(END_PART, ()).await?;
                self.open = Open::Done;
                Some(self.group_end()?)
            }
            Open::Done => Some(self.group_end()?),
        };
        if self.held.as_ref().and_then(|held| held.group.as_ref()).is_some_and(OpenGroup::is_old) {
            // If this fails, so does the group's end, which is awaited below.
            let _ = self.end_group().await;
        }
        // Lets other writes proceed.
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
        let turn = self.turn.take();
        let undo: &[&'static str] = match self.open {
            Open::Nothing | Open::Done => return held.give_back(),
            Open::Whole(begin) => held.dialect().roll_back(begin),
            Open::Part => UNDO_PART,
            Open::Anything => &[],
        };
        // Without a runtime the connection is closed, which rolls back its transaction and that of its group.
        if let Ok(runtime) = tokio::runtime::Handle::try_current()
            && !undo.is_empty()
        {
            runtime.spawn(async move {
                for text in undo {
                    // SQLite may have rolled back by itself. Then this fails, and a new connection is the
                    // safest option.
                    if held.execute(*text, ()).await.is_err() {
                        return;
                    }
                }
                held.give_back();
                drop(turn);
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
    /// Empties the WAL as [`empty_log`] does, if the database has one and that is possible now.
    pub(super) async fn try_empty_log(&self) {
        if self.files().is_some()
            && let Ok(mut held) = self.sole_writer().await
        {
            let _ = empty_log(&mut held).await;
            held.give_back();
        }
    }
}

/// Checkpoints the WAL into the main file, as far as other connections allow, and truncates it. Returns
/// whether all of it was moved.
pub(super) async fn empty_log(connection: &mut SqlConnection) -> Result<bool, sqlx::Error> {
    let is_busy: i64 = connection.one("PRAGMA wal_checkpoint(TRUNCATE)", ()).await?;
    Ok(is_busy == 0)
}

pub(super) mod group_commit;
mod numbers;
mod retry;
#[cfg(test)]
mod tests;
mod turn;

pub(super) use retry::{Backoff, retry_claimed, retry_write};
