//! Turns for serializable writes.
//!
//! A server detects only at commit which of several concurrent transactions conflict, by whole pages of its
//! indexes, and rolls them back; with few games that is nearly all of them. So these transactions take turns:
//! within a process by a lock, and between processes by a row that each of them updates first. A transaction
//! that is too late there has done nothing yet, and is restarted at once. Turns only save work: the server
//! keeps the transactions serializable without them. In SQLite the single writing connection serves as the
//! turn.

use super::super::error::{Code, unasked};
use super::super::{Store, StoreError};
use super::{Open, Write};
use crate::db::connections::WAIT;
use crate::db::dialect::{Begin, Isolation};
use crate::sqlite::health::DatabasePlace;
use std::sync::Arc;
use std::time::Duration;
use timing::{self, Phase};
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

/// The turn of a serializable write among those of this process.
pub(super) type SoleTurn = OwnedMutexGuard<()>;

/// How long a transaction lets those of other processes go first. Then it runs concurrently, because a
/// stalled process must not block all.
const POLITE: Duration = Duration::from_millis(250);

/// Updates the row that all processes update first.
const NEXT_TURN: &str = "INSERT INTO leases (name, holder, beat) VALUES ('turn', 0, 1)
    ON CONFLICT (name) DO UPDATE SET beat = leases.beat + 1";

impl Store {
    /// Waits for the turn of a transaction with this begin, if it needs one.
    pub(super) async fn turn(&self, begin: Begin) -> Result<Option<SoleTurn>, StoreError> {
        let at_server = matches!(self.0.place, DatabasePlace::Server(_));
        if !at_server || begin != Begin::Synced(Isolation::Serial) {
            return Ok(None);
        }
        let _time = timing::start(Phase::Store);
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.0.alone).lock_owned()).await;
        turn.map(Some).map_err(|_| sqlx::Error::PoolTimedOut.into())
    }
}

impl Write {
    /// Waits, in a transaction that has just begun, until earlier ones of other processes are done.
    pub(super) async fn after_others(mut self, begin: Begin) -> Result<Self, StoreError> {
        let since = Instant::now();
        loop {
            match self.execute(NEXT_TURN, ()).await {
                Ok(_) => return Ok(self),
                Err(error) if Code::of(&error) != Code::Busy => return Err(unasked(error).into()),
                Err(_) => {}
            }
            // The whole transaction has failed.
            for text in self.dialect().roll_back(begin) {
                self.execute(*text, ()).await?;
            }
            self.open = Open::Nothing;
            self = self.begin(begin).await?;
            if since.elapsed() >= POLITE {
                return Ok(self);
            }
        }
    }
}
