//! Leases: work that one process at a time does, of those that share a database.

use crate::app::{App, AppResult};

pub use crate::store::LeaseMark;

impl App {
    /// Takes a lease for the process numbered `me`, or renews it. Where another process holds it nothing changes, unless its mark
    /// still is `dead`. Returns the lease as it then stands.
    ///
    /// # Errors
    /// Only faults.
    pub async fn hold_lease(&self, name: &str, me: i64, dead: Option<LeaseMark>) -> AppResult<LeaseMark> {
        Ok(self.store.hold_lease(name, me, dead).await?)
    }

    /// All leases whose names begin with `kind`.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leases_of(&self, kind: &str) -> AppResult<Vec<(String, LeaseMark)>> {
        Ok(self.store.leases_of(kind).await?)
    }

    /// Releases a lease, if `me` holds it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leave_lease(&self, name: &str, me: i64) -> AppResult<()> {
        Ok(self.store.leave_lease(name, me).await?)
    }

    /// Renews all leases that `me` holds, and returns their names.
    ///
    /// # Errors
    /// Only faults.
    pub async fn beat_leases(&self, me: i64) -> AppResult<Vec<String>> {
        Ok(self.store.beat_leases(me).await?)
    }

    /// Releases all leases that `me` holds.
    ///
    /// # Errors
    /// Only faults.
    pub async fn leave_leases(&self, me: i64) -> AppResult<()> {
        Ok(self.store.leave_leases(me).await?)
    }
}
