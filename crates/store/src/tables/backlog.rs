//! How much there is, and how much waits, for whoever watches the bot.

use crate::db::sql::query;
use crate::{Store, StoreError};
use game::Millis;

/// How much there is, and how much waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Games that go on.
    pub live: i64,
    /// Challenges that wait for an answer.
    pub challenges: i64,
    /// Boards that nobody has been shown yet.
    pub unshown: i64,
    /// Games in which something is to be done by now without anybody's word.
    pub due: i64,
    /// Since when the first of them waits for it.
    pub due_since: Option<Millis>,
}

impl Store {
    /// How much there is at this time, and how much waits.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn backlog(&self, now: Millis) -> Result<Backlog, StoreError> {
        let row = query(
            "SELECT (SELECT count(*) FROM games WHERE state = 'live') AS live,
                 (SELECT count(*) FROM challenges) AS challenges,
                 (SELECT count(*) FROM games WHERE shown < due) AS unshown,
                 due.count AS due, due.since AS since
             FROM (SELECT count(*) AS count, min(next_at) AS since FROM games
                 WHERE next_at >= 0 AND next_at <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)) AS due",
        )
        .bind(now.0)
        .fetch_one(self.reader()?)
        .await?;
        let since: Option<i64> = row.try_get("since")?;
        Ok(Backlog {
            live: row.try_get("live")?,
            challenges: row.try_get("challenges")?,
            unshown: row.try_get("unshown")?,
            due: row.try_get("due")?,
            due_since: since.map(Millis),
        })
    }
}
