//! Persistence: SQL lives here only.
//!
//! # The contract
//! What [`Store`] promises to the shell, whichever database is behind it (the tests in `tests/store` hold it to this):
//! - A write either happens whole and is on disk when the call returns, or nothing has changed; only where the connection to a server
//!   breaks meanwhile ([`StoreError::Away`]) either may be so. "On disk" means, for SQLite, in the files
//!   that the database's path leads to at that moment: once those are moved, removed or replaced, every read and every write
//!   fails with [`StoreError::Lost`], and [`Store::lost`] says so.
//! - Writes that happen at once may become durable together, and each is answered when they are. Only that a board is noted may be undone by a failure of
//!   power (not by the end of the process); then it is unshown again.
//! - A write that fails, for whatever reason, takes nothing with it: the next one goes on as soon as it can. While writes
//!   fail because of the disk, [`Store::health`] says so; the store finds out by itself when they no longer do.
//! - Of files: [`Store::open`] takes no older state for the present one: if the database was in use when the process ended, and the
//!   file with the newest changes (`-wal`) is not there, it does not open. It takes no missing database for a first start.
//! - Opening takes no longer with more games, but for the one start that brings a database up to date. After a crash the whole database is checked beside everything else, and damage
//!   is part of the health.
//! - A game is its log. Each change adds events to it and says how the game stands then ([`Change`]), in one transaction; nothing
//!   else touches a game but the removal of a person ([`Store::forget`]), which ends their live games by changes of this very kind.
//! - When the next thing is due in a game follows from its row; that its player was reminded is noted once a position, and is no
//!   change; nor is it when time is given back, all of it in the transaction that notes that the bot is alive again, or that a closed
//!   channel is open. In a closed channel nothing is due.
//! - While a person is on vacation the turns that wait for them, and those that begin to, are put off by as long as that lasts; its
//!   beginning and its end move their deadlines in the transaction that notes them.
//! - A change names the event that it was decided on; of any number of simultaneous ones on one event exactly one succeeds, the
//!   others get [`WriteError::Conflict`].
//! - A write that names an interaction succeeds at most once for it, ever so often and simultaneously it is tried; the
//!   others get [`WriteError::Replayed`]. (Interactions are forgotten after an hour; the chat drops them after minutes.)
//! - A channel hosts at most one live game ([`WriteError::Occupied`]); games that are over or set aside do not count.
//! - A log is only ever added to; it comes back in order, as the very text that was given. It names no person.
//! - Ids of games and challenges are never used again, nor are the numbers of seats.
//! - What a player has prepared changes with a change or by [`Store::keep_premoves`], and only from what was seen of it: a move that does
//!   not reckon with it is a [`WriteError::Conflict`]. It goes with the end of its game.
//! - A game has one rematch at most, and one open challenge to it; who comes later gets [`WriteError::Conflict`].
//! - A store that was [`Store::limited`] lets nobody have more than that ([`WriteError::Limit`]), however many at once try.
//! - Where one of two people has blocked the other, no challenge between them is made and none accepted ([`WriteError::Blocked`]). That outlives
//!   the removal of the blocked one, and ends with that of the other.
//! - A change that people must see (a beginning, a move, an end) is unshown from the moment it is stored until a board of
//!   that event is noted ([`Store::show_board`]); a crash in between loses nothing but time.
//! - A database of an older schema is brought up to date in one transaction, a file being copied beside itself before; a newer one is
//!   refused.
//! - A challenge that ends stays known as settled, from the same transaction on, until its message is known to say so.
//! - Whatever becomes of a challenge to anybody, the list of open challenges that its server keeps is stale from the same transaction on,
//!   until [`Store::lobby_shown`].
//! - A message that asks for an answer is to be looked at after whatever happens in its game, from the same transaction on, until it is
//!   known to say what became of the offer.
//! - The locales of a game and of its players change with the changes of that game alone.
//! - A board that a later one follows is old from the transaction on that notes that one, until [`Store::boards_retired`].
//! - The token of an interaction is kept for as long as [`Store::tidy`] is told, and wiped once it has been used.
//! - A read sees every write that has returned. Nothing is cached, so another process (`forget`, `backup`) may work on the
//!   same database; but only one process plays on it. Of files the store sees to that itself.
//! - The store knows nothing of rules: variants, positions, moves, endings and offers are text to it. That a row follows from its
//!   log is checked as far as that goes without rules by [`check`], and by a replay by whoever knows them.

