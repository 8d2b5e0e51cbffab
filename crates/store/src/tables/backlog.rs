//! Counts of what exists and what waits, for monitoring.

use super::backups;
use super::outbox::OwedOfKind;
use crate::db::sql::SqlRow;
use crate::{Store, StoreError};
use game::Millis;

/// Counts of what exists and what waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Games in progress.
    pub live: i64,
    /// Open challenges.
    pub challenges: i64,
    /// Games in which something is due without a player's action, such as a reminder or a loss on time.
    pub due: i64,
    /// When the oldest of them became due.
    pub due_since: Option<Millis>,
    /// The due outbox messages, by kind.
    pub owed: Vec<OwedOfKind>,
    /// The total number of shards.
    pub shards: i64,
    /// Shards that no process runs, or that receive nothing.
    pub unreached: i64,
    /// The size of the database in bytes.
    pub bytes: i64,
    /// When the program itself last backed it up.
    pub backed_up: Option<Millis>,
}

/// The size of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreExtent {
    /// The size of the database in bytes.
    pub bytes: i64,
    /// Games in progress.
    pub live: i64,
}

impl Store {
    /// Returns the current size.
    pub async fn extent(&self) -> Result<StoreExtent, StoreError> {
        let reader = self.reader()?;
        let bytes = reader.one(reader.dialect().size(), ()).await?;
        let live = reader.one("SELECT count(*) FROM games WHERE state = 'live'", ()).await?;
        Ok(StoreExtent { bytes, live })
    }

    /// Returns the counts at this time.
    pub async fn backlog(&self, now: Millis) -> Result<Backlog, StoreError> {
        let row = self
            .one::<SqlRow>(
                "SELECT (SELECT count(*) FROM games WHERE state = 'live') AS live,
                 (SELECT count(*) FROM challenges) AS challenges,
                 (SELECT count(*) FROM last_alive) AS shards,
                 (SELECT count(*) FROM last_alive WHERE silent = 1) AS unreached,
                 due.count AS due, due.since AS since
             FROM (SELECT count(*) AS count, min(next_at) AS since FROM games
                 WHERE next_at >= 0 AND next_at <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)) AS due",
                now,
            )
            .await?;
        Ok(Backlog {
            live: row.try_get("live")?,
            challenges: row.try_get("challenges")?,
            due: row.try_get("due")?,
            due_since: row.try_get("since")?,
            owed: self.owed_by_kind(now).await?,
            shards: row.try_get("shards")?,
            unreached: row.try_get("unreached")?,
            bytes: self.one(self.reader()?.dialect().size(), ()).await?,
            backed_up: self.first(backups::LAST, ()).await?,
        })
    }
}
