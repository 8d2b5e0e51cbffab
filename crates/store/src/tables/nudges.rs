//! Nudges to the player to move, in games without a clock.

use crate::{Store, StoreError, WriteError, retry_claimed, retry_write};
use game::{GameId, InteractionId, Millis, Rev};

impl Store {
    /// Returns when the player to move of a game was last nudged.
    pub async fn nudged(&self, game: GameId) -> Result<Option<Millis>, StoreError> {
        let at = self.first("SELECT nudged_at FROM games WHERE id = $1", game).await?;
        Ok(at.flatten())
    }

    /// Records a nudge to the player to move, in the `position` that the caller has seen and at least `pause`
    /// after the last nudge.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if a move or another nudge came first, or [`WriteError::Replayed`].
    pub async fn note_nudge(
        &self,
        game: GameId,
        position: Rev,
        pause: i64,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_claimed!(self, (interaction, now), Ok(()), |tx| {
            tx.guarded(
                "UPDATE games SET nudged_at = $3
                 WHERE id = $1 AND position_rev = $2 AND state = 'live' AND (nudged_at IS NULL OR nudged_at <= $3 - $4)",
                (game, position, now, pause),
            )
            .await?;
        })
    }

    /// Undoes the record that the player to move was nudged at this time.
    pub async fn not_nudged(&self, game: GameId, at: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("UPDATE games SET nudged_at = NULL WHERE id = $1 AND nudged_at = $2", (game, at))
                .await?;
        })
    }
}
