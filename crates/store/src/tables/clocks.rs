//! When things are due in games, and what of them is noted.

use crate::db::dialect::Isolation;
use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, number, retry_write};
use game::{ChannelId, GameId, Millis, Rev};

/// That the bot can take moves.
const ALIVE: &str =
    "INSERT INTO last_alive (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at";

impl Store {
    /// At most `most` live games in which something is due, those first whose time is up, then the longest due. In channels that are
    /// closed nothing is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_games(&self, now: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = query(
            "SELECT id FROM games WHERE next_at <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY deadline > $1, next_at LIMIT $2",
        )
        .bind(now.0)
        .bind(most)
        .scalars(self.reader()?)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Where at most `most` live games are played whose time is up. In channels that are closed it is not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn time_is_up(&self, now: Millis, most: u32) -> Result<Vec<ChannelId>, StoreError> {
        let rows = query(
            "SELECT channel FROM games WHERE next_at <= $1 AND deadline <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY next_at LIMIT $2",
        )
        .bind(now.0)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(|row| Ok(ChannelId(number(row, "channel")?))).collect()
    }

    /// When the next thing is due in any game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        let at: Option<i64> = query(
            "SELECT next_at FROM games WHERE next_at >= 0
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             ORDER BY next_at LIMIT 1",
        )
        .scalar_optional(self.reader()?)
        .await?;
        Ok(at.map(Millis))
    }

    /// The bot can take moves now. The first time, or after a while in which it could not, the deadlines that passed meanwhile are
    /// moved by as long as that was, and by `least` at least; in a channel that was closed meanwhile, by as long as it was until then.
    /// Answers those games.
    ///
    /// # Errors
    /// When the database fails; then nothing has changed.
    pub async fn give_time_back(&self, now: Millis, least: i64) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self.try_give_time_back(now, least))
    }

    async fn try_give_time_back(&self, now: Millis, least: i64) -> Result<Vec<GameId>, WriteError> {
        let mut tx = self.begin_long().await?;
        let seen: Option<i64> =
            query("SELECT at FROM last_alive WHERE one = 1").scalar_optional(&mut *tx).await?;
        let mut moved: Vec<i64> = Vec::new();
        if let Some(seen) = seen.filter(|seen| *seen < now.0) {
            moved = query(
                // Where a channel was closed meanwhile, only the time before: the rest comes back when it opens.
                "UPDATE games SET deadline = deadline + missed, remind_at = remind_at + missed
                 FROM (SELECT id AS late, CASE WHEN since IS NULL THEN $1 WHEN since < $2 THEN since - $3 ELSE $2 - $3 END AS missed
                       FROM games LEFT JOIN closed_channels USING (channel)
                       WHERE next_at <= $2 AND deadline > $3 AND deadline <= CASE WHEN since < $2 THEN since ELSE $2 END) AS overdue
                 WHERE id = late RETURNING id",
            )
            .bind((now.0 - seen).max(least))
            .bind(now.0)
            .bind(seen)
            .scalars(&mut *tx)
            .await?;
        }
        query(ALIVE).bind(now.0).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(moved.into_iter().map(GameId).collect())
    }

    /// Notes that the bot can take moves now, as it could a moment ago.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_alive(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_note_alive(now))
    }

    async fn try_note_alive(&self, now: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        query(ALIVE).bind(now.0).execute(&mut *tx).await?;
        Ok(tx.commit().await?)
    }

    /// Takes back that the player to move was reminded: it did not get through.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn not_reminded(&self, id: GameId, position: Rev) -> Result<(), WriteError> {
        retry_write!(self.try_not_reminded(id, position))
    }

    async fn try_not_reminded(&self, id: GameId, position: Rev) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        query("UPDATE games SET reminded = 0 WHERE id = $1 AND reminded = $2 AND state = 'live'")
            .bind(id.0)
            .bind(position.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Notes that the player to move is reminded; false when that was noted before, the position is another one by now, or no reminder
    /// is due yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_reminded(&self, id: GameId, position: Rev, now: Millis) -> Result<bool, WriteError> {
        retry_write!(self.try_note_reminded(id, position, now))
    }

    async fn try_note_reminded(&self, id: GameId, position: Rev, now: Millis) -> Result<bool, WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        let noted = query(
            "UPDATE games SET reminded = $2
             WHERE id = $1 AND position_rev = $2 AND reminded <> $2 AND remind_at <= $3 AND state = 'live'",
        )
        .bind(id.0)
        .bind(position.0)
        .bind(now.0)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(noted == 1)
    }
}
