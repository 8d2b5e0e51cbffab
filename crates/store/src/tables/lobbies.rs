//! The lists of open challenges that servers keep. Triggers in the schema mark a list as stale in every transaction that changes a
//! challenge. This module finds stale lists, and notes when they are up to date again.

use super::challenges::challenge;
use super::closed_channels::FIRST_PAUSE;
use super::limits::CHALLENGE_LASTS;
use crate::db::sql::{SqlRow, query};
use crate::types::StoredChallenge;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, GuildId, MessageId, Millis};

/// A list that is out of date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleLobby {
    /// The channel where the list is kept.
    pub channel: ChannelId,
    /// The server whose challenges it lists.
    pub guild: GuildId,
    /// The message with the list, if there is one.
    pub message: Option<MessageId>,
    /// The number of the last change that the list must show.
    pub due: i64,
    /// Whether the list is no longer kept, which its message is to say.
    pub retired: bool,
    /// The language chosen by the server, or else its locale.
    pub locale: Option<String>,
}

impl Store {
    /// At most `most` lists that are out of date. Lists that cannot be written now are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn stale_lobbies(&self, now: Millis, most: u32) -> Result<Vec<StaleLobby>, StoreError> {
        let rows = query(
            "SELECT channel, guild, message, due, retired,
                 (SELECT coalesce(language, locale) FROM servers WHERE servers.id = guild) AS locale
             FROM lobbies WHERE due <> shown AND again <= $1 ORDER BY again LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(stale).collect()
    }

    /// The challenges of a server that anybody may accept and whose message is known, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open_challenges(
        &self,
        guild: GuildId,
        now: Millis,
        most: u32,
    ) -> Result<Vec<StoredChallenge>, StoreError> {
        let rows = query(
            "SELECT * FROM challenges
             WHERE guild = $1 AND opponent IS NULL AND message IS NOT NULL AND created_at >= $2
             ORDER BY id DESC LIMIT $3",
        )
        .bind(guild)
        .bind(now.0 - CHALLENGE_LASTS)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(challenge).collect()
    }

    /// Notes that the message shows the list as of the change `due`. The list is not looked at again before `again`, if given. False:
    /// the list is no longer kept there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lobby_shown(
        &self,
        (channel, message): (ChannelId, MessageId),
        due: i64,
        again: Option<Millis>,
    ) -> Result<bool, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let noted = query(
            "UPDATE lobbies SET message = $2, shown = $3, code = NULL, tries = 0, again = $4 WHERE channel = $1",
        )
        .bind(channel)
        .bind(message)
        .bind(due)
        .bind(again.map_or(0, |again| again.0))
        .execute(&mut *tx)
        .await?;
            tx.commit().await?;
            Ok(noted > 0)
        })
    }

    /// Notes that nothing can be posted in the channel of a list, with Discord's error code. Each time in a row the pause until the next
    /// try doubles, from 5 minutes to a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn close_lobby(&self, channel: ChannelId, code: u32, now: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query(
            "UPDATE lobbies SET code = $2, tries = tries + 1, again = $3 + CASE
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

    /// Deletes the list of a channel, because its message says that it is no longer kept, or cannot be edited.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_lobby(&self, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("DELETE FROM lobbies WHERE channel = $1").bind(channel).execute(&mut *tx).await?;
            Ok(tx.commit().await?)
        })
    }
}

fn stale(row: &SqlRow) -> Result<StaleLobby, StoreError> {
    Ok(StaleLobby {
        channel: row.try_get("channel")?,
        guild: row.try_get("guild")?,
        message: row.try_get("message")?,
        due: row.try_get("due")?,
        retired: row.try_get("retired")?,
        locale: row.try_get("locale")?,
    })
}