mod admin;
mod db;
mod error;
mod privacy;
mod sqlite;
mod tables;
mod types;
mod write;

pub use admin::copy::{Copied, backup_server, copy};
pub use admin::operator::{Checked, accept_loss, backup, check};
pub use db::database_server::check_server;
pub use db::url::{ServerUrl, StoreUrl};
pub use error::{OpenError, StoreError, WriteError};
pub use privacy::erase::Forgotten;
pub use privacy::export::{EventRow, GameRow, PersonRows};
pub use sqlite::health::Health;
pub use sqlite::open::StoreOptions;
pub use tables::backlog::Backlog;
pub use tables::boards::PendingAnswer;
pub use tables::closed_challenges::{Settled, SettledChallenge};
pub use tables::command_scopes::CommandScope;
pub use tables::daily::DueDaily;
pub use tables::engine_games::EngineRow;
pub use tables::expiry::TooOld;
pub use tables::game_lists::PlayedOfGame;
pub use tables::gateway_sessions::{GatewaySession, GatewayShard};
pub use tables::guild_settings::GuildSettingsRow;
pub use tables::leases::LeaseMark;
pub use tables::lessons::LessonRow;
pub use tables::limits::{CHALLENGE_LASTS, Limit, Limits};
pub use tables::lobbies::StaleLobby;
pub use tables::offers::StoredOffer;
pub use tables::old_boards::UnnotedAnswer;
pub use tables::preferences::{GuildBoardsRow, PreferencesRow, PreferencesRows};
pub use tables::puzzles::{PuzzleRow, PuzzleStreak};
pub use tables::removed_places::{LostGame, ThreadUse};
pub use tables::vacations::{NewVacation, StoredVacation, UntoldVacation, VacationDebt, VacationsRow};
pub use types::{
    BoardMessage, Change, Effect, LiveGame, LocalesRow, NewChallenge, NewGame, NotedBoard, PremovesRow,
    RetiredBoard, Snapshot, StoredChallenge, StoredGame, StoredSeat, StoredState, UnshownGame,
};

use db::connections::Connections;
use db::sql::{SqlRow, query};
use std::sync::Arc;
use write::{Write, retry_write};

/// A database of games. Cheap to clone; see the module's contract.
#[derive(Clone, Debug)]
pub struct Store(Arc<sqlite::health::Shared>, /* What one person may fill. */ Limits);

impl Store {
    /// What reads run on, if the files are in place.
    fn reader(&self) -> Result<&Connections, StoreError> {
        self.in_place()?;
        Ok(&self.0.reader)
    }

    /// How many statements have read from it.
    pub fn reads(&self) -> u64 {
        self.0.reader.asked()
    }
}

/// Numbers of the chat use all 64 bits; the database has signed ones. The bits are kept.
fn signed(id: u64) -> i64 {
    id.cast_signed()
}

/// A column that holds a number of the chat.
fn number(row: &SqlRow, column: &str) -> Result<u64, sqlx::Error> {
    row.try_get::<i64>(column).map(i64::cast_unsigned)
}

/// A column that may hold a number of the chat.
fn maybe_number(row: &SqlRow, column: &str) -> Result<Option<u64>, sqlx::Error> {
    Ok(row.try_get::<Option<i64>>(column)?.map(i64::cast_unsigned))
}

/// Notes that an interaction is being acted on.
async fn claim(
    tx: &mut Write,
    interaction: Option<game::InteractionId>,
    at: game::Millis,
) -> Result<(), WriteError> {
    let Some(interaction) = interaction else { return Ok(()) };
    let done = query("INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(signed(interaction.0))
        .bind(at.0)
        .execute(&mut **tx)
        .await?;
    if done == 0 { Err(WriteError::Replayed) } else { Ok(()) }
}
