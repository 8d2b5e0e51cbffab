//! The bot as a player, and the games in which it is to move.

use crate::{Store, StoreError, WriteError, retry_write};
use game::{Color, GameId, Millis, Rev};

/// The side and level of the bot in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRow {
    /// The bot's side.
    pub side: Color,
    /// The name of its level.
    pub level: String,
    /// The bot's view of the game, in the engine player's own format; `None` if it has none yet.
    pub mood: Option<String>,
    /// A different level for a single move: its name, and the event of the position it was last requested
    /// for.
    pub lowered: Option<(String, Rev)>,
}

impl Store {
    /// Returns at most `most` live games with ids above `after`, in order of id, in which the bot has been to
    /// move since before `since`.
    pub async fn engine_to_move(
        &self,
        after: GameId,
        since: Millis,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.all(
            "SELECT id FROM games WHERE engine IS NOT NULL AND state = 'live' AND engine = turn AND id > $1
                 AND moved_at <= $2 ORDER BY id LIMIT $3",
            (after, since, most),
        )
        .await
    }

    /// Makes the bot play its next move at another level, in the position of this event. Does nothing if the
    /// position has changed.
    pub async fn lower_engine(&self, id: GameId, seen: Rev, level: &str) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE games SET lowered = $3, lowered_at = $2 WHERE id = $1 AND position_rev = $2 AND state = 'live'",
                (id, seen, level),
            )
            .await?;
        })
    }
}
