//! Games that the operator has ended, or whose results the operator has voided.

use super::acts::{self, Act, StoppedRow};
use super::change::apply_change;
use super::owed_kinds::OwedKind;
use super::rating_lists::list_again;
use super::ratings::RatedResult;
use super::restores::OWE_AGAIN;
use crate::db::sql::row;
use crate::types::Change;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GameId, Rev, UserId};

/// Records what was done with a game, and the event whose board shows it.
async fn note(tx: &mut Write, game: GameId, rev: Rev, act: &Act, voided: bool) -> Result<(), WriteError> {
    tx.execute(
        "INSERT INTO stopped_games (game, rev, reason, voided) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game) DO UPDATE SET rev = excluded.rev, reason = excluded.reason, voided = excluded.voided",
        (game, rev, &act.reason, voided),
    )
    .await?;
    acts::note(tx, act).await
}

/// Makes the board of a stopped game due at once, with notifications. It is not part of a response.
pub(crate) async fn tell(tx: &mut Write, game: GameId) -> Result<(), WriteError> {
    tx.execute(
        "UPDATE outbox SET step = 'left', due = 0 WHERE kind = $2 AND subject = $1 AND part = 0",
        (game, OwedKind::Board),
    )
    .await?;
    Ok(())
}

impl Store {
    /// Ends a live game, if it is still at the event `seen`. Its board is due at once and shows the reason of
    /// the act.
    ///
    /// # Errors
    /// [`WriteError::Conflict`].
    pub async fn stop_game(&self, id: GameId, seen: Rev, end: &Change, act: &Act) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            apply_change(&mut tx, id, seen, end).await?;
            note(&mut tx, id, end.after.rev, act, false).await?;
            tell(&mut tx, id).await?;
        })
    }

    /// Voids the result of a finished game: it counts for no rating and no statistics. Returns its result for
    /// the ratings, if it had one. The ratings must then be computed again.
    ///
    /// Its board is pending again and shows the reason of the act.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if the game is not over or already voided.
    pub async fn void_game(&self, id: GameId, act: &Act) -> Result<Option<RatedResult>, WriteError> {
        let result = self.rated_result(id).await?;
        retry_write!(self.begin_long(), |tx| {
            let due: Option<Rev> = tx
                .first(
                    "SELECT due FROM games WHERE id = $1 AND state = 'over'
                     AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1)",
                    id,
                )
                .await?;
            let due = due.ok_or(WriteError::Conflict)?;
            tx.execute("DELETE FROM rated_results WHERE game = $1", id).await?;
            if let Some(result) = &result {
                // A player without another result in that week was not rated in it.
                tx.execute(
                    "DELETE FROM ratings WHERE player IN ($1, $2) AND variant = $3 AND period = $4 AND NOT EXISTS (
                         SELECT 1 FROM rated_results r WHERE r.period = $4 AND r.variant = $3 AND r.white = ratings.player)
                     AND NOT EXISTS (
                         SELECT 1 FROM rated_results r WHERE r.period = $4 AND r.variant = $3 AND r.black = ratings.player)",
                    (result.white, result.black, &result.variant, result.period),
                )
                .await?;
            }
            note(&mut tx, id, due, act, true).await?;
            tx.execute("UPDATE games SET shown = due - 1 WHERE id = $1", id).await?;
            tx.execute(OWE_AGAIN, (id, OwedKind::Board.owed())).await?;
            tell(&mut tx, id).await?;
            result.clone()
        })
    }

    /// Updates these people on their leaderboards with their current ratings.
    pub async fn list_players_again(&self, people: &[UserId]) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            for person in people {
                list_again(&mut tx, *person).await?;
            }
        })
    }

    /// Returns what the operator has done with a game, if the board of this event shows it.
    pub async fn stopped(&self, game: GameId, rev: Rev) -> Result<Option<StoppedRow>, StoreError> {
        self.first("SELECT reason, voided FROM stopped_games WHERE game = $1 AND rev = $2", (game, rev)).await
    }

    /// Returns what the operator has done with a game, if anything.
    pub async fn how_stopped(&self, game: GameId) -> Result<Option<StoppedRow>, StoreError> {
        self.first("SELECT reason, voided FROM stopped_games WHERE game = $1", game).await
    }

    /// Whether the result of a game was voided.
    pub async fn is_voided(&self, game: GameId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM stopped_games WHERE game = $1 AND voided = 1", game).await
    }
}

row!(|row| StoppedRow { reason, voided });
