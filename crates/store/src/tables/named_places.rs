//! The places of things that a button refers to by id.

use crate::db::sql::row;
use crate::{Store, StoreError};
use game::{ChallengeId, ChannelId, GameId, GuildId, LadderId, TournamentId, UserId};

/// Where a game is played, and its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// The channel or thread.
    pub channel: ChannelId,
    /// White's player; `None` for a former player.
    pub white: Option<UserId>,
    /// Black's player; `None` for a former player.
    pub black: Option<UserId>,
}

impl Store {
    /// Returns where a game is or was played.
    pub async fn place_of_game(&self, id: GameId) -> Result<Option<GamePlace>, StoreError> {
        self.first("SELECT channel, white, black FROM games WHERE id = $1", id).await
    }

    /// Returns the channel of an open challenge.
    pub async fn place_of_challenge(&self, id: ChallengeId) -> Result<Option<ChannelId>, StoreError> {
        self.first("SELECT channel FROM challenges WHERE id = $1", id).await
    }

    /// Returns the channel of a tournament.
    pub async fn place_of_tournament(&self, id: TournamentId) -> Result<Option<ChannelId>, StoreError> {
        self.first("SELECT channel FROM tournaments WHERE id = $1", id).await
    }

    /// Returns the server of a ladder.
    pub async fn place_of_ladder(&self, id: LadderId) -> Result<Option<GuildId>, StoreError> {
        self.first("SELECT guild FROM ladders WHERE id = $1", id).await
    }
}

row!(|row| GamePlace { channel, white, black });
