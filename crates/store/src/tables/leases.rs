//! Leases: work that only one process at a time does, among those that share a database.
//!
//! A lease's row names its holder and has a counter that the holder increments. A process that sees the
//! counter unchanged for the length of a lease, by its own monotonic clock, takes the lease. So clocks are
//! never compared, and no session lock is needed.

use crate::db::dialect::Isolation;
use crate::db::sql::row;
use crate::{Store, StoreError, WriteError, retry_write};

/// The state of a lease's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseMark {
    /// The holding process, by a number it has chosen.
    pub holder: i64,
    /// How often the holder has renewed it.
    pub beat: i64,
}

impl Store {
    /// Takes or renews the lease of this name for `me`. If another process holds it, nothing changes, unless
    /// its mark is still `dead`. Returns the resulting state.
    pub async fn hold_lease(
        &self,
        name: &str,
        me: i64,
        dead: Option<LeaseMark>,
    ) -> Result<LeaseMark, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "INSERT INTO leases (name, holder, beat) VALUES ($1, $2, 1)
                 ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, beat = leases.beat + 1
                 WHERE leases.holder = excluded.holder OR (leases.holder = $3 AND leases.beat = $4)",
                (name, me, dead.map(|dead| dead.holder), dead.map(|dead| dead.beat)),
            )
            .await?;
            tx.one("SELECT holder, beat FROM leases WHERE name = $1", name).await?
        })
    }

    /// Renews all leases of `me` and returns their names.
    pub async fn beat_leases(&self, me: i64) -> Result<Vec<String>, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.all("UPDATE leases SET beat = beat + 1 WHERE holder = $1 RETURNING name", me).await?
        })
    }

    /// Returns the state of all leases with this name prefix.
    pub async fn leases_of(&self, kind: &str) -> Result<Vec<(String, LeaseMark)>, StoreError> {
        let leases = self.all("SELECT name, holder, beat FROM leases ORDER BY name", ()).await?.into_iter();
        let of_kind = leases.filter(|(name, ..): &(String, i64, i64)| name.starts_with(kind));
        Ok(of_kind.map(|(name, holder, beat)| (name, LeaseMark { holder, beat })).collect())
    }

    /// Releases a lease, so that other processes need not wait until it expires.
    pub async fn leave_lease(&self, name: &str, me: i64) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute("DELETE FROM leases WHERE name = $1 AND holder = $2", (name, me)).await?;
        })
    }

    /// Releases all leases of `me`.
    pub async fn leave_leases(&self, me: i64) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute("DELETE FROM leases WHERE holder = $1", me).await?;
        })
    }
}

row!(|row| LeaseMark { holder, beat });
