//! Numbers that buttons and nonces carry. They are made of the clock: its milliseconds, and then a counter. So none comes again, also not after
//! a restore of an older database, or a failover to a replica that lagged, of which nobody tells.
//!
//! In a file a number is never below an earlier one, also where the clock was set back. At a server the moment never goes back within a process;
//! within a millisecond the counter of the table only keeps numbers apart, also those of several processes. Numbers that were given before there
//! was this rule are small, and stay.

use crate::{Store, Write, WriteError};
use game::Millis;
use sqlx::AssertSqlSafe;
use std::sync::atomic::Ordering;

impl Store {
    /// The number of a new row in this table.
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
