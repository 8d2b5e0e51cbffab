//! Who has been nudged to move, in games without a clock.

use crate::db::sql::query;
use crate::{Store, StoreError, WriteError, claim, retry_write};
use game::{GameId, InteractionId, Millis, Rev};

impl Store {
    /// When the player to move of a game was last nudged.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn nudged(&self, game: GameId) -> Result<Option<Millis>, StoreError> {
        let at: Option<Option<i64>> = query("SELECT nudged_at FROM games WHERE id = $1")
            .bind(game.0)
            .scalar_optional(self.reader()?)
            .await?;
        Ok(at.flatten().map(Millis))
    }

    /// Notes that the player to move is nudged, in the `position` that was seen and `pause` after the last time at least.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] (a move came first, or another nudge), [`WriteError::Replayed`], or a failure.
    pub async fn note_nudge(
        &self,
        game: GameId,
        position: Rev,
        pause: i64,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(claimed interaction, self.try_note_nudge(game, position, pause, interaction, now), or Ok(()))
    }

    async fn try_note_nudge(
        &self,
        game: GameId,
        position: Rev,
        pause: i64,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        claim(&mut tx, Some(interaction), now).await?;
        let noted = query(
            "UPDATE games SET nudged_at = $3
             WHERE id = $1 AND position_rev = $2 AND state = 'live' AND (nudged_at IS NULL OR nudged_at <= $3 - $4)",
        )
        .bind(game.0)
        .bind(position.0)
        .bind(now.0)
        .bind(pause)
        .execute(&mut *tx)
        .await?;
        if noted == 0 {
            return Err(WriteError::Conflict);
        }
        Ok(tx.commit().await?)
    }

    /// Takes back that the player to move was nudged at this moment.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn not_nudged(&self, game: GameId, at: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_not_nudged(game, at))
    }

    async fn try_not_nudged(&self, game: GameId, at: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("UPDATE games SET nudged_at = NULL WHERE id = $1 AND nudged_at = $2")
            .bind(game.0)
            .bind(at.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}
