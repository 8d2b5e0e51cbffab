//! When the database was last backed up by the program itself.

use crate::{Store, WriteError, retry_write};
use game::Millis;

/// Selects when the last backup was made, if ever.
pub(super) const LAST: &str = "SELECT at FROM backups WHERE one = 1";

impl Store {
    /// Records that a backup was made.
    pub async fn note_backup(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "INSERT INTO backups (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                now,
            )
            .await?;
        })
    }
}
