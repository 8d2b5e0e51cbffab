//! Places that no longer exist for the bot: servers that it was removed from, and deleted channels. Games
//! there end after a while.

use super::owed_kinds::OwedKind;
use crate::db::sql::{FromRow, SqlRow, row};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, Color, GameId, Millis, Rev, TournamentId, UserId};

/// Discord's error code for a channel that does not exist ("Unknown Channel").
const NO_CHANNEL: u32 = 10_003;

/// A game that ended because its place no longer exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostGame {
    /// The variant's slug.
    pub variant: String,
    /// White's player; `None` for a former player.
    pub white: Option<UserId>,
    /// Black's player; `None` for a former player.
    pub black: Option<UserId>,
    /// How it ended.
    pub ending: String,
    /// When it ended.
    pub at: Millis,
}

/// The use of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadUse {
    /// The locale last seen in its game, or else that of its challenge.
    pub locale: Option<String>,
    /// Discord's error code, if the bot cannot post there.
    pub closed: Option<u32>,
}

/// The bit of a side in `left_told` and `unwatched`.
pub(crate) fn side_bit(side: Color) -> i64 {
    match side {
        Color::White => 1,
        Color::Black => 2,
    }
}

/// Returns the sides of these bits.
pub(crate) fn sides(bits: i64) -> Vec<Color> {
    Color::BOTH.into_iter().filter(|side| bits & side_bit(*side) != 0).collect()
}

impl Store {
    /// Returns a person's games that ended with their place since this time, latest first and at most `most`,
    /// and their total number.
    pub async fn lost_games(
        &self,
        user: UserId,
        since: Millis,
        most: u32,
    ) -> Result<(Vec<LostGame>, u32), StoreError> {
        // The endings are written as in the partial indexes of these games; otherwise SQLite would not use
        // those.
        let games: Vec<(LostGame, u32)> = self
            .all(
                "SELECT variant, white, black, ending, due_at, count(*) OVER () AS in_all FROM games
             WHERE (white = $1 OR black = $1) AND ending IN ('channel deleted', 'removed') AND due_at >= $2
             ORDER BY due_at DESC, id DESC LIMIT $3",
                (user, since, most),
            )
            .await?;
        let in_all = games.first().map_or(0, |(_, in_all)| *in_all);
        Ok((games.into_iter().map(|(game, _)| game).collect(), in_all))
    }

    /// Returns at most `most` live games in servers that the bot left at or before this time.
    ///
    /// Games that began more than a day after the apparent removal are excluded, because they show that the
    /// bot is there.
    pub async fn live_in_left(&self, by: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        self.all(
            "SELECT id FROM left_servers l CROSS JOIN games
             WHERE games.guild = l.guild AND state = 'live' AND l.at <= $1 AND games.created_at < l.at + $3 LIMIT $2",
            (by, most, Millis::DAY),
        )
        .await
    }

    /// Returns at most `most` live games in channels that have not existed since this time, according to
    /// Discord.
    pub async fn live_in_none(&self, since: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        self.all(
            "SELECT id FROM closed_channels c CROSS JOIN games
             WHERE games.channel = c.channel AND state = 'live' AND c.code = $1 AND c.since <= $2 LIMIT $3",
            (NO_CHANNEL, since, most),
        )
        .await
    }

    /// Returns the open and running tournaments in servers that the bot left at or before `left`, by the rule
    /// of [`Store::live_in_left`], or in channels that have not existed since `none`, according to Discord.
    pub async fn tournaments_in_gone(
        &self,
        left: Millis,
        none: Millis,
    ) -> Result<Vec<TournamentId>, StoreError> {
        self.all(
            "SELECT t.id FROM left_servers l CROSS JOIN tournaments t
             WHERE t.guild = l.guild AND t.state IN ('open', 'running') AND l.at <= $1 AND t.created_at < l.at + $4
             UNION SELECT t.id FROM closed_channels c CROSS JOIN tournaments t
             WHERE t.channel = c.channel AND t.state IN ('open', 'running') AND c.code = $3 AND c.since <= $2",
            (left, none, NO_CHANNEL, Millis::DAY),
        )
        .await
    }

    /// Whether it must still be announced that this side's player has left the server. False once that is
    /// recorded, or in another `position`.
    pub async fn left_untold(&self, id: GameId, position: Rev, side: Color) -> Result<bool, StoreError> {
        self.exists(
            "SELECT 1 FROM games WHERE id = $1 AND position_rev = $2 AND left_told & $3 = 0 AND state = 'live'",
            (id, position, side_bit(side)),
        )
        .await
    }

    /// Records the announcement that this side's player has left the server.
    pub async fn note_left_told(&self, id: GameId, side: Color) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE games SET left_told = left_told | $2 WHERE id = $1 AND state = 'live'",
                (id, side_bit(side)),
            )
            .await?;
        })
    }

    /// Returns at most `most` closed channels with tournaments, live games or, where Discord did not respond,
    /// open challenges that are due for a retry, longest due first.
    ///
    /// Channels with a pending board are excluded, because delivering it is such a retry; so are channels of
    /// servers that the bot has left, or that are unavailable.
    pub async fn closed_to_look_at(&self, now: Millis, most: u32) -> Result<Vec<ChannelId>, StoreError> {
        self.all(
            "SELECT c.channel, c.again FROM closed_channels c CROSS JOIN games
             WHERE games.channel = c.channel AND state = 'live' AND c.again <= $1 AND c.code NOT IN (0, 3)
                 AND NOT EXISTS (SELECT 1 FROM outbox WHERE kind = $3 AND subject = games.id)
             UNION SELECT c.channel, c.again FROM closed_channels c CROSS JOIN tournaments t
             WHERE t.channel = c.channel AND t.state IN ('open', 'running') AND c.again <= $1 AND c.code NOT IN (0, 3)
             UNION SELECT c.channel, c.again FROM closed_channels c CROSS JOIN challenges o
             WHERE o.channel = c.channel AND c.again <= $1 AND c.code = 2
             ORDER BY again LIMIT $2",
            (now, most, OwedKind::Board),
        )
        .await
    }

    /// Returns the use of a thread, if it has a live game or an open challenge.
    pub async fn thread_use(&self, thread: ChannelId) -> Result<Option<ThreadUse>, StoreError> {
        self.first(
            "SELECT locale, (SELECT code FROM closed_channels c WHERE c.channel = $1) AS code
                 FROM games WHERE channel = $1 AND state = 'live'
             UNION ALL SELECT locale, NULL FROM challenges WHERE channel = $1 LIMIT 1",
            thread,
        )
        .await
    }
}

impl FromRow for (LostGame, u32) {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
        let in_all = row.try_get("in_all")?;
        Ok((LostGame::from_row(row)?, in_all))
    }
}

row!(|row| LostGame { variant, white, black, ending, at: row.try_get("due_at")? });

row!(|row| ThreadUse { locale, closed: row.try_get("code")? });
