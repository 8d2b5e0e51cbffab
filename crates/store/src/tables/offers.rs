//! Offers whose message still has buttons to answer them.
//!
//! The message of an offer is known from the offer on. Triggers on `events` mark it in whatever transaction may close it.

use super::boards::TOKEN_LIFE;
use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, GameId, MessageId, Millis, Rev};

/// An offer after which something has happened in its game, which may have closed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOffer {
    /// The game in which it was made.
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// When it was made.
    pub at: Millis,
    /// Its message, if known.
    pub message: Option<(ChannelId, MessageId)>,
    /// The last event of the game.
    pub due: Rev,
    /// When that event happened.
    pub touched: Millis,
    /// How often an update of its message was tried.
    pub tries: u32,
}

macro_rules! select_touched {
    ($rest:literal) => {
        concat!(
            "SELECT game, rev, channel, message, due, tries, ",
            "(SELECT at FROM events WHERE events.game = offers.game AND seq = offers.rev) AS at, ",
            "(SELECT at FROM events WHERE events.game = offers.game AND seq = offers.due) AS touched ",
            "FROM offers WHERE due IS NOT NULL AND again <= $1 ",
            $rest
        )
    };
}

impl Store {
    /// At most `most` offers after which something has happened and whose next try is due, the longest due first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn touched_offers(&self, now: Millis, most: u32) -> Result<Vec<StoredOffer>, StoreError> {
        let rows = query(select_touched!("ORDER BY again LIMIT $2"))
            .bind(now)
            .bind(most)
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(offer).collect()
    }

    /// The same for one game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn touched_offers_of(&self, game: GameId, now: Millis) -> Result<Vec<StoredOffer>, StoreError> {
        let rows = query(select_touched!("AND game = $2 ORDER BY rev"))
            .bind(now)
            .bind(game)
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(offer).collect()
    }

    /// The token of the interaction that made an offer, while it is valid; the offer's message is the answer to that interaction. An
    /// interaction that only showed a board of the same event came later, so the oldest one is taken.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token_of_offer(
        &self,
        offer: &StoredOffer,
        now: Millis,
    ) -> Result<Option<AnswerToken>, StoreError> {
        Ok(query(
            "SELECT token FROM interactions
             WHERE game = $1 AND rev = $2 AND token IS NOT NULL AND at = $3 AND at > $4 ORDER BY id LIMIT 1",
        )
        .bind(offer.game)
        .bind(offer.rev)
        .bind(offer.at)
        .bind(now.0 - TOKEN_LIFE)
        .scalar_optional(self.reader()?)
        .await?)
    }

    /// Notes the message of an offer, if it was not known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_offer(
        &self,
        game: GameId,
        rev: Rev,
        message: (ChannelId, MessageId),
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let (channel, message) = message;
            let mut tx = self.begin().await?;
            query(
            "UPDATE offers SET channel = $3, message = $4, again = 0 WHERE game = $1 AND rev = $2 AND message IS NULL",
        )
        .bind(game)
        .bind(rev)
        .bind(channel)
        .bind(message)
        .execute(&mut *tx)
        .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Claims the next try to update the message of an offer, if `offer.tries` is current. No other try is due before `again`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`]: another try was claimed meanwhile; or a failure.
    pub async fn take_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let noted = query(
                "UPDATE offers SET tries = tries + 1, again = $4 WHERE game = $1 AND rev = $2 AND tries = $3",
            )
            .bind(offer.game)
            .bind(offer.rev)
            .bind(offer.tries)
            .bind(again)
            .execute(&mut *tx)
            .await?;
            if noted == 0 {
                return Err(WriteError::Conflict);
            }
            Ok(tx.commit().await?)
        })
    }

    /// Puts off an offer whose message is not known yet: it is not looked at before `again`, unless its message becomes known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn await_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE offers SET again = $3 WHERE game = $1 AND rev = $2 AND message IS NULL")
                .bind(offer.game)
                .bind(offer.rev)
                .bind(again)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Notes that the offer is still open after the event `seen`. It is not looked at again before the next event.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offer_stands(&self, game: GameId, rev: Rev, seen: Rev) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE offers SET due = NULL WHERE game = $1 AND rev = $2 AND due <= $3")
                .bind(game)
                .bind(rev)
                .bind(seen)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Deletes an offer, because its message says what became of it or never will.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offer_told(&self, game: GameId, rev: Rev) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("DELETE FROM offers WHERE game = $1 AND rev = $2")
                .bind(game)
                .bind(rev)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }
}

fn offer(row: &SqlRow) -> Result<StoredOffer, StoreError> {
    let (channel, message): (Option<_>, Option<_>) = (row.try_get("channel")?, row.try_get("message")?);
    Ok(StoredOffer {
        game: row.try_get("game")?,
        rev: row.try_get("rev")?,
        at: row.try_get("at")?,
        message: channel.zip(message),
        due: row.try_get("due")?,
        touched: row.try_get("touched")?,
        tries: row.try_get("tries")?,
    })
}
