//! The channels in which servers have a puzzle each day, and up to which day they have had it.

use super::closed_channels::FIRST_PAUSE;
use crate::db::sql::{SqlRow, query};
use crate::write::Write;
use crate::{Store, StoreError, WriteError, number, retry_write, signed};
use game::{ChannelId, GuildId, Millis};

/// Until the next try where Discord may have taken the post: well before it forgets the nonce by which it makes no second one.
const PAUSE: i64 = 45_000;

/// A channel that has not had the puzzle of this day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDaily {
    /// The channel.
    pub channel: ChannelId,
    /// Its server.
    pub guild: GuildId,
    /// The slugs of the games that may be begun in the server; empty: all.
    pub games: Vec<String>,
    /// The language that the server has chosen, or its locale.
    pub locale: Option<String>,
}

impl Store {
    /// At most `most` channels that have not had the puzzle of this day, counted from 1970, but for those where nothing can be written
    /// just now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_dailies(&self, day: i64, now: Millis, most: u32) -> Result<Vec<DueDaily>, StoreError> {
        let rows = query(
            "SELECT channel, guild, games, coalesce(language, locale) AS locale
             FROM daily_puzzles LEFT JOIN servers ON servers.id = guild
             WHERE day < $1 AND again <= $2 ORDER BY day, guild LIMIT $3",
        )
        .bind(day)
        .bind(now.0)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(due).collect()
    }

    /// A channel has had the puzzle of this day, if it is still to have them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn daily_told(&self, channel: ChannelId, day: i64) -> Result<(), WriteError> {
        retry_write!(self.try_daily_told(channel, day))
    }

    async fn try_daily_told(&self, channel: ChannelId, day: i64) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "UPDATE daily_puzzles SET day = CASE WHEN day > $2 THEN day ELSE $2 END, code = NULL, tries = 0, again = 0
             WHERE channel = $1",
        )
        .bind(signed(channel.0))
        .bind(day)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    /// Nothing can be written in the channel, and the chat's code for why. Each time in a row the pause until the next try doubles,
    /// from 5 minutes to a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn close_daily(&self, channel: ChannelId, code: u32, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_close_daily(channel, code, now))
    }

    async fn try_close_daily(&self, channel: ChannelId, code: u32, now: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "UPDATE daily_puzzles SET code = $2, tries = tries + 1, again = $3 + CASE
                 WHEN tries < 20 AND $5 << CAST(tries AS INTEGER) < $4 THEN $5 << CAST(tries AS INTEGER) ELSE $4 END
             WHERE channel = $1",
        )
        .bind(signed(channel.0))
        .bind(code)
        .bind(now.0)
        .bind(Millis::DAY)
        .bind(FIRST_PAUSE)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    /// The channel has its puzzle after a short pause, and then as ever.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_off_daily(&self, channel: ChannelId, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_put_off_daily(channel, now))
    }

    async fn try_put_off_daily(&self, channel: ChannelId, now: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("UPDATE daily_puzzles SET again = $2 WHERE channel = $1")
            .bind(signed(channel.0))
            .bind(now.0 + PAUSE)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// The channel is gone: it has no puzzles any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_daily(&self, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self.try_forget_daily(channel))
    }

    async fn try_forget_daily(&self, channel: ChannelId) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("DELETE FROM daily_puzzles WHERE channel = $1")
            .bind(signed(channel.0))
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}

/// A server has its puzzles in this channel from now on, the first at once, or none.
pub(crate) async fn move_daily(
    tx: &mut Write,
    guild: GuildId,
    to: Option<ChannelId>,
) -> Result<(), WriteError> {
    query("DELETE FROM daily_puzzles WHERE guild = $1").bind(signed(guild.0)).execute(&mut **tx).await?;
    let Some(channel) = to else { return Ok(()) };
    query("INSERT INTO daily_puzzles (guild, channel) VALUES ($1, $2)")
        .bind(signed(guild.0))
        .bind(signed(channel.0))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn due(row: &SqlRow) -> Result<DueDaily, StoreError> {
    let games: Option<String> = row.try_get("games")?;
    Ok(DueDaily {
        channel: ChannelId(number(row, "channel")?),
        guild: GuildId(number(row, "guild")?),
        games: games.unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        locale: row.try_get("locale")?,
    })
}
