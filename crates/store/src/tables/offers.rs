//! The messages of offers, which have buttons until they show the offer's outcome.
//!
//! Triggers on `events` create an outbox entry for the message (`outbox.rs`) with the offer, and make it due
//! with any event that may have closed the offer.

use super::boards::TOKEN_LIFE;
use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, GameId, MessageId, Millis, Rev};

impl Store {
    /// Returns the token of the interaction that made an offer, while valid. The offer's message is the
    /// response to it.
    ///
    /// An interaction that only showed a board of the same event came later, so the oldest one is taken.
    pub async fn token_of_offer(
        &self,
        game: GameId,
        rev: Rev,
        now: Millis,
    ) -> Result<Option<AnswerToken>, StoreError> {
        self.first(
            "SELECT token FROM interactions
             WHERE game = $1 AND rev = $2 AND token IS NOT NULL AND at > $3
                 AND at = (SELECT events.at FROM events WHERE events.game = $1 AND seq = $2)
             ORDER BY id LIMIT 1",
            (game, rev, now.0 - TOKEN_LIFE),
        )
        .await
    }

    /// Records the message of an offer, unless it is known.
    pub async fn note_offer(
        &self,
        game: GameId,
        rev: Rev,
        message: (ChannelId, MessageId),
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let (channel, message) = message;
            let mut tx = self.begin_on(Isolation::Rows).await?;
            tx.execute(
                "UPDATE outbox SET channel = $3, message = $4, version = version + 1, due = CASE WHEN due IS NOT NULL THEN 0 END
                 WHERE kind = $5 AND subject = $1 AND part = $2 AND message IS NULL",
                (game, rev, channel, message, OwedKind::Offer),
            )
            .await?;
            Ok(tx.commit().await?)
        })
    }
}
