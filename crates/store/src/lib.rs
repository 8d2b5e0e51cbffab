//! Persistence: the only crate with SQL.
//!
//! # The contract
//! What [`Store`] guarantees to the rest of the bot, whichever database is behind it (the tests in `tests/store` check it):
//! - A write is done whole and on disk when the call returns, or nothing has changed. Only where the connection to a server breaks
//!   meanwhile ([`StoreError::Away`]) it may be either. "On disk" means, for SQLite, in the files that the database's path leads to
//!   at that moment: once those are moved, removed or replaced, every read and every write fails with [`StoreError::Lost`], and
//!   [`Store::lost`] returns.
//! - Concurrent writes may become durable together, and each is answered once it is durable. Only the note that a board was shown may
//!   be undone by a power failure (not by the end of the process); the board is then owed again.
//! - A failed write affects no other write: the next one proceeds as soon as it can. While writes fail because of the disk,
//!   [`Store::health`] says so; the store notices by itself when they work again.
//! - For files: [`Store::open`] never mistakes an older state for the current one. If the database was in use when the process ended
//!   and the file with the newest changes (`-wal`) is missing, it does not open. It never mistakes a missing database for a first start.
//! - Opening takes no longer with more games, except for the one start that migrates the schema. After a crash the whole database is
//!   checked in the background, and damage is part of the health.
//! - A game is its log. Each change ([`Change`]) adds events to it and updates the game's row, in one transaction. Nothing else touches
//!   a game, except the removal of a person ([`Store::forget`]), which ends their live games by such changes.
//! - When a game is next due follows from its row. A reminder is noted once for each position and is no change. Nor is giving time
//!   back, which happens all at once in the transaction that notes that the bot is alive again or that a closed channel is open.
//!   In a closed channel nothing is due.
//! - While a person is on vacation, the turns that wait for them, and those that begin, are put off until it is over. Its beginning
//!   and its end move those deadlines in the transactions that note them.
//! - A change names the event that it was decided on. Of several simultaneous changes on one event exactly one succeeds; the others get
//!   [`WriteError::Conflict`].
//! - A write that names an interaction succeeds at most once for it, however often and however concurrently it is tried; the others get
//!   [`WriteError::Replayed`]. (Interactions are forgotten after an hour; Discord drops them after minutes.)
//! - A channel hosts at most one live game ([`WriteError::Occupied`]). Games that are over or set aside do not count.
//! - A log is append-only. It is read back in order, with the exact texts that were written. It names no person.
//! - The ids of games, challenges, tournaments and ladders are made of the clock: none is given twice, also not after an older copy of the
//!   database took its place. Those of user installs are not given twice in one database.
//! - Prepared moves change only with a change or by [`Store::keep_premoves`], and only from the state that the caller has seen.
//!   A move that ignores them is a [`WriteError::Conflict`]. They are deleted when their game ends.
//! - A game has at most one rematch, and one open challenge to it; any other gets [`WriteError::Conflict`].
//! - A [`Store::limited`] store lets nobody exceed its limits ([`WriteError::Limit`]), however many writes are concurrent.
//! - Where one of two people has blocked the other, no challenge between them is created or accepted ([`WriteError::Blocked`]). A block
//!   outlives the removal of the blocked person, and ends with the removal of the blocker.
//! - A change that people must see (a beginning, a move, an end) is owed from the moment it is stored until a board of
//!   that event is noted ([`Store::show_board`]), or it is given up ([`Store::give_up_board`]). A crash in between loses nothing but time.
//! - An older copy that takes the place of a database sets its live games back: their boards are owed anew ([`Store::set_back`]). For files
//!   a start notices such a copy by itself, if it is more than an hour older or the bot was stopped or started since.
//! - Of a removed person a mark stays that only tells whether a given person is the one, so that a restore can remove them again.
//! - A database with an older schema is migrated in one transaction, after a file was copied. A newer one is refused, unless it says
//!   that a program of this schema may work on it ([`CompatibleFrom`]); then it stays as it is.
//! - A database on which all former steps of the schema were carried out has the schema of step 1. It is usable as it is; a start notes step
//!   1 in place of them. One with only some of them is refused.
//! - A challenge that ends is kept as a closed one, from the same transaction on, until its message is known to say so.
//! - What else people must be shown is owed from the transaction of the change on, until [`Store::settle_owed`]: reminders, the news of a
//!   vacation, the puzzle of the day, the list of a server whenever anything happens to a challenge to anybody, and the messages of a
//!   game's offers after any event of it.
//! - The locales of a game and of its players change only with changes of that game.
//! - A board becomes old in the transaction that notes a later one, and stays so until [`Store::boards_retired`].
//! - The token of an interaction is kept for as long as [`Store::tidy`] allows, and wiped once it has been used.
//! - A link to a page is redeemed at most once, however concurrently that is tried. What it opens ([`PageGrant`]) is one browser's and one
//!   person's, ends when they say so, with them, or unused after a time, and opens nothing else.
//! - A database belongs to one application from its first start on ([`Store::own`]), however many processes start at once; [`adopt`] alone
//!   gives it to another.
//! - A read sees every write that has returned. Nothing is cached, so another process (`forget`, `backup`) may use the same database;
//!   but only one process plays on it. For files the store itself enforces that.
//! - The store knows no rules: variants, positions, moves, endings and offers are text to it. [`check`] verifies that a row follows
//!   from its log as far as that is possible without rules; the rest takes a replay by the caller, who knows them.

