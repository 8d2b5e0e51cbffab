//! The lists of open challenges of servers: their channels and messages. Triggers in the schema queue an
//! update of a list in every transaction that changes a challenge (`outbox.rs`).

use super::limits::CHALLENGE_LASTS;
use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::db::sql::row;
use crate::types::StoredChallenge;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChannelId, GuildId, MessageId, Millis};

/// A list of open challenges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyRow {
    /// The channel of the list.
    pub channel: ChannelId,
    /// The server whose challenges it lists.
    pub guild: GuildId,
    /// The message with the list, if there is one.
    pub message: Option<MessageId>,
    /// Whether the list has ended, which its message must show.
    pub retired: bool,
    /// The language chosen by the server, or else its locale.
    pub locale: Option<String>,
}

impl Store {
    /// Returns the list in a channel.
    pub async fn lobby(&self, channel: ChannelId) -> Result<Option<LobbyRow>, StoreError> {
        self.first(
            "SELECT channel, guild, message, retired,
                 (SELECT coalesce(language, locale) FROM servers WHERE servers.id = guild) AS locale
             FROM lobbies WHERE channel = $1",
            channel,
        )
        .await
    }

    /// Returns a server's open challenges to any opponent whose message is known, newest first.
    pub async fn open_challenges(
        &self,
        guild: GuildId,
        now: Millis,
        most: u32,
    ) -> Result<Vec<StoredChallenge>, StoreError> {
        self.all(
            "SELECT * FROM challenges
             WHERE guild = $1 AND opponent IS NULL AND message IS NOT NULL AND created_at >= $2
             ORDER BY id DESC LIMIT $3",
            (guild, now.0 - CHALLENGE_LASTS, most),
        )
        .await
    }

    /// Records that this message shows the list as of a version of its outbox entry. A retired list is
    /// deleted with it.
    pub async fn lobby_shown(
        &self,
        channel: ChannelId,
        message: MessageId,
        version: i64,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "DELETE FROM lobbies WHERE channel = $1 AND message = $2 AND retired = 1 AND EXISTS
                     (SELECT 1 FROM outbox WHERE kind = $4 AND subject = $1 AND part = 0 AND version = $3)",
                (channel, message, version, OwedKind::Lobby),
            )
            .await?;
            tx.execute("UPDATE lobbies SET message = $2 WHERE channel = $1", (channel, message)).await?;
        })
    }

    /// Records that the message of a list was deleted. Returns that message.
    pub async fn lobby_gone(&self, channel: ChannelId) -> Result<Option<MessageId>, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            let gone: Option<Option<MessageId>> =
                tx.first("SELECT message FROM lobbies WHERE channel = $1", channel).await?;
            tx.execute("UPDATE lobbies SET message = NULL WHERE channel = $1", channel).await?;
            gone.flatten()
        })
    }

    /// Deletes the list of a channel, because its message shows that it has ended, or cannot be edited.
    pub async fn forget_lobby(&self, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute("DELETE FROM lobbies WHERE channel = $1", channel).await?;
        })
    }
}

row!(|row| LobbyRow { channel, guild, message, retired, locale });
