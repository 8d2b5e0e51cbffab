//! Games of a tournament that are paired and have not begun: where they are shown, and those that cannot be.

use crate::db::sql::query;
use crate::{Store, WriteError, retry_write};
use game::{MessageId, TournamentId};

/// After so many games in a row that cannot be begun it is no matter of one game.
pub const UNBEGUN_IN_A_ROW: u32 = 2;

impl Store {
    /// Notes the message on which the thread of a game hangs; none: it was deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pairing_shown(
        &self,
        id: TournamentId,
        number: u32,
        message: Option<MessageId>,
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE tournament_games SET message = $3 WHERE tournament = $1 AND number = $2")
                .bind(id)
                .bind(number)
                .bind(message)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Gives each player of a game that cannot be begun half a point. One that has begun or has a result stays as it is. `false`: nothing has
    /// changed, as so many before it could not be begun either, one after the other (`UNBEGUN_IN_A_ROW`).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn void_pairing(&self, id: TournamentId, number: u32) -> Result<bool, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let before: u32 = query(
                "SELECT count(*) FROM tournament_games WHERE tournament = $1 AND result = 'halves' AND game IS NULL
                     AND number > (SELECT coalesce(max(number), 0) FROM tournament_games WHERE tournament = $1 AND game IS NOT NULL)",
            )
            .bind(id)
            .scalar(&mut *tx)
            .await?;
            if before >= UNBEGUN_IN_A_ROW {
                return Ok(false);
            }
            query(
                "UPDATE tournament_games SET result = 'halves'
                 WHERE tournament = $1 AND number = $2 AND result IS NULL AND game IS NULL",
            )
            .bind(id)
            .bind(number)
            .execute(&mut *tx)
            .await?;
            query("UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE id = $1 AND state = 'running'")
                .bind(id)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(true)
        })
    }
}
