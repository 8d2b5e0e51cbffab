//! What one process at a time sees to, of those that share a database.
//!
//! The row of a lease says who holds it, and a number that the holder makes go up. Whoever sees the same number for as long as a lease
//! lasts, by a stopwatch of its own, takes it. So no two clocks are compared, and there is no lock of a session.

use crate::db::dialect::Isolation;
use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, retry_write};

/// How the row of a lease stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseMark {
    /// The process that holds it, by a number of its own.
    pub holder: i64,
    /// How often it has said so.
    pub beat: i64,
}

impl Store {
    /// Takes the lease of this name for `me`, or says once more that `me` holds it; where another one does, nothing changes, unless its
    /// mark still is `dead`. Answers how the row stands then.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hold_lease(
        &self,
        name: &str,
        me: i64,
        dead: Option<LeaseMark>,
    ) -> Result<LeaseMark, WriteError> {
        retry_write!(self.try_hold_lease(name, me, dead))
    }

    async fn try_hold_lease(
        &self,
        name: &str,
        me: i64,
        dead: Option<LeaseMark>,
    ) -> Result<LeaseMark, WriteError> {
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
        let row =
            query("SELECT holder, beat FROM leases WHERE name = $1").bind(name).fetch_one(&mut *tx).await?;
        let mark = LeaseMark { holder: row.try_get("holder")?, beat: row.try_get("beat")? };
        tx.commit().await?;
        Ok(mark)
    }

    /// Says once more that `me` holds what it holds, and answers the names of all that.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat_leases(&self, me: i64) -> Result<Vec<String>, WriteError> {
        retry_write!(self.try_beat_leases(me))
    }

    async fn try_beat_leases(&self, me: i64) -> Result<Vec<String>, WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        let rows = query("UPDATE leases SET beat = beat + 1 WHERE holder = $1 RETURNING name")
            .bind(me)
            .fetch_all(&mut *tx)
            .await?;
        let names = rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?;
        tx.commit().await?;
        Ok(names)
    }

    /// How all leases stand whose names begin so.
    ///
    /// # Errors
    /// When the database fails.
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

    /// Gives a lease back, so that another process need not wait until it has run out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn leave_lease(&self, name: &str, me: i64) -> Result<(), WriteError> {
        retry_write!(self.try_leave_lease(name, me))
    }

    async fn try_leave_lease(&self, name: &str, me: i64) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        query("DELETE FROM leases WHERE name = $1 AND holder = $2")
            .bind(name)
            .bind(me)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Gives back all that `me` holds.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn leave_leases(&self, me: i64) -> Result<(), WriteError> {
        retry_write!(self.try_leave_leases(me))
    }

    async fn try_leave_leases(&self, me: i64) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        query("DELETE FROM leases WHERE holder = $1").bind(me).execute(&mut *tx).await?;
        Ok(tx.commit().await?)
    }
}
