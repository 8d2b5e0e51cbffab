//! Offers whose message still has buttons to answer it with.

use super::boards::TOKEN_LIFE;
use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, WriteError, maybe_number, retry_write, signed};
use game::{AnswerToken, ChannelId, GameId, MessageId, Millis, Rev};

/// An offer that something has happened after; it may be settled by that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOffer {
    /// Its game.
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// When that was.
    pub at: Millis,
    /// Its message, if it is known.
    pub message: Option<(ChannelId, MessageId)>,
    /// The last event of the game.
    pub due: Rev,
    /// When that was.
    pub touched: Millis,
    /// How often its message was to be changed.
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
    /// At most `most` offers that something has happened after and whose time has come, those first that have waited longest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn touched_offers(&self, now: Millis, most: u32) -> Result<Vec<StoredOffer>, StoreError> {
        let rows = query(select_touched!("ORDER BY again LIMIT $2"))
            .bind(now.0)
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
            .bind(now.0)
            .bind(game.0)
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(offer).collect()
    }

    /// The token of the interaction that made an offer, whose answer its message is, while it is good. A board of the same event
    /// that somebody has asked for came later.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token_of_offer(
        &self,
        offer: &StoredOffer,
        now: Millis,
    ) -> Result<Option<AnswerToken>, StoreError> {
        let token: Option<String> = query(
            "SELECT token FROM interactions
             WHERE game = $1 AND rev = $2 AND token IS NOT NULL AND at = $3 AND at > $4 ORDER BY id LIMIT 1",
        )
        .bind(offer.game.0)
        .bind(offer.rev.0)
        .bind(offer.at.0)
        .bind(now.0 - TOKEN_LIFE)
        .scalar_optional(self.reader()?)
        .await?;
        Ok(token.map(AnswerToken))
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
        retry_write!(self.try_note_offer(game, rev, message))
    }

    async fn try_note_offer(
        &self,
        game: GameId,
        rev: Rev,
        (channel, message): (ChannelId, MessageId),
    ) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "UPDATE offers SET channel = $3, message = $4, again = 0 WHERE game = $1 AND rev = $2 AND message IS NULL",
        )
        .bind(game.0)
        .bind(rev.0)
        .bind(signed(channel.0))
        .bind(signed(message.0))
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    /// The message of an offer is about to be changed, not for the first time after so many `tries`; it is not tried again
    /// before then.
    ///
    /// # Errors
    /// [`WriteError::Conflict`]: somebody else is about to, or has; or a failure.
    pub async fn take_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_take_offer(offer, again))
    }

    async fn try_take_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        let noted = query(
            "UPDATE offers SET tries = tries + 1, again = $4 WHERE game = $1 AND rev = $2 AND tries = $3",
        )
        .bind(offer.game.0)
        .bind(offer.rev.0)
        .bind(offer.tries)
        .bind(again.0)
        .execute(&mut *tx)
        .await?;
        if noted == 0 {
            return Err(WriteError::Conflict);
        }
        Ok(tx.commit().await?)
    }

    /// The message of an offer is not known yet: unless it becomes known, the offer is not looked at again before then.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn await_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        retry_write!(self.try_await_offer(offer, again))
    }

    async fn try_await_offer(&self, offer: &StoredOffer, again: Millis) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("UPDATE offers SET again = $3 WHERE game = $1 AND rev = $2 AND message IS NULL")
            .bind(offer.game.0)
            .bind(offer.rev.0)
            .bind(again.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// The offer is open after this event still: there is nothing to look at before the next one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offer_stands(&self, game: GameId, rev: Rev, seen: Rev) -> Result<(), WriteError> {
        retry_write!(self.try_offer_stands(game, rev, seen))
    }

    async fn try_offer_stands(&self, game: GameId, rev: Rev, seen: Rev) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("UPDATE offers SET due = NULL WHERE game = $1 AND rev = $2 AND due <= $3")
            .bind(game.0)
            .bind(rev.0)
            .bind(seen.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// The message of an offer says what became of it, or never will: nothing more of it is kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offer_told(&self, game: GameId, rev: Rev) -> Result<(), WriteError> {
        retry_write!(self.try_offer_told(game, rev))
    }

    async fn try_offer_told(&self, game: GameId, rev: Rev) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("DELETE FROM offers WHERE game = $1 AND rev = $2")
            .bind(game.0)
            .bind(rev.0)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}

fn offer(row: &SqlRow) -> Result<StoredOffer, StoreError> {
    let (channel, message) = (maybe_number(row, "channel")?, maybe_number(row, "message")?);
    Ok(StoredOffer {
        game: GameId(row.try_get("game")?),
        rev: Rev(row.try_get("rev")?),
        at: Millis(row.try_get("at")?),
        message: channel.zip(message).map(|(channel, message)| (ChannelId(channel), MessageId(message))),
        due: Rev(row.try_get("due")?),
        touched: Millis(row.try_get("touched")?),
        tries: row.try_get("tries")?,
    })
}
