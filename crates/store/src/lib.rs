//! Persistence: the only crate with SQL.
//!
//! # The contract
//! What [`Store`] guarantees to the rest of the bot, whichever database is behind it. The tests in
//! `tests/store` check it.
//! - A write is complete and on disk when the call returns, or nothing has changed. Only if the connection to
//!   a server breaks meanwhile ([`StoreError::Away`]) it may be either. "On disk" means, for SQLite, in the
//!   files that the database's path leads to at that moment: once those are moved, removed or replaced, every
//!   read and write fails with [`StoreError::Lost`], and [`Store::lost`] returns.
//! - Concurrent writes may become durable together; each returns once it is durable. Only the record that a
//!   board was shown may be undone by a power failure (but not by the end of the process); the board is then
//!   pending again.
//! - A failed write does not affect other writes: the next one proceeds as soon as it can. While writes fail
//!   because of the disk, [`Store::health`] reports it; the store detects recovery by itself.
//! - For files: [`Store::open`] never mistakes an older state for the current one. If the database was in use
//!   when the process ended and the WAL (`-wal`), which holds the newest changes, is missing, it does not
//!   open. It never mistakes a missing database for a first start.
//! - The time to open a database does not depend on the number of games, except for the one start that
//!   migrates the schema. After a crash the whole database is checked in the background, and damage is part
//!   of the health.
//! - A game is its event log. Each change ([`Change`]) appends events and updates the game's row, in one
//!   transaction. Nothing else modifies a game, except the removal of a person ([`Store::forget`]), which
//!   ends their live games by such changes.
//! - When a game is next due follows from its row. A reminder is recorded once per position and is not a
//!   change. Nor is giving time back, which happens in the transaction that records that the bot is alive
//!   again or that a closed channel is open. Nothing is due in a closed channel.
//! - While a person is on vacation, their current and new turns are put off until it ends. Its start and end
//!   move those deadlines in the transactions that record them.
//! - A change names the event that it was decided on. Of several simultaneous changes on one event exactly
//!   one succeeds; the others get [`WriteError::Conflict`].
//! - A write that names an interaction succeeds at most once for it, however often and however concurrently
//!   it is tried; the others get [`WriteError::Replayed`]. Interactions are forgotten after an hour; Discord
//!   drops them after minutes.
//! - A channel hosts at most one live game ([`WriteError::Occupied`]). Games that are over or set aside do
//!   not count.
//! - A log is append-only. It is read back in order, with the exact texts that were written. It contains no
//!   user ids.
//! - The ids of games, challenges, tournaments and ladders are derived from the clock. None is assigned
//!   twice, even after an older copy has replaced the database. Those of user installs are not assigned twice
//!   in one database.
//! - Premoves change only with a change or by [`Store::keep_premoves`], and only from the state that the
//!   caller has seen. A move that ignores them is a [`WriteError::Conflict`]. They are deleted when their
//!   game ends.
//! - A game has at most one rematch, and one open challenge to it; any other gets [`WriteError::Conflict`].
//! - In a [`Store::limited`] store no person can exceed the limits ([`WriteError::Limit`]), however many
//!   writes are concurrent.
//! - If one of two people has blocked the other, no challenge between them is created or accepted
//!   ([`WriteError::Blocked`]). A block outlives the removal of the blocked person, and ends with the removal
//!   of the blocker.
//! - A change that people must see (a start, a move, an end) is pending from the moment it is stored until a
//!   board of that event is recorded ([`Store::show_board`]) or given up ([`Store::give_up_board`]). A crash
//!   in between only causes a delay.
//! - An older copy that replaces a database sets its live games back: their boards are pending again
//!   ([`Store::set_back`]). For files a start detects such a copy by itself, if it is more than an hour older
//!   or the bot was stopped or started since.
//! - A removed person leaves a mark that can only be compared with a given person, so that a restore can
//!   remove them again.
//! - A database with an older schema is migrated in one transaction, after a file was copied. A newer one is
//!   refused, unless it says that a program of this schema may work on it ([`CompatibleFrom`]); then it stays
//!   as it is.
//! - A database with all former migrations has the schema of migration 1. It is usable as it is; a start
//!   replaces their records by that of migration 1. A database with only some of them is refused.
//! - A challenge that ends is kept as a closed one, from the same transaction on, until its message is known
//!   to show it.
//! - Everything else that people must be shown is pending from the transaction of the change until
//!   [`Store::settle_owed`]: reminders, vacation notices, the daily puzzle, a server's list whenever an open
//!   challenge in it changes, and the messages of a game's offers after any of its events.
//! - The locales of a game and of its players change only with changes of that game.
//! - A board becomes old in the transaction that records a later one, and stays old until
//!   [`Store::boards_retired`].
//! - An interaction token is kept as long as [`Store::tidy`] allows, and wiped once it has been used.
//! - A link to a page is redeemed at most once, even under concurrent attempts. The grant ([`PageGrant`])
//!   belongs to one browser and one person, and opens nothing else. It ends on their request, with their
//!   removal, or after a time without use.
//! - A database belongs to one application from its first start on ([`Store::own`]), however many processes
//!   start at once. Only [`adopt`] assigns it to another.
//! - A read sees every write that has returned. Nothing is cached, so another process (`forget`, `backup`)
//!   may use the same database, but only one process runs the bot on it. For files the store itself enforces
//!   that.
//! - The store knows no rules: variants, positions, moves, endings and offers are text to it. [`check`]
//!   verifies that a row follows from its log as far as possible without rules; the rest takes a replay by
//!   the caller.

// `# Errors` sections are written only where they say more than that the database failed.
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

/// A database of games. Cheap to clone. See the crate documentation for its guarantees.
#[derive(Clone, Debug)]
pub struct Store(Arc<sqlite::health::Shared>, /* The limits per person. */ Limits);

impl Store {
    /// Returns the connections for reading, if the files are in place.
    fn reader(&self) -> Result<&Connections, StoreError> {
        self.in_place()?;
        Ok(&self.0.reader)
    }

    /// How often a connection was requested for a read.
    pub fn reads(&self) -> u64 {
        self.0.reader.asked()
    }
}

/// Single read statements.
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

/// Returns this program's schema version.
pub fn schema() -> i64 {
    db::schema::known_schema()
}

/// Claims an interaction: records that it is being handled.
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
