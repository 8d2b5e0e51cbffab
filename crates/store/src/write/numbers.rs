//! Ids carried by buttons and nonces. They consist of the clock's milliseconds and a counter, so they are
//! never reused, even after restoring an older database or after an unnoticed failover to a lagging replica.
//!
//! In a file an id is never below an earlier one, even if the clock was set back. On a server the time never
//! goes back within a process; within a millisecond the table's counter only keeps ids distinct, including
//! those of several processes. Ids from before this rule are small, and stay.

use crate::{Store, Write, WriteError};
use game::Millis;
use sqlx::AssertSqlSafe;
use std::sync::atomic::Ordering;

impl Store {
    /// Returns the id of a new row in this table.
    pub(crate) async fn number(
        &self,
        tx: &mut Write,
        table: &'static str,
        now: Millis,
    ) -> Result<i64, WriteError> {
        let last = self.0.last_number_at.fetch_max(now.0, Ordering::Relaxed);
        let sql = tx.dialect().next_number(table);
        Ok(tx.one(AssertSqlSafe(sql), now.0.max(last)).await?)
    }
}
