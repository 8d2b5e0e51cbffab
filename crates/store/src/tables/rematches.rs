//! Rematches: a game has at most one, and at most one request for it. Both limits are checked in the
//! transaction that would exceed them.

use super::limits::CHALLENGE_LASTS;
use crate::types::NewChallenge;
use crate::{Store, StoreError, Write, WriteError};
use game::{ChannelId, GameId, GuildId};

/// Finds the rematch of a game, if it has begun.
const BEGUN: &str = "SELECT 1 FROM games WHERE rematch_of = $1";
/// Finds the open challenge to a rematch.
const ASKED: &str = "SELECT 1 FROM challenges WHERE rematch_of = $1 AND created_at >= $2";

impl Store {
    /// Returns the server and channel of a game's rematch, if it has begun.
    pub async fn rematch_of(&self, game: GameId) -> Result<Option<(Option<GuildId>, ChannelId)>, StoreError> {
        self.first("SELECT guild, channel FROM games WHERE rematch_of = $1", game).await
    }
}

/// Refuses a new game if its predecessor already has a rematch.
pub(crate) async fn admit_rematch(tx: &mut Write, of: Option<GameId>) -> Result<(), WriteError> {
    let Some(of) = of else { return Ok(()) };
    if tx.exists(BEGUN, of).await? { Err(WriteError::Conflict) } else { Ok(()) }
}

/// Refuses a challenge to a rematch that has begun or has already been requested.
pub(crate) async fn admit_asking(tx: &mut Write, new: &NewChallenge) -> Result<(), WriteError> {
    admit_rematch(tx, new.rematch_of).await?;
    let Some(of) = new.rematch_of else { return Ok(()) };
    if tx.exists(ASKED, (of, new.created_at.0 - CHALLENGE_LASTS)).await? {
        Err(WriteError::Conflict)
    } else {
        Ok(())
    }
}
