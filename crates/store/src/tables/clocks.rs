//! When games are due, and which reminders were sent.
//!
//! While the bot is connected it notes so once a minute (`last_alive`). Deadlines that passed meanwhile are moved before it takes moves
//! again. The row of a game says when the next thing is due (`next_at`, an index).

use crate::db::dialect::Isolation;
use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, GameId, Millis, Rev};

/// Notes that the bot can accept moves.
const ALIVE: &str =
    "INSERT INTO last_alive (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at";

impl Store {
    /// At most `most` live games in which something is due: first those whose time is up, then those that have been due the longest. In
    /// closed channels nothing is due.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_games(&self, now: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        Ok(query(
            "SELECT id FROM games WHERE next_at <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY deadline > $1, next_at LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .scalars(self.reader()?)
        .await?)
    }

    /// The channels of at most `most` live games whose time is up. In closed channels it is not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn time_is_up(&self, now: Millis, most: u32) -> Result<Vec<ChannelId>, StoreError> {
        Ok(query(
            "SELECT channel FROM games WHERE next_at <= $1 AND deadline <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY next_at LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .scalars(self.reader()?)
        .await?)
    }

    /// When the next game is due.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        Ok(query(
            "SELECT next_at FROM games WHERE next_at >= 0
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY next_at LIMIT 1",
        )
        .scalar_optional(self.reader()?)
        .await?)
    }

    /// Notes that the bot can accept moves now. The first time, or after an outage, the deadlines that passed meanwhile move by the length
    /// of the outage, and by an hour at least. Where the channel was closed meanwhile, they move only by the time until then.
    /// Returns those games.
    ///
    /// # Errors
    /// When the database fails; then nothing has changed.
    pub async fn give_time_back(&self, now: Millis) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_long().await?;
            let seen: Option<Millis> =
                query("SELECT at FROM last_alive WHERE one = 1").scalar_optional(&mut *tx).await?;
            let mut moved = Vec::new();
            if let Some(seen) = seen.filter(|seen| *seen < now) {
                moved = query(
                // Where a channel was closed meanwhile, only the time before that: the rest is given back when it opens.
                "UPDATE games SET deadline = deadline + missed, remind_at = remind_at + missed
                 FROM (SELECT id AS late, CASE WHEN since IS NULL THEN $1 WHEN since < $2 THEN since - $3 ELSE $2 - $3 END AS missed
                       FROM games LEFT JOIN closed_channels USING (channel)
                       WHERE next_at <= $2 AND deadline > $3 AND deadline <= CASE WHEN since < $2 THEN since ELSE $2 END) AS overdue
                 WHERE id = late RETURNING id",
            )
            .bind((now.0 - seen.0).max(Millis::HOUR))
            .bind(now)
            .bind(seen)
            .scalars(&mut *tx)
            .await?;
            }
            query(ALIVE).bind(now).execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(moved)
        })
    }

    /// Notes that the bot can accept moves now, as it could a moment ago.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_alive(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            query(ALIVE).bind(now).execute(&mut *tx).await?;
            Ok(tx.commit().await?)
        })
    }

    /// Undoes the note that the player to move was reminded, because the reminder was not delivered.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn not_reminded(&self, id: GameId, position: Rev) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            query("UPDATE games SET reminded = 0 WHERE id = $1 AND reminded = $2 AND state = 'live'")
                .bind(id)
                .bind(position)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Notes that the player to move is reminded, and owes the reminder. False if that was noted before, the position has changed, or no reminder is due yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_reminded(&self, id: GameId, position: Rev, now: Millis) -> Result<bool, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_on(Isolation::Rows).await?;
            let noted = query(
                "UPDATE games SET reminded = $2
             WHERE id = $1 AND position_rev = $2 AND reminded <> $2 AND remind_at <= $3 AND state = 'live'",
            )
            .bind(id)
            .bind(position)
            .bind(now)
            .execute(&mut *tx)
            .await?;
            if noted == 1 {
                query(
                    "INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
                         SELECT 'reminder', id, channel, 1, $2, $3, $3 FROM games WHERE id = $1
                     ON CONFLICT (kind, subject, part) DO UPDATE SET step = '', version = excluded.version, since = excluded.since,
                         due = excluded.due, tries = 0, code = NULL, tried_at = NULL",
                )
                .bind(id)
                .bind(position)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            }
            tx.commit().await?;
            Ok(noted == 1)
        })
    }
}
