//! Turns of those who write as if alone.
//!
//! A server finds out afterwards, by whole pages of its indexes, which of several at once were not alone, and undoes them; while there are few
//! games that is nearly all of them. So they take turns: those of one process by a lock of its own, and those of several by a row that each
//! of them changes first. Whoever comes too late there has done nothing yet, and begins anew at once. It is only good manners: without
//! them the server still sees to it that nobody is mistaken. In SQLite the one connection that writes is their turn.

use super::super::error::{Code, unasked};
use super::super::{Store, StoreError};
use super::{Open, Write};
use crate::db::connections::WAIT;
use crate::db::dialect::{Begin, Isolation};
use crate::db::sql::query;
use crate::sqlite::health::DatabasePlace;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timing::{self, SpentOn};
use tokio::sync::OwnedMutexGuard;

/// The turn of one who writes as if alone, among those of this process.
pub(super) type SoleTurn = OwnedMutexGuard<()>;

/// For how long a transaction lets those of other processes go first. Then it goes on beside them: one that has stopped must not hold up all.
const POLITE: Duration = Duration::from_millis(250);

/// Changes the row that all processes change first.
const NEXT_TURN: &str = "INSERT INTO leases (name, holder, beat) VALUES ('turn', 0, 1)
    ON CONFLICT (name) DO UPDATE SET beat = leases.beat + 1";

impl Store {
    /// Waits for the turn of a transaction that begins so, if it needs one.
    pub(super) async fn turn(&self, begin: Begin) -> Result<Option<SoleTurn>, StoreError> {
        let at_server = matches!(self.0.place, DatabasePlace::Server(_));
        if !at_server || begin != Begin::Synced(Isolation::Serial) {
            return Ok(None);
        }
        let _time = timing::clock(SpentOn::Store);
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.0.alone).lock_owned()).await;
        turn.map(Some).map_err(|_| sqlx::Error::PoolTimedOut.into())
    }
}

impl Write {
    /// In a transaction that has just begun so: waits until those of other processes are done that came before it.
    pub(super) async fn after_others(mut self, begin: Begin) -> Result<Self, StoreError> {
        let since = Instant::now();
        loop {
            match query(NEXT_TURN).execute(&mut *self).await {
                Ok(_) => return Ok(self),
                Err(error) if Code::of(&error) != Code::Busy => return Err(unasked(error).into()),
                Err(_) => {}
            }
            // It has failed as a whole.
            for text in self.dialect().roll_back(begin) {
                query(*text).execute(&mut *self).await?;
            }
            self.open = Open::Nothing;
            self = self.begin(begin).await?;
            if since.elapsed() >= POLITE {
                return Ok(self);
            }
        }
    }
}
