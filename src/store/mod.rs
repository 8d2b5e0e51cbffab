//! Persistence: SQL lives here only.
//!
//! # The contract
//! What [`Store`] promises to the shell, whichever database is behind it (the tests in `tests/store` hold it to this):
//! - A write either happens whole and is on disk when the call returns, or nothing has changed.
//! - A game is changed only by [`Store::append`] and [`Store::set_aside`], and only at the version the caller has seen; of
//!   any number of simultaneous writes on one version exactly one succeeds, the others get [`WriteError::Conflict`].
//! - A write that names an interaction succeeds at most once for it, ever so often and simultaneously it is tried; the
//!   others get [`WriteError::Replayed`]. (Interactions are forgotten after an hour; the chat drops them after minutes.)
//! - A channel hosts at most one live game ([`WriteError::Occupied`]); games that are over or set aside do not count.
//! - The moves of a game are only ever added to; they come back in order, as the very text that was given.
//! - Ids of games and challenges are never used again.
//! - A store that was [`Store::limited`] lets nobody have more than that ([`WriteError::Limit`]), however many at once try.
//! - A change that people must see (a beginning, a move, an end) is unshown from the moment it is stored until a board of
//!   that version is noted ([`Store::show_board`]); a crash in between loses nothing but time.
//! - The token of an interaction is kept for 15 minutes at most ([`Store::wipe_tokens_before`]).
//! - A read sees every write that has returned. Nothing is cached, so another process (`forget`, `backup`) may work on the
//!   same database; but only one process plays on it.
//! - The store knows nothing of rules: variants, positions, moves, endings and offers are text to it.

mod challenges;
mod closed;
mod error;
mod games;
mod limits;
mod open;
mod people;
mod shown;
mod types;

pub use error::{OpenError, StoreError, WriteError};
pub use limits::{CHALLENGE_LASTS, Limit, Limits};
pub use open::{Options, backup};
pub use people::Forgotten;
pub use types::{
    BoardMessage, Change, ClosedChannel, NewChallenge, NewGame, OldBoard, PendingAnswer, StoredChallenge,
    StoredGame, StoredState, UnshownGame,
};

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, Sqlite, Transaction};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A database of games. Cheap to clone; see the module's contract.
#[derive(Clone, Debug)]
pub struct Store {
    /// One connection: writers of this process queue here instead of meeting SQLite's lock.
    writer: SqlitePool,
    /// Readers never wait for the writer (WAL).
    reader: SqlitePool,
    /// Held for life by the process that plays; none for `forget` beside it.
    lock: Option<Arc<std::fs::File>>,
    /// What one person may fill.
    limits: Limits,
}

/// How long a write tries again when another process holds the database: an answer must leave within three seconds.
const PATIENCE: Duration = Duration::from_millis(1_200);

impl Store {
    /// A write transaction, taken at once so that what it reads cannot change under it.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        self.writer.begin_with("BEGIN IMMEDIATE").await
    }

    /// Waits for the writes in hand, closes the database and lets another process have it.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reader.close().await;
        if let Some(lock) = &self.lock {
            // It goes with the process anyway.
            let _ = lock.unlock();
        }
    }
}

/// The waits between tries of a write that met a busy database: doubling, jittered, bounded by [`PATIENCE`].
struct Backoff {
    started: Instant,
    next: Duration,
}

impl Backoff {
    fn new() -> Self {
        Self { started: Instant::now(), next: Duration::from_millis(2) }
    }

    /// Waits before another try; false when there is no time left for one.
    async fn again(&mut self) -> bool {
        if self.started.elapsed() >= PATIENCE {
            return false;
        }
        tokio::time::sleep(self.next.mul_f64(0.5 + fastrand::f64())).await;
        self.next = (self.next * 2).min(Duration::from_millis(100));
        true
    }
}

/// Tries a write again for as long as another process holds the database.
macro_rules! patiently {
    ($attempt:expr) => {{
        let mut backoff = $crate::store::Backoff::new();
        loop {
            match $attempt.await {
                Err(error) if $crate::store::WriteError::is_busy(&error) && backoff.again().await => {}
                answer => break answer,
            }
        }
    }};
}
pub(crate) use patiently;

/// Numbers of the chat use all 64 bits; the database has signed ones. The bits are kept.
fn signed(id: u64) -> i64 {
    id.cast_signed()
}

/// A column that holds a number of the chat.
fn number(row: &SqliteRow, column: &str) -> Result<u64, sqlx::Error> {
    row.try_get::<i64, _>(column).map(i64::cast_unsigned)
}

/// A column that may hold a number of the chat.
fn maybe_number(row: &SqliteRow, column: &str) -> Result<Option<u64>, sqlx::Error> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(i64::cast_unsigned))
}

/// Notes that an interaction is being acted on.
async fn claim(
    tx: &mut Transaction<'static, Sqlite>,
    interaction: Option<crate::game::InteractionId>,
    at: crate::game::Millis,
) -> Result<(), WriteError> {
    let Some(interaction) = interaction else { return Ok(()) };
    let done = sqlx::query("INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(signed(interaction.0))
        .bind(at.0)
        .execute(&mut **tx)
        .await?;
    if done.rows_affected() == 0 { Err(WriteError::Replayed) } else { Ok(()) }
}
