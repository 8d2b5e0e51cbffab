//! When things are due in games, and what of them is noted.

use super::{Store, StoreError, WriteError, patiently};
use crate::game::{GameId, Millis, Rev};

impl Store {
    /// At most `most` live games in which something is due, the longest due first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_games(&self, now: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM games WHERE next_at <= $1 ORDER BY next_at LIMIT $2")
                .bind(now.0)
                .bind(most)
                .fetch_all(self.reader()?)
                .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// When the next thing is due in any game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        let at: Option<i64> =
            sqlx::query_scalar("SELECT next_at FROM games WHERE next_at >= 0 ORDER BY next_at LIMIT 1")
                .fetch_optional(self.reader()?)
                .await?;
        Ok(at.map(Millis))
    }

    /// Notes that the player to move is reminded; false when that was noted before, or the position is another one by now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_reminded(&self, id: GameId, position: Rev) -> Result<bool, WriteError> {
        patiently!(self.try_note_reminded(id, position))
    }

    async fn try_note_reminded(&self, id: GameId, position: Rev) -> Result<bool, WriteError> {
        let mut tx = self.begin().await?;
        let noted = sqlx::query(
            "UPDATE games SET reminded = $2 WHERE id = $1 AND position_rev = $2 AND reminded <> $2 AND state = 'live'",
        )
        .bind(id.0)
        .bind(position.0)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(noted.rows_affected() == 1)
    }
}
