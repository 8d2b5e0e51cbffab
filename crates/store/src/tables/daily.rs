//! The channels in which servers get a daily puzzle, and the last day on which they got one.

use super::closed_channels::FIRST_PAUSE;
use crate::db::sql::{SqlRow, query};
use crate::write::Write;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, GuildId, Millis};

/// The pause in milliseconds before the next try if Discord may have accepted the post: well before Discord forgets the nonce that
/// prevents a second post.
const PAUSE: i64 = 45_000;

/// A channel that has not had the puzzle of this day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDaily {
    /// The channel where the puzzle is to be posted.
    pub channel: ChannelId,
    /// The server that the channel is in.
    pub guild: GuildId,
    /// The slugs of the games allowed in the server; empty for all.
    pub games: Vec<String>,
    /// The language chosen by the server, or else its locale.
    pub locale: Option<String>,
}

impl Store {
    /// At most `most` channels that have not had the puzzle of this day, counted from 1970. Channels where nothing can be posted now are
    /// left out.
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
        .bind(now)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(due).collect()
    }

    /// Notes that a channel has had the puzzle of this day, if it still gets them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn daily_told(&self, channel: ChannelId, day: i64) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query(
            "UPDATE daily_puzzles SET day = CASE WHEN day > $2 THEN day ELSE $2 END, code = NULL, tries = 0, again = 0
             WHERE channel = $1",
        )
        .bind(channel)
        .bind(day)
        .execute(&mut *tx)
        .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Notes that nothing can be posted in the channel, with Discord's error code. Each time in a row the pause until the next try doubles,
    /// from 5 minutes to a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn close_daily(&self, channel: ChannelId, code: u32, now: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query(
            "UPDATE daily_puzzles SET code = $2, tries = tries + 1, again = $3 + CASE
                 WHEN tries < 20 AND $5 << CAST(tries AS INTEGER) < $4 THEN $5 << CAST(tries AS INTEGER) ELSE $4 END
             WHERE channel = $1",
        )
        .bind(channel)
        .bind(code)
        .bind(now)
        .bind(Millis::DAY)
        .bind(FIRST_PAUSE)
        .execute(&mut *tx)
        .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Puts the channel's puzzle off by a short pause.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_off_daily(&self, channel: ChannelId, now: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE daily_puzzles SET again = $2 WHERE channel = $1")
                .bind(channel)
                .bind(now.0 + PAUSE)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Deletes the channel, because it is gone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_daily(&self, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("DELETE FROM daily_puzzles WHERE channel = $1").bind(channel).execute(&mut *tx).await?;
            Ok(tx.commit().await?)
        })
    }
}

/// Moves a server's daily puzzle to this channel, where the first is due at once, or ends it.
pub(crate) async fn move_daily(
    tx: &mut Write,
    guild: GuildId,
    to: Option<ChannelId>,
) -> Result<(), WriteError> {
    query("DELETE FROM daily_puzzles WHERE guild = $1").bind(guild).execute(&mut **tx).await?;
    let Some(channel) = to else { return Ok(()) };
    query("INSERT INTO daily_puzzles (guild, channel) VALUES ($1, $2)")
        .bind(guild)
        .bind(channel)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn due(row: &SqlRow) -> Result<DueDaily, StoreError> {
    let games: Option<String> = row.try_get("games")?;
    Ok(DueDaily {
        channel: row.try_get("channel")?,
        guild: row.try_get("guild")?,
        games: games.unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        locale: row.try_get("locale")?,
    })
}
