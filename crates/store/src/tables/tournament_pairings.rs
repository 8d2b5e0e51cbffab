//! Games of a tournament that are paired and have not begun: where they are shown, and those that cannot be.

use crate::db::sql::query;
use crate::{Store, WriteError, retry_write};
use game::{MessageId, TournamentId};

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

    /// Gives each player of a game that cannot be begun half a point. One that has begun or has a result stays as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn void_pairing(&self, id: TournamentId, number: u32) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
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
            Ok(tx.commit().await?)
        })
    }
}
