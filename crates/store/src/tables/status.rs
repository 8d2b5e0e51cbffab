//! How the bot stands as a whole, for whoever runs it.

use crate::db::sql::query;
use crate::{Store, StoreError};

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Servers of which something is kept, or where games were played.
    pub servers: u64,
    /// Servers that the bot was removed from, and of which something is still kept.
    pub left: u64,
    /// People who have played a game or chosen something.
    pub people: u64,
    /// People who are shut out.
    pub shut_out: u64,
}

impl Store {
    /// How much there is. It reads every game, so it is for a command, not for a running bot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn totals(&self) -> Result<Totals, StoreError> {
        let row = query(
            "SELECT (SELECT count(*) FROM (SELECT guild FROM games WHERE guild IS NOT NULL UNION SELECT id FROM servers) AS of_servers) AS servers,
                 (SELECT count(*) FROM left_servers) AS gone,
                 (SELECT count(*) FROM (SELECT id FROM people UNION SELECT white FROM games WHERE white IS NOT NULL
                     UNION SELECT black FROM games WHERE black IS NOT NULL) AS of_people) AS people,
                 (SELECT count(*) FROM shut_out WHERE mark NOT LIKE 'server %') AS shut_out",
        )
        .fetch_one(self.reader()?)
        .await?;
        Ok(Totals {
            servers: row.try_get("servers")?,
            left: row.try_get("gone")?,
            people: row.try_get("people")?,
            shut_out: row.try_get("shut_out")?,
        })
    }
}
