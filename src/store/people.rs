//! Removing a person.

use super::open::empty_log;
use super::{Store, WriteError, patiently, signed};
use crate::game::UserId;

/// What the removal of a person touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Live games that were resigned (hot-seat games: aborted).
    pub ended: u64,
    /// Games, live or finished, that now have a former player.
    pub games: u64,
    /// Challenges from or to the person that were deleted.
    pub challenges: u64,
}

impl Store {
    /// Removes a person's number everywhere: live games are resigned, their side belongs to nobody any more, challenges
    /// from and to them are deleted. Works beside a running bot, which keeps nothing in memory.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget(&self, user: UserId) -> Result<Forgotten, WriteError> {
        patiently!(self.try_forget(user))
    }

    async fn try_forget(&self, user: UserId) -> Result<Forgotten, WriteError> {
        let user = signed(user.0);
        let mut tx = self.begin().await?;
        // The endings are those of the game layer: 'resigned' with the winner's colour. No board shows them yet.
        let ended = sqlx::query(
            "UPDATE games SET version = version + 1, state = 'over', offers = '', due = version + 1,
                 ending = CASE WHEN white = black THEN 'aborted' WHEN white = $1 THEN 'resigned black' ELSE 'resigned white' END
             WHERE state = 'live' AND (white = $1 OR black = $1)",
        )
        .bind(user)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        let games = sqlx::query(
            "UPDATE games SET version = version + 1, white = NULLIF(white, $1), black = NULLIF(black, $1)
             WHERE white = $1 OR black = $1",
        )
        .bind(user)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        // Their messages are to say that nobody can accept them any more, without a name.
        sqlx::query(
            "INSERT INTO settled_challenges (id, outcome, variant, channel, message, at)
             SELECT id, 'closed', variant, channel, message, created_at FROM challenges
             WHERE (challenger = $1 OR opponent = $1) AND message IS NOT NULL",
        )
        .bind(user)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "UPDATE settled_challenges SET challenger = NULLIF(challenger, $1), answerer = NULLIF(answerer, $1)
             WHERE challenger = $1 OR answerer = $1",
        )
        .bind(user)
        .execute(&mut *tx)
        .await?;
        let challenges = sqlx::query("DELETE FROM challenges WHERE challenger = $1 OR opponent = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        sqlx::query("DELETE FROM recently_challenged WHERE challenger = $1 OR opponent = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        // Deleted values are zeroed in the file (secure_delete); this moves the zeroes out of the log and empties it. A
        // reader at work may make that wait: the log is emptied then with the next checkpoint.
        if let Ok(mut connection) = self.0.writer.acquire().await {
            let _ = empty_log(&mut connection).await;
        }
        Ok(Forgotten { ended, games, challenges })
    }
}
