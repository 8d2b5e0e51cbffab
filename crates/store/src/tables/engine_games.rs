//! The bot itself as a player, and the games in which it is to move.

use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{Color, GameId, Millis, Rev};

/// The side that the bot itself plays in a game, and how strongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRow {
    /// Its side.
    pub side: Color,
    /// The name of its level.
    pub level: String,
    /// What it makes of the game, in a word of its own; none: nothing so far.
    pub mood: Option<String>,
    /// The name of another level, at which it plays just the move that it was last so asked for, and the event of the position in which.
    pub lowered: Option<(String, Rev)>,
}

impl Store {
    /// At most `most` live games with higher ids than `after` in which the bot itself is to move since before this moment, lowest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn engine_to_move(
        &self,
        after: GameId,
        since: Millis,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = query(
            "SELECT id FROM games WHERE engine IS NOT NULL AND state = 'live' AND engine = turn AND id > $1
                 AND moved_at <= $2 ORDER BY id LIMIT $3",
        )
        .bind(after.0)
        .bind(since.0)
        .bind(most)
        .scalars(self.reader()?)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The bot plays its next move at another level, in the position of this event; nothing where that has gone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lower_engine(&self, id: GameId, seen: Rev, level: &str) -> Result<(), WriteError> {
        retry_write!(self.try_lower_engine(id, seen, level))
    }

    async fn try_lower_engine(&self, id: GameId, seen: Rev, level: &str) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "UPDATE games SET lowered = $3, lowered_at = $2 WHERE id = $1 AND position_rev = $2 AND state = 'live'",
        )
        .bind(id.0)
        .bind(seen.0)
        .bind(level)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }
}
