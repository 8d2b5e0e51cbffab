//! Boards that are no longer the newest of their game. A trigger queues the removal of their buttons
//! (`outbox.rs`) in the transaction that records the next board.

use super::boards::TOKEN_LIFE;
use super::owed_kinds::OwedKind;
use crate::db::sql::row;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, GameId, InteractionId, MessageId, Millis, Rev};

/// A more recent response is still being handled by its task; older ones were abandoned.
const IN_HAND: i64 = 15_000;

/// A response that should show an event of a game. Its message is unknown, and a later board has been
/// recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnnotedAnswer {
    /// The interaction that it responds to.
    pub interaction: InteractionId,
    /// The interaction's token.
    pub token: AnswerToken,
    /// The game whose board it shows.
    pub game: GameId,
    /// The event that it should show.
    pub rev: Rev,
    /// The newest board of the game.
    pub newest: MessageId,
}

impl Store {
    /// Deletes old boards, because these messages have lost their buttons or cannot lose them. An entry that
    /// was queued again meanwhile stays.
    pub async fn boards_retired(&self, messages: &[MessageId]) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            // If a power failure undoes this, it is simply done again.
            for message in messages {
                tx.execute(
                    "DELETE FROM outbox WHERE kind = $2 AND subject = $1 AND part = 0 AND version = 1",
                    (*message, OwedKind::OldBoard),
                )
                .await?;
            }
        })
    }

    /// Queues the removal of the buttons of an outdated message, again if it is already in progress.
    pub async fn owe_old_board(
        &self,
        (channel, message): (ChannelId, MessageId),
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "INSERT INTO outbox (kind, subject, channel, message, urgency, since, due)
                 VALUES ($4, $2, $1, $2, $5, $3, $3)
                 ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, due = excluded.due",
                (channel, message, now, OwedKind::OldBoard.owed()),
            )
            .await?;
        })
    }

    /// Queues a search for unrecorded boards of a game that show this event or an earlier one, after a delay
    /// in which they may still be recorded. A trigger does so if a later event follows.
    pub async fn owe_unnoted_board(
        &self,
        (game, rev): (GameId, Rev),
        channel: ChannelId,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "INSERT INTO outbox (kind, subject, part, channel, urgency, since, due)
                 VALUES ($5, $1, $2, $3, $6, $4, $4 + 30000) ON CONFLICT DO NOTHING",
                (game, rev, channel, now, OwedKind::UnnotedBoard.owed()),
            )
            .await?;
        })
    }

    /// Queues the usual text of a game's first board, which is about to mention its players for a moment, in
    /// case that is never undone.
    pub async fn owe_first_board(
        &self,
        game: GameId,
        (channel, message): (ChannelId, MessageId),
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "INSERT INTO outbox (kind, subject, channel, message, urgency, since, due)
                 VALUES ($5, $1, $2, $3, $6, $4, $4 + 30000)
                 ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1, message = excluded.message, due = excluded.due",
                (game, channel, message, now, OwedKind::FirstBoard.owed()),
            )
            .await?;
        })
    }

    /// Records that the mention was undone.
    pub async fn settle_first_board(&self, game: GameId) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute("DELETE FROM outbox WHERE kind = $2 AND subject = $1", (game, OwedKind::FirstBoard))
                .await?;
        })
    }

    /// Cancels the search for a board of this event, because it was recorded.
    pub async fn forget_unnoted_board(&self, game: GameId, rev: Rev) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "DELETE FROM outbox WHERE kind = $3 AND subject = $1 AND part = $2",
                (game, rev, OwedKind::UnnotedBoard),
            )
            .await?;
        })
    }

    /// Returns at most `most` abandoned responses that should show a board which was never recorded, although
    /// a later board of the game was.
    ///
    /// If they arrived, their buttons are stale. Responses with an open offer are excluded.
    pub async fn unnoted_answers(&self, now: Millis, most: u32) -> Result<Vec<UnnotedAnswer>, StoreError> {
        self.all(
            "SELECT i.id, i.token, i.game, i.rev, g.board_message FROM interactions i CROSS JOIN games g
             WHERE g.id = i.game AND i.token IS NOT NULL AND +i.at > $1 AND +i.at <= $2 AND g.board_message IS NOT NULL
                 AND i.id IS DISTINCT FROM g.board_interaction AND (i.rev < g.shown OR (i.rev = g.shown AND g.state = 'live'))
                 AND EXISTS (SELECT 1 FROM events e WHERE e.game = i.game AND e.seq = i.rev
                     AND e.kind IN ('begun', 'move', 'takeback', 'ended'))
             LIMIT $3",
            (now.0 - TOKEN_LIFE, now.0 - IN_HAND, most),
        )
        .await
    }

    /// Wipes the token of an interaction, because the message made with it needs no more edits.
    pub async fn wipe_token(&self, interaction: InteractionId) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute("UPDATE interactions SET token = NULL WHERE id = $1", interaction).await?;
        })
    }
}

row!(|row| UnnotedAnswer {
    interaction: row.try_get("id")?,
    token,
    game,
    rev,
    newest: row.try_get("board_message")?,
});
