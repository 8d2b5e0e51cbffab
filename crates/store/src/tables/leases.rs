//! Leases: work that one process at a time does, among those that share a database.
//!
//! The row of a lease names its holder and has a counter that the holder increments. A process that sees the same counter for the length
//! of a lease, by its own monotonic clock, takes the lease. So no two clocks are compared, and no session lock is needed.

use crate::db::dialect::Isolation;
use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, retry_write};

/// The state of a lease's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseMark {
    /// The process that holds it, by a number that it has chosen.
    pub holder: i64,
    /// How often the holder has renewed it.
    pub beat: i64,
}

impl Store {
    /// Takes or renews the lease of this name for `me`. If another process holds it, nothing changes, unless its mark still is `dead`.
    /// Returns the resulting state.
    pub async fn hold_lease(
        &self,
        name: &str,
        me: i64,
        dead: Option<LeaseMark>,
    ) -> Result<LeaseMark, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            query(
                "INSERT INTO leases (name, holder, beat) VALUES ($1, $2, 1)
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, beat = leases.beat + 1
             WHERE leases.holder = excluded.holder OR (leases.holder = $3 AND leases.beat = $4)",
            )
            .bind(name)
            .bind(me)
            .bind(dead.map(|dead| dead.holder))
            .bind(dead.map(|dead| dead.beat))
            .execute(&mut *tx)
            .await?;
            let row = query("SELECT holder, beat FROM leases WHERE name = $1")
                .bind(name)
                .fetch_one(&mut *tx)
                .await?;
            let mark = LeaseMark { holder: row.try_get("holder")?, beat: row.try_get("beat")? };
            tx.commit().await?;
            Ok(mark)
        })
    }

    /// Renews all leases of `me`, and returns their names.
    pub async fn beat_leases(&self, me: i64) -> Result<Vec<String>, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            let rows = query("UPDATE leases SET beat = beat + 1 WHERE holder = $1 RETURNING name")
                .bind(me)
                .fetch_all(&mut *tx)
                .await?;
            let names = rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?;
            tx.commit().await?;
            Ok(names)
        })
    }

    /// The state of all leases whose names begin with this.
    pub async fn leases_of(&self, kind: &str) -> Result<Vec<(String, LeaseMark)>, StoreError> {
        let rows =
            query("SELECT name, holder, beat FROM leases ORDER BY name").fetch_all(self.reader()?).await?;
        let mut found = Vec::new();
        for row in rows {
            let name: String = row.try_get("name")?;
            if name.starts_with(kind) {
                found.push((name, LeaseMark { holder: row.try_get("holder")?, beat: row.try_get("beat")? }));
            }
        }
        Ok(found)
    }

    /// Gives a lease back, so that another process need not wait until it expires.
    pub async fn leave_lease(&self, name: &str, me: i64) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            query("DELETE FROM leases WHERE name = $1 AND holder = $2")
                .bind(name)
                .bind(me)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Gives back all leases of `me`.
    pub async fn leave_leases(&self, me: i64) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            query("DELETE FROM leases WHERE holder = $1").bind(me).execute(&mut *tx).await?;
            Ok(tx.commit().await?)
        })
    }
}
