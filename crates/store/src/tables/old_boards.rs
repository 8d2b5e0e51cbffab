//! Boards that are no longer the newest of their game. A trigger owes the removal of their buttons (`outbox.rs`) in the transaction that
//! notes the next board.

use super::boards::TOKEN_LIFE;
use super::owed_kinds::OwedKind;
use crate::db::sql::row;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, GameId, InteractionId, MessageId, Millis, Rev};

/// An answer more recent than this is in the hands of the task that gives it; older ones were left behind.
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
    /// Deletes old boards, because these messages have no buttons any more or cannot lose them. One that was owed again meanwhile stays.
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

    /// Owes the removal of the buttons of a message that is out of date, once more if it is on its way already.
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

    /// Owes a look for boards of a game that nobody noted and that show this event or an earlier one, once whoever may have sent one has had the
    /// time to note it after all. A trigger owes it where a later event follows.
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

    /// The first board of a game is about to mention its players for a moment. Owes its usual text, in case that is not taken back.
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

    /// That was taken back.
    pub async fn settle_first_board(&self, game: GameId) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute("DELETE FROM outbox WHERE kind = $2 AND subject = $1", (game, OwedKind::FirstBoard))
                .await?;
        })
    }

    /// A board of this event was noted after all, so it is looked for no more.
    pub async fn forget_unnoted_board(&self, game: GameId, rev: Rev) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "DELETE FROM outbox WHERE kind = $3 AND subject = $1 AND part = $2",
                (game, rev, OwedKind::UnnotedBoard),
            )
            .await?;
        })
    }

    /// At most `most` answers that no task has in hand any more and that were to show a board which was never noted, although a later
    /// board of the game was. If they arrived, their buttons are stale. The answer of an open offer is not among them.
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