// An error is described where it says more than that the database failed.
#![allow(clippy::missing_errors_doc)]

mod admin;
mod db;
mod error;
mod privacy;
mod shown;
mod sqlite;
mod tables;
mod types;
mod unreadable;
mod write;

pub use admin::copy::{Copied, backup_server, copy};
pub use admin::operator::{Checked, accept_loss, backup, check};
pub use admin::restore::Restore;
pub use admin::salvage::{NewestChanges, Salvage, SalvagedTable};
pub use db::database_server::check_server;
pub use db::interference::{Interference, StatementFault};
pub use db::url::{ServerUrl, StoreUrl};
pub use error::{OpenError, StoreError, WriteError};
pub use privacy::erase::Forgotten;
pub use privacy::export::{EventRow, GameRow, PersonRows};
pub use privacy::summary::PersonSummary;
pub use shown::ChallengeShown;
pub use sqlite::health::Health;
pub use sqlite::open::StoreOptions;
pub use tables::*;
pub use types::*;

use db::connections::Connections;
use db::sql::{FromRow, Values};
use sqlx::SqlSafeStr;
use std::sync::Arc;
use write::{Write, retry_claimed, retry_write};

/// A database of games. Cheap to clone; see the crate's contract.
#[derive(Clone, Debug)]
pub struct Store(Arc<sqlite::health::Shared>, /* What one person may fill. */ Limits);

impl Store {
    /// The connections for reading, if the files are in place.
    fn reader(&self) -> Result<&Connections, StoreError> {
        self.in_place()?;
        Ok(&self.0.reader)
    }

    /// How often a connection was requested for a read.
    pub fn reads(&self) -> u64 {
        self.0.reader.asked()
    }
}

/// Single statements that read.
impl Store {
    async fn all<T: FromRow>(&self, sql: impl SqlSafeStr, values: impl Values) -> Result<Vec<T>, StoreError> {
        Ok(self.reader()?.all(sql, values).await?)
    }

    async fn first<T: FromRow>(
        &self,
        sql: impl SqlSafeStr,
        values: impl Values,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.reader()?.first(sql, values).await?)
    }

    async fn one<T: FromRow>(&self, sql: impl SqlSafeStr, values: impl Values) -> Result<T, StoreError> {
        Ok(self.reader()?.one(sql, values).await?)
    }

    async fn exists(&self, sql: impl SqlSafeStr, values: impl Values) -> Result<bool, StoreError> {
        Ok(self.reader()?.exists(sql, values).await?)
    }
}

/// The schema of this program.
pub fn schema() -> i64 {
    db::schema::known_schema()
}

/// Claims an interaction: notes that it is being acted on.
async fn claim(
    tx: &mut Write,
    interaction: impl Into<Option<game::InteractionId>>,
    at: game::Millis,
) -> Result<(), WriteError> {
    let Some(interaction) = interaction.into() else { return Ok(()) };
    let done = tx
        .execute(
            "INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            (interaction, at),
        )
        .await?;
    if done == 0 { Err(WriteError::Replayed) } else { Ok(()) }
}
