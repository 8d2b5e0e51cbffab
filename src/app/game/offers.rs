//! Messages that ask for an answer: known until they say what became of the offer, however it was settled.

use crate::app::view::MessageRef;
use crate::app::{App, AppResult};
use crate::game::{AnswerToken, GameId, Millis, Rev, SettledOffer, UserId};
use crate::rules::ByColor;
use crate::store::{StoredOffer, WriteError};

/// So often the message of an offer is to be changed at most; the pauses between make that about a day.
const TRIES: u32 = 12;
/// The first pause; each is twice the one before, up to the longest.
const PAUSE: i64 = Millis::HOUR / 120;
const LONGEST_PAUSE: i64 = 6 * Millis::HOUR;
/// So long after the last event of its game a message that is not known yet will never be: who answers an offer tells which it is.
const POSTED_WITHIN: i64 = Millis::HOUR / 4;

/// An offer that is no longer open: its message is to say so, without buttons. Then tell [`App::offer_told`].
#[derive(Clone, Debug)]
pub struct ClosedOffer {
    /// Its game.
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// What became of it.
    pub offer: SettledOffer,
    /// Who plays which side; none: a former player.
    pub players: ByColor<Option<UserId>>,
    /// Its message, if it is known.
    pub message: Option<MessageRef>,
    /// The token of the interaction whose answer it is, while that is good.
    pub token: Option<AnswerToken>,
    /// The locale that was last seen there.
    pub locale: Option<String>,
}

impl App {
    /// The message of an offer, as the chat made it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn offer_posted(&self, game: GameId, rev: Rev, at: MessageRef) -> AppResult<()> {
        Ok(self.store.note_offer(game, rev, (at.channel, at.message)).await?)
    }

    /// Of the offers whose time has come, at most `most` of which are looked at, those that are no longer open. Each is to be
    /// told of now; it comes again only after a pause, and a few times.
    ///
    /// # Errors
    /// Only faults.
    pub async fn closed_offers(&self, now: Millis, most: u32) -> AppResult<Vec<ClosedOffer>> {
        let touched = self.store.touched_offers(now, most).await?;
        self.closed_of(touched, now).await
    }

    /// The same for one game.
    ///
    /// # Errors
    /// Only faults.
    pub async fn closed_offers_of(&self, game: GameId, now: Millis) -> AppResult<Vec<ClosedOffer>> {
        let touched = self.store.touched_offers_of(game, now).await?;
        self.closed_of(touched, now).await
    }

    /// The message of an offer says what became of it, or cannot be made to.
    ///
    /// # Errors
    /// Only faults.
    pub async fn offer_told(&self, game: GameId, rev: Rev) -> AppResult<()> {
        Ok(self.store.offer_told(game, rev).await?)
    }

    async fn closed_of(&self, touched: Vec<StoredOffer>, now: Millis) -> AppResult<Vec<ClosedOffer>> {
        let mut closed = Vec::new();
        for offer in touched {
            match self.closed_offer(&offer, now).await {
                Ok(found) => closed.extend(found),
                Err(error) => {
                    // One game that cannot be read holds up no other; where nothing can be written either, all wait.
                    tracing::error!(%error, game = %offer.game, "an offer was not looked at");
                    self.take_up(&offer, now).await?;
                }
            }
        }
        Ok(closed)
    }

    async fn closed_offer(&self, kept: &StoredOffer, now: Millis) -> AppResult<Option<ClosedOffer>> {
        let Some(row) = self.store.game(kept.game).await? else { return Ok(None) };
        let Some(offer) = SettledOffer::in_log(&row.log, kept.rev) else {
            self.store.offer_stands(kept.game, kept.rev, row.stands.rev).await?;
            return Ok(None);
        };
        let token = self.store.token_of_offer(kept, now).await?;
        let lost = kept.message.is_none() && token.is_none();
        if lost && now.since(kept.touched) < POSTED_WITHIN {
            // It is on its way.
            self.store.await_offer(kept, Millis(kept.touched.0 + POSTED_WITHIN)).await?;
            return Ok(None);
        }
        if lost || kept.tries >= TRIES {
            self.store.offer_told(kept.game, kept.rev).await?;
            return Ok(None);
        }
        if !self.take_up(kept, now).await? {
            return Ok(None);
        }
        Ok(Some(ClosedOffer {
            game: kept.game,
            rev: kept.rev,
            offer,
            players: ByColor { white: row.white, black: row.black },
            message: kept.message.map(|(channel, message)| MessageRef { channel, message }),
            token,
            locale: row.locales.game,
        }))
    }

    /// Counts a try, after which there is a pause; false: somebody else tells of the offer.
    async fn take_up(&self, offer: &StoredOffer, now: Millis) -> AppResult<bool> {
        match self.store.take_offer(offer, Millis(now.0 + pause(offer.tries))).await {
            Err(WriteError::Conflict) => Ok(false),
            other => Ok(other.map(|()| true)?),
        }
    }
}

/// How long after the try with this number, counted from 0, there is none.
fn pause(tries: u32) -> i64 {
    (PAUSE << tries.min(TRIES)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_make_about_a_day() {
        let all: i64 = (0..TRIES).map(pause).sum();
        assert_eq!((pause(0), pause(TRIES)), (PAUSE, LONGEST_PAUSE));
        assert!((12 * Millis::HOUR..36 * Millis::HOUR).contains(&all), "{all} ms");
    }
}
