//! Live games without their moves: lists, and what is done to many games.

use super::types::LiveGame;
use super::{Store, StoreError, maybe_number, number, signed};
use crate::game::{ChannelId, GameId, GuildId, Millis, Ply, UserId};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// One statement without the moves.
macro_rules! select_live {
    ($rest:literal) => {
        concat!(
            "SELECT id, version, variant, start, white, black, guild, channel, moved_at, ",
            "ply, (SELECT code FROM closed_channels c WHERE c.channel = games.channel) AS closed FROM games ",
            $rest
        )
    };
}

impl Store {
    /// A person's live games, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_of(&self, user: UserId) -> Result<Vec<LiveGame>, StoreError> {
        let rows =
            sqlx::query(select_live!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"))
                .bind(signed(user.0))
                .fetch_all(self.reader()?)
                .await?;
        rows.iter().map(live_game).collect()
    }

    /// A live game of a channel or of a thread in it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_under(&self, channel: ChannelId) -> Result<Option<LiveGame>, StoreError> {
        let row = sqlx::query(select_live!(
            "WHERE (channel = $1 AND state = 'live') OR (parent = $1 AND state = 'live') LIMIT 1"
        ))
        .bind(signed(channel.0))
        .fetch_optional(self.reader()?)
        .await?;
        row.as_ref().map(live_game).transpose()
    }

    /// The live game of a channel, by its id alone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_id_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError> {
        let id = sqlx::query_scalar("SELECT id FROM games WHERE channel = $1 AND state = 'live'")
            .bind(signed(channel.0))
            .fetch_optional(self.reader()?)
            .await?;
        Ok(id.map(GameId))
    }

    /// Live games with their channels, `many` at a time, in an order of its own: ask again from the last channel that was
    /// given. None begins and none is left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn some_live(
        &self,
        after: Option<ChannelId>,
        many: u32,
    ) -> Result<Vec<(GameId, ChannelId)>, StoreError> {
        // In the order of the index of live games, so that games that are over cost nothing.
        let rows = sqlx::query(
            "SELECT id, channel FROM games WHERE state = 'live' AND channel > $1 ORDER BY channel LIMIT $2",
        )
        .bind(after.map_or(i64::MIN, |channel| signed(channel.0)))
        .bind(many)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(|row| Ok((GameId(row.try_get("id")?), ChannelId(number(row, "channel")?)))).collect()
    }
}

fn live_game(row: &SqliteRow) -> Result<LiveGame, StoreError> {
    Ok(LiveGame {
        id: GameId(row.try_get("id")?),
        version: row.try_get("version")?,
        variant: row.try_get("variant")?,
        start: row.try_get("start")?,
        white: maybe_number(row, "white")?.map(UserId),
        black: maybe_number(row, "black")?.map(UserId),
        guild: maybe_number(row, "guild")?.map(GuildId),
        channel: ChannelId(number(row, "channel")?),
        moved_at: Millis(row.try_get("moved_at")?),
        ply: Ply(row.try_get("ply")?),
        closed: row.try_get("closed")?,
    })
}
