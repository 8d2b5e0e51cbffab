//! Boards that are no longer the newest of their game, until their buttons are taken off. A trigger notes each in the transaction that notes the
//! one after it.

use super::boards::{SEATS_END, TOKEN_LIFE};
use crate::db::sql::{SqlRow, query};
use crate::types::RetiredBoard;
use crate::{Store, StoreError, WriteError, number, retry_write, signed};
use game::{AnswerToken, ChannelId, GameId, InteractionId, MessageId, Millis, Rev};

/// An answer that was to show an event of a game, of which no message is known, and after which a later board was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnnotedAnswer {
    /// The interaction.
    pub interaction: InteractionId,
    /// Its token.
    pub token: AnswerToken,
    /// The game.
    pub game: GameId,
    /// The event.
    pub rev: Rev,
    /// The newest board of the game.
    pub newest: MessageId,
}

impl Store {
    /// At most `most` old boards that are known since `before` or longer, and whose time has come, those first that are oldest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn old_boards(
        &self,
        (now, before): (Millis, Millis),
        most: u32,
    ) -> Result<Vec<RetiredBoard>, StoreError> {
        let rows = query(
            "SELECT message, channel, CASE WHEN at > $3 THEN token END AS token FROM old_boards
             WHERE at <= $2 AND again <= $1 AND (channel >= $4 OR (token IS NOT NULL AND at > $3)) ORDER BY at LIMIT $5",
        )
        .bind(now.0)
        .bind(before.0)
        .bind(now.0 - TOKEN_LIFE)
        .bind(SEATS_END)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        let read = |row: &SqlRow| {
            let token: Option<String> = row.try_get("token")?;
            Ok(RetiredBoard {
                channel: ChannelId(number(row, "channel")?),
                message: MessageId(number(row, "message")?),
                token: token.map(AnswerToken),
            })
        };
        rows.iter().map(read).collect()
    }

    /// These messages have no buttons any more, or cannot lose them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn boards_retired(&self, messages: &[MessageId]) -> Result<(), WriteError> {
        retry_write!(self.try_boards_retired(messages))
    }

    async fn try_boards_retired(&self, messages: &[MessageId]) -> Result<(), WriteError> {
        // Where it is undone it is done once more, which changes nothing.
        let mut tx = self.begin_unsynced().await?;
        for message in messages {
            query("DELETE FROM old_boards WHERE message = $1")
                .bind(signed(message.0))
                .execute(&mut *tx)
                .await?;
        }
        Ok(tx.commit().await?)
    }

    /// An old board cannot be changed now, and is not tried again before then.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_off_board(&self, message: MessageId, again: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_put_off_board(message, again))
    }

    async fn try_put_off_board(&self, message: MessageId, again: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin_unsynced().await?;
        query("UPDATE old_boards SET again = $2 WHERE message = $1")
            .bind(signed(message.0))
            .bind(again.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// At most `most` answers from before this moment that were to show a board which was never noted, while a later one of the same game
    /// was: if they arrived, their buttons are out of date. An offer that stands is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unnoted_answers(
        &self,
        (now, before): (Millis, Millis),
        most: u32,
    ) -> Result<Vec<UnnotedAnswer>, StoreError> {
        let rows = query(
            "SELECT i.id, i.token, i.game, i.rev, g.board_message FROM interactions i CROSS JOIN games g
             WHERE g.id = i.game AND i.token IS NOT NULL AND +i.at > $1 AND +i.at <= $2 AND g.board_message IS NOT NULL
                 AND i.id IS DISTINCT FROM g.board_interaction AND (i.rev < g.shown OR (i.rev = g.shown AND g.state = 'live'))
                 AND EXISTS (SELECT 1 FROM events e WHERE e.game = i.game AND e.seq = i.rev
                     AND e.kind IN ('begun', 'move', 'takeback', 'ended'))
             LIMIT $3",
        )
        .bind(now.0 - TOKEN_LIFE)
        .bind(before.0)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        let read = |row: &SqlRow| {
            Ok(UnnotedAnswer {
                interaction: InteractionId(number(row, "id")?),
                token: AnswerToken(row.try_get("token")?),
                game: GameId(row.try_get("game")?),
                rev: Rev(row.try_get("rev")?),
                newest: MessageId(number(row, "board_message")?),
            })
        };
        rows.iter().map(read).collect()
    }

    /// What an interaction has made is of no more use, so its token is not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wipe_token(&self, interaction: InteractionId) -> Result<(), WriteError> {
        retry_write!(self.try_wipe_token(interaction))
    }

    async fn try_wipe_token(&self, interaction: InteractionId) -> Result<(), WriteError> {
        let mut tx = self.begin_unsynced().await?;
        query("UPDATE interactions SET token = NULL WHERE id = $1")
            .bind(signed(interaction.0))
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}
