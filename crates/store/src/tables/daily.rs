//! The channels in which servers get a daily puzzle. The outbox has the time of the next one.

use crate::db::sql::row;
use crate::write::Write;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, GuildId};

/// A channel that gets a daily puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyRow {
    /// The channel.
    pub channel: ChannelId,
    /// The slugs of the games allowed in the server; empty for all.
    pub games: Vec<String>,
    /// The language chosen by the server, or else its locale.
    pub locale: Option<String>,
}

impl Store {
    /// Returns the channel in which a server gets its daily puzzle.
    pub async fn daily(&self, guild: GuildId) -> Result<Option<DailyRow>, StoreError> {
        self.first(
            "SELECT channel, games, coalesce(language, locale) AS locale
             FROM daily_puzzles LEFT JOIN servers ON servers.id = guild WHERE guild = $1",
            guild,
        )
        .await
    }

    /// Deletes a daily puzzle's channel, because it no longer exists.
    pub async fn forget_daily(&self, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM daily_puzzles WHERE channel = $1", channel).await?;
        })
    }
}

/// Moves a server's daily puzzle to this channel, where the first is due at once, or ends it.
pub(crate) async fn move_daily(
    tx: &mut Write,
    guild: GuildId,
    to: Option<ChannelId>,
) -> Result<(), WriteError> {
    tx.execute("DELETE FROM daily_puzzles WHERE guild = $1", guild).await?;
    let Some(channel) = to else { return Ok(()) };
    tx.execute("INSERT INTO daily_puzzles (guild, channel) VALUES ($1, $2)", (guild, channel)).await?;
    Ok(())
}

row!(|row| DailyRow { channel, games: row.words("games")?, locale });
