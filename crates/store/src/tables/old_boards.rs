//! Boards that are no longer the newest of their game, kept until their buttons are removed. A trigger adds each one in the transaction
//! that notes the next board.

use super::boards::{TOKEN_LIFE, USER_INSTALLS_END};
use crate::db::sql::{SqlRow, query};
use crate::types::RetiredBoard;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, GameId, InteractionId, MessageId, Millis, Rev};

/// A board that became old more recently than this is in the hands of the task that replaced it; older ones were left behind.
const IN_HAND: i64 = 15_000;

/// An answer that was to show an event of a game. Its message is not known, and a later board was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnnotedAnswer {
    /// The interaction that it answers.
    pub interaction: InteractionId,
    /// The interaction's token.
    pub token: AnswerToken,
    /// The game whose board it shows.
    pub game: GameId,
    /// The event that it was to show.
    pub rev: Rev,
    /// The newest board of the game.
    pub newest: MessageId,
}

impl Store {
    /// At most `most` old boards that no task has in hand any more and whose next try is due, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn old_boards(&self, now: Millis, most: u32) -> Result<Vec<RetiredBoard>, StoreError> {
        let rows = query(
            "SELECT message, channel, CASE WHEN at > $3 THEN token END AS token FROM old_boards
             WHERE at <= $2 AND again <= $1 AND (channel >= $4 OR (token IS NOT NULL AND at > $3)) ORDER BY at LIMIT $5",
        )
        .bind(now)
        .bind(now.0 - IN_HAND)
        .bind(now.0 - TOKEN_LIFE)
        .bind(USER_INSTALLS_END)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        let read = |row: &SqlRow| {
            Ok(RetiredBoard {
                channel: row.try_get("channel")?,
                message: row.try_get("message")?,
                token: row.try_get("token")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Deletes old boards, because these messages have no buttons any more or cannot lose them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn boards_retired(&self, messages: &[MessageId]) -> Result<(), WriteError> {
        retry_write!(self, {
            // If a power failure undoes this, it is simply done again.
            let mut tx = self.begin_unsynced().await?;
            for message in messages {
                query("DELETE FROM old_boards WHERE message = $1").bind(*message).execute(&mut *tx).await?;
            }
            Ok(tx.commit().await?)
        })
    }

    /// Puts off an old board for an hour, as its channel is closed now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_off_board(&self, message: MessageId, now: Millis) -> Result<(), WriteError> {
        let again = Millis(now.0 + Millis::HOUR);
        retry_write!(self, {
            let mut tx = self.begin_unsynced().await?;
            query("UPDATE old_boards SET again = $2 WHERE message = $1")
                .bind(message)
                .bind(again)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// At most `most` answers that no task has in hand any more and that were to show a board which was never noted, although a later
    /// board of the game was. If they arrived, their buttons are stale. The answer of an open offer is not among them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unnoted_answers(&self, now: Millis, most: u32) -> Result<Vec<UnnotedAnswer>, StoreError> {
        let rows = query(
            "SELECT i.id, i.token, i.game, i.rev, g.board_message FROM interactions i CROSS JOIN games g
             WHERE g.id = i.game AND i.token IS NOT NULL AND +i.at > $1 AND +i.at <= $2 AND g.board_message IS NOT NULL
                 AND i.id IS DISTINCT FROM g.board_interaction AND (i.rev < g.shown OR (i.rev = g.shown AND g.state = 'live'))
                 AND EXISTS (SELECT 1 FROM events e WHERE e.game = i.game AND e.seq = i.rev
                     AND e.kind IN ('begun', 'move', 'takeback', 'ended'))
             LIMIT $3",
        )
        .bind(now.0 - TOKEN_LIFE)
        .bind(now.0 - IN_HAND)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        let read = |row: &SqlRow| {
            Ok(UnnotedAnswer {
                interaction: row.try_get("id")?,
                token: row.try_get("token")?,
                game: row.try_get("game")?,
                rev: row.try_get("rev")?,
                newest: row.try_get("board_message")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Wipes the token of an interaction, because the message made with it needs no more edits.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wipe_token(&self, interaction: InteractionId) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_unsynced().await?;
            query("UPDATE interactions SET token = NULL WHERE id = $1")
                .bind(interaction)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }
}
