//! Where that is which a button names: numbers alone do not say it.

use crate::db::sql::query;
use crate::{Store, StoreError};
use game::{ChallengeId, ChannelId, GameId, GuildId, LadderId, TournamentId, UserId};

/// Where a game is played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Its channel or thread.
    pub channel: ChannelId,
    /// White's player; none is a former player.
    pub white: Option<UserId>,
    /// Black's player; none is a former player.
    pub black: Option<UserId>,
}

impl Store {
    /// Where a game is or was played.
    pub async fn place_of_game(&self, id: GameId) -> Result<Option<GamePlace>, StoreError> {
        let row = query("SELECT channel, white, black FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reader()?)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(GamePlace {
            channel: row.try_get("channel")?,
            white: row.try_get("white")?,
            black: row.try_get("black")?,
        }))
    }

    /// The channel of a challenge that is open.
    pub async fn place_of_challenge(&self, id: ChallengeId) -> Result<Option<ChannelId>, StoreError> {
        Ok(query("SELECT channel FROM challenges WHERE id = $1")
            .bind(id)
            .scalar_optional(self.reader()?)
            .await?)
    }

    /// The channel of a tournament.
    pub async fn place_of_tournament(&self, id: TournamentId) -> Result<Option<ChannelId>, StoreError> {
        Ok(query("SELECT channel FROM tournaments WHERE id = $1")
            .bind(id)
            .scalar_optional(self.reader()?)
            .await?)
    }

    /// The server of a ladder.
    pub async fn place_of_ladder(&self, id: LadderId) -> Result<Option<GuildId>, StoreError> {
        Ok(query("SELECT guild FROM ladders WHERE id = $1").bind(id).scalar_optional(self.reader()?).await?)
    }
}
