//! Paired games of a tournament that have not begun: where they are shown, and those that cannot begin.

use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, MessageId, TournamentId};

/// After this many consecutive games that cannot begin, the problem is not with a single game.
pub const UNBEGUN_IN_A_ROW: u32 = 2;

impl Store {
    /// Records the message to which the thread of a game is attached; `None` if it was deleted.
    pub async fn pairing_shown(
        &self,
        id: TournamentId,
        number: u32,
        message: Option<MessageId>,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE tournament_games SET message = $3 WHERE tournament = $1 AND number = $2",
                (id, number, message),
            )
            .await?;
        })
    }

    /// Whether the first board of this game notifies White.
    ///
    /// False in a tournament if White also has White in an earlier game among those that begin at the same
    /// time, because that one notifies them. The third game of a pair in a knock-out begins alone.
    pub async fn first_board_notifies(&self, game: GameId) -> Result<bool, StoreError> {
        let earlier: Option<i64> = self.first(
            "SELECT 1 FROM tournament_games this JOIN tournaments ON tournaments.id = this.tournament
             JOIN tournament_games earlier ON earlier.tournament = this.tournament AND earlier.number < this.number
             WHERE this.game = $1 AND (tournaments.kind = 'round-robin' OR earlier.round = this.round)
                 AND earlier.white = this.white
                 AND (tournaments.kind <> 'knock-out' OR 2 > (
                     SELECT count(*) FROM tournament_games pair WHERE pair.tournament = this.tournament
                         AND pair.round = this.round AND pair.number < this.number
                         AND (pair.white = this.white AND pair.black = this.black
                             OR pair.white = this.black AND pair.black = this.white)))
             LIMIT 1",
            game,
        )
        .await?;
        Ok(earlier.is_none())
    }

    /// Gives half a point to each player of a game that cannot begin. One that has begun or has a result
    /// stays as it is.
    ///
    /// Returns `false`, without a change, if the previous `UNBEGUN_IN_A_ROW` games could not begin either.
    pub async fn void_pairing(&self, id: TournamentId, number: u32) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let before: u32 = tx.one(
                "SELECT count(*) FROM tournament_games WHERE tournament = $1 AND result = 'halves' AND game IS NULL
                     AND number > (SELECT coalesce(max(number), 0) FROM tournament_games WHERE tournament = $1 AND game IS NOT NULL)",
                id,
            )
            .await?;
            if before >= UNBEGUN_IN_A_ROW {
                return Ok(false);
            }
            tx.execute(
                "UPDATE tournament_games SET result = 'halves'
                 WHERE tournament = $1 AND number = $2 AND result IS NULL AND game IS NULL",
                (id, number),
            )
            .await?;
            tx.execute(
                "UPDATE tournaments SET rev = rev + 1, next_at = 0 WHERE id = $1 AND state = 'running'",
                id,
            )
            .await?;
            true
        })
    }
}
