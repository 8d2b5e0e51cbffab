//! What one process at a time sees to, of those that play on one database.

use crate::app::{App, AppResult};

pub use crate::store::LeaseMark;

impl App {
    /// Takes a lease for the process of the number `me`, or says once more that it holds it. Where another one holds it nothing changes,
    /// unless its mark still is `dead`. Answers how the lease stands then.
    ///
    /// # Errors
    /// Only faults.
    pub async fn hold_lease(&self, name: &str, me: i64, dead: Option<LeaseMark>) -> AppResult<LeaseMark> {
        Ok(self.store.hold_lease(name, me, dead).await?)
    }

    /// How all leases stand whose names begin so.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leases_of(&self, kind: &str) -> AppResult<Vec<(String, LeaseMark)>> {
        Ok(self.store.leases_of(kind).await?)
    }

    /// Gives a lease back, if `me` holds it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leave_lease(&self, name: &str, me: i64) -> AppResult<()> {
        Ok(self.store.leave_lease(name, me).await?)
    }

    /// Says once more that `me` holds what it holds, and answers the names of all that.
    ///
    /// # Errors
    /// Only faults.
    pub async fn beat_leases(&self, me: i64) -> AppResult<Vec<String>> {
        Ok(self.store.beat_leases(me).await?)
    }

    /// Gives back all that `me` holds.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leave_leases(&self, me: i64) -> AppResult<()> {
        Ok(self.store.leave_leases(me).await?)
    }
}
