//! Whether spectators may watch a game on a page. Each player can switch that off at any time.

use super::removed_places::{side_bit, sides};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{Color, GameId};

impl Store {
    /// Returns the sides that do not allow spectators in a game.
    pub async fn unwatched(&self, game: GameId) -> Result<Vec<Color>, StoreError> {
        let bits: Option<i64> = self.first("SELECT unwatched FROM games WHERE id = $1", game).await?;
        Ok(sides(bits.unwrap_or(0)))
    }

    /// Records whether a side allows spectators in a game.
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
