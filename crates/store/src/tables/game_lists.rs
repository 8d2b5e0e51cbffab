//! Reads games without their event logs, for lists and for batch work.

use crate::db::sql::{SqlRow, row};
use crate::types::{LiveGame, Snapshot};
use crate::unreadable::unreadable;
use crate::{Store, StoreError};
use game::{ChannelId, Color, GameId, Ply, UserId};

/// A statement that reads games without their logs.
macro_rules! select_live {
    ($rest:literal) => {
        concat!(
            "SELECT id, variant, white, black, guild, channel, rev, position_rev, ply, turn, to_move, fen, state, ending, ",
            "moved_at, deadline, remind_at, pace, nudged_at, level, (SELECT code FROM closed_channels c WHERE c.channel = games.channel) AS closed, ",
            "CASE WHEN pace IS NOT NULL THEN (SELECT vacations.until FROM vacations WHERE vacations.person = to_move) END AS away FROM games ",
            $rest
        )
    };
}
pub(crate) use select_live;

/// How often a person has finished games of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedOfGame {
    /// The variant's slug.
    pub variant: String,
    /// The number of games won, lost or drawn.
    pub finished: u32,
}

impl Store {
    /// Returns each variant that a person has ever started a game of, with the number of games finished.
    pub async fn played_of_each_game(&self, user: UserId) -> Result<Vec<PlayedOfGame>, StoreError> {
        self.all(
            "SELECT variant, coalesce(sum(CASE WHEN state = 'over' AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
                 AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1) THEN 1 ELSE 0 END), 0) AS finished
             FROM games WHERE white = $1 OR black = $1 GROUP BY variant",
            user,
        )
        .await
    }

    /// Returns a person's live games, oldest first.
    pub async fn live_of(&self, user: UserId) -> Result<Vec<LiveGame>, StoreError> {
        self.all(select_live!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"), user).await
    }

    /// Returns at most `most` of a person's finished games, the latest first.
    pub async fn over_of(&self, user: UserId, most: u32) -> Result<Vec<LiveGame>, StoreError> {
        self.all(
            select_live!(
                "WHERE state = 'over' AND (white = $1 OR black = $1) ORDER BY due_at DESC, id DESC LIMIT $2"
            ),
            (user, most),
        )
        .await
    }

    /// Returns a live game in a channel or in one of its threads.
    pub async fn live_under(&self, channel: ChannelId) -> Result<Option<LiveGame>, StoreError> {
        self.first(
            select_live!(
                "WHERE (channel = $1 AND state = 'live') OR (parent = $1 AND state = 'live') LIMIT 1"
            ),
            channel,
        )
        .await
    }

    /// Returns the positions (FEN) of the live games of a variant between two people without hints, from this
    /// ply on.
    pub async fn unaided_positions(&self, variant: &str, after: Ply) -> Result<Vec<String>, StoreError> {
        // Uses the index of live games, so that finished games cost nothing.
        self.all(
            "SELECT fen FROM games WHERE state = 'live' AND channel > $1 AND variant = $2 AND ply >= $3 AND engine IS NULL AND hints = 0
             AND white <> black AND fen IS NOT NULL",
            (ChannelId::NO_USER_INSTALL, variant, after),
        )
        .await
    }

    /// Whether a person plays such a game.
    pub async fn plays_unaided(&self, user: UserId, variant: &str, after: Ply) -> Result<bool, StoreError> {
        self.exists(
            "SELECT 1 FROM games WHERE state = 'live' AND (white = $1 OR black = $1) AND variant = $2 AND ply >= $3 AND engine IS NULL
             AND hints = 0 AND white <> black LIMIT 1",
            (user, variant, after),
        )
        .await
    }

    /// Returns at most `many` live games with their channels, in the order of an index. Pass the last channel
    /// to continue, or `None` to begin; an empty list is the end.
    pub async fn some_live(
        &self,
        after: Option<ChannelId>,
        many: u32,
    ) -> Result<Vec<(GameId, ChannelId)>, StoreError> {
        // In the order of the index of live games, so that finished games cost nothing.
        self.all(
            "SELECT id, channel FROM games WHERE state = 'live' AND channel > $1 ORDER BY channel LIMIT $2",
            (after.unwrap_or(ChannelId::NO_USER_INSTALL), many),
        )
        .await
    }

    /// Returns at most `many` channels with live games or open challenges, in order. Pass the last channel to
    /// continue, or `None` to begin; an empty list is the end.
    pub async fn some_in_use(
        &self,
        after: Option<ChannelId>,
        many: u32,
    ) -> Result<Vec<ChannelId>, StoreError> {
        self.all(
            "SELECT channel FROM (SELECT channel FROM games WHERE state = 'live' AND channel > $1 ORDER BY channel LIMIT $2) AS played
             UNION SELECT channel FROM challenges WHERE channel > $1 ORDER BY channel LIMIT $2",
            (after.unwrap_or(ChannelId::NO_USER_INSTALL), many),
        )
        .await
    }

    /// Returns at most `many` games in order of id, after the given one.
    pub async fn some_games(&self, after: Option<GameId>, many: u32) -> Result<Vec<GameId>, StoreError> {
        self.all(
            "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
            (after.unwrap_or(GameId(0)), many),
        )
        .await
    }
}

row!(|row| LiveGame {
    id,
    variant,
    white,
    black,
    guild,
    channel,
    stands: snapshot(row)?,
    away,
    closed,
    nudged: row.try_get("nudged_at")?,
    pace,
    level,
});

/// Reads the state of a game from its row.
pub(crate) fn snapshot(row: &SqlRow) -> Result<Snapshot, sqlx::Error> {
    let turn: &str = row.try_get("turn")?;
    Ok(Snapshot {
        rev: row.try_get("rev")?,
        position_rev: row.try_get("position_rev")?,
        ply: row.try_get("ply")?,
        turn: side(turn).ok_or_else(|| unreadable(format!("the side to move {turn:?} of a game")))?,
        to_move: row.try_get("to_move")?,
        fen: row.try_get("fen")?,
        state: row.try_get("state")?,
        ending: row.try_get("ending")?,
        moved_at: row.try_get("moved_at")?,
        deadline: row.try_get("deadline")?,
        remind_at: row.try_get("remind_at")?,
    })
}

/// Parses a stored side.
pub(crate) fn side(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.slug() == word)
}

row!(|row| PlayedOfGame {
    variant,
    finished: row.try_get::<u64>("finished")?.try_into().unwrap_or(u32::MAX),
});
