//! One door for all writes: a transaction that knows whether its files are still in place, and what it lasts with.

use super::error::Code;
use super::{Store, StoreError, WriteError};
use crate::db::connections::Lent;
use crate::db::dialect::{BEGIN_PART, Begin, Dialect, END_PART, Isolation, TxFrame, UNDO_PART};
use crate::db::sql::{Brought, SqlConnection, Statement, query};
use group_commit::{GroupEnd, OpenGroup, lost_with_others};
use sqlx::AssertSqlSafe;
use std::ops::{Deref, DerefMut};
use turn::SoleTurn;

/// A connection that writes; in SQLite the only one. Its statements run on `&mut *write`; a transaction that is still open when it is dropped is
/// rolled back.
pub(super) struct Write {
    store: Store,
    held: Option<Lent>,
    open: Open,
    /// Its turn among those of this process, where they take turns.
    turn: Option<SoleTurn>,
}

/// What is open on the connection of a [`Write`] that is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Nothing.
    Nothing,
    /// A transaction, begun so.
    Whole(Begin),
    /// A part of the transaction that others have begun ([`group_commit`]).
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

    /// A write transaction that takes long: nobody waits for it who was done before.
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
        // Rarely done, so it takes no room in the futures of others.
        if takes_turns { Box::pin(write.after_others(begin)).await } else { Ok(write) }
    }

    /// The connection that writes, without a transaction of its own yet.
    pub(super) async fn write(&self) -> Result<Write, StoreError> {
        let waiting = self.0.groups.wait();
        let held = self.0.writer.take().await;
        drop(waiting);
        let write =
            held.map(|held| Write { store: self.clone(), held: Some(held), open: Open::Nothing, turn: None });
        // Now rather than before: the connection may be a new one, on whatever file is there now.
        self.in_place()?;
        Ok(write?)
    }

    /// The connection that writes, for what must not run in a transaction.
    pub(super) async fn sole_writer(&self) -> Result<Lent, sqlx::Error> {
        loop {
            let held = self.0.writer.take().await?;
            if let Some(held) = ended(held).await {
                return Ok(held);
            }
        }
    }

    /// What has been undone so far; to be asked before a write is tried ([`Store::last`]).
    pub(super) fn undone(&self) -> u64 {
        self.0.groups.undone()
    }

    /// What a write is answered, remembering whether it failed for a reason that others will meet as well; none if it is to be tried once more:
    /// where another one is in its way, or where it was refused because of what was undone since. Whoever is refused is told so once
    /// what it was refused for is on disk.
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

/// Ends the transaction that was left open on a connection, if one was, in a task of its own: also where nobody waits for that any more.
/// None: the connection is of no more use.
async fn ended(held: Lent) -> Option<Lent> {
    if held.group.is_none() {
        return Some(held);
    }
    tokio::spawn(end_group(held)).await.ok().flatten()
}

async fn end_group(mut held: Lent) -> Option<Lent> {
    let outcome = query("COMMIT").execute(&mut *held).await;
    let works = outcome.is_ok();
    if let Some(group) = held.group.take() {
        group.tell(outcome.map(|_| ()).map_err(StoreError::from));
    }
    works.then_some(held)
}

impl Write {
    /// Begins a transaction, or a part of the one that is open.
    async fn begin(mut self, begin: Begin) -> Result<Self, StoreError> {
        if self.shares() {
            self.all(query(BEGIN_PART), Open::Part).await?;
        } else {
            let begin_it = self.dialect().begin(begin);
            self.all(query(begin_it), Open::Whole(begin)).await.map_err(StoreError::before_anything)?;
        }
        Ok(self)
    }

    /// Whether others have left a transaction open.
    fn shares(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.group.is_some())
    }

    /// Ends the transaction that others have left open, if they have.
    async fn end_group(&mut self) -> Result<(), StoreError> {
        if let Some(held) = self.held.take() {
            self.held = Some(ended(held).await.ok_or_else(lost_with_others)?);
        }
        Ok(())
    }

    /// Leaves its transaction open for those who wait; once all who do so now are done, it ends.
    fn leave_open(&mut self) -> Option<GroupEnd> {
        let group = self.store.0.groups.begin();
        let end = group.end();
        self.held.as_mut()?.group = Some(group);
        let store = self.store.clone();
        tokio::spawn(async move {
            // Later than those who wait already, as they are served in order. Where the store is closed, so is the connection.
            if let Ok(held) = store.0.writer.take_in_turn().await
                && let Some(held) = ended(held).await
            {
                held.give_back();
            }
        });
        Some(end)
    }

    /// The end of the transaction that it is a part of.
    fn group_end(&self) -> Result<GroupEnd, StoreError> {
        let group = self.held.as_ref().and_then(|held| held.group.as_ref());
        Ok(group.ok_or_else(lost_with_others)?.end())
    }

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
        let (frame, meanwhile, then) = if self.shares() {
            (TxFrame::Part, Open::Part, Open::Done)
        } else if self.is_worth_sharing(begin) {
            (TxFrame::First, Open::Whole(begin), Open::Whole(begin))
        } else {
            (TxFrame::Alone, Open::Whole(begin), Open::Nothing)
        };
        let brought = self.all(text(frame), meanwhile).await?;
        self.open = then;
        Ok(brought)
    }

    /// Whether others wait to add to a transaction that was begun so.
    fn is_worth_sharing(&self, begin: Begin) -> bool {
        let may = self.dialect() == Dialect::Sqlite && begin != Begin::Unsynced;
        may && self.store.0.groups.others_wait()
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
            Open::Whole(begin) if self.is_worth_sharing(begin) => {
                self.open = Open::Done;
                self.leave_open()
            }
            Open::Whole(begin) => {
                for text in dialect.commit(begin) {
                    query(*text).execute(&mut *self).await?;
                }
                self.open = Open::Nothing;
                None
            }
            Open::Part => {
                query(END_PART).execute(&mut *self).await?;
                self.open = Open::Done;
                Some(self.group_end()?)
            }
            Open::Done => Some(self.group_end()?),
        };
        if self.held.as_ref().and_then(|held| held.group.as_ref()).is_some_and(OpenGroup::is_old) {
            // Where that fails, so does the end that is waited for.
            let _ = self.end_group().await;
        }
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
        let turn = self.turn.take();
        let undo: &[&'static str] = match self.open {
            Open::Nothing | Open::Done => return held.give_back(),
            Open::Whole(begin) => held.dialect().roll_back(begin),
            Open::Part => UNDO_PART,
            Open::Anything => &[],
        };
        // Where there is nobody to roll it back, the end of the connection does, and that of its group with it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current()
            && !undo.is_empty()
        {
            runtime.spawn(async move {
                for text in undo {
                    // SQLite may have done it by itself; then this fails, and a new connection is the surest way on.
                    if query(*text).execute(&mut *held).await.is_err() {
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

pub(super) mod group_commit;
mod retry;
#[cfg(test)]
mod tests;
mod turn;

pub(super) use retry::{Backoff, retry_write};
