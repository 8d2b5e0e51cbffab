//! Whether those who do not play in a game may watch it on a page. Each player can switch that off for as long as they want it so.

use super::removed_places::{side_bit, sides};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{Color, GameId};

impl Store {
    /// Which sides let nobody watch a game.
    pub async fn unwatched(&self, game: GameId) -> Result<Vec<Color>, StoreError> {
        let bits: Option<i64> = self.first("SELECT unwatched FROM games WHERE id = $1", game).await?;
        Ok(sides(bits.unwrap_or(0)))
    }

    /// Notes that a side lets nobody watch a game, or lets others watch as far as it is concerned.
    pub async fn note_unwatched(&self, game: GameId, side: Color, unwatched: bool) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            let set = if unwatched {
                "UPDATE games SET unwatched = unwatched | $2 WHERE id = $1"
            } else {
                "UPDATE games SET unwatched = unwatched & ~$2 WHERE id = $1"
            };
            tx.execute(set, (game, side_bit(side))).await?;
        })
    }
}
