//! Messages that ask for an answer: tracked until they say what became of the offer, however it was closed.

use crate::app::view::MessageRef;
use crate::app::{App, AppResult};
use crate::game::{AnswerToken, GameId, Millis, Rev, SettledOffer, UserId};
use crate::rules::ByColor;
use crate::store::{StoredOffer, WriteError};

/// How many times an edit of an offer's message is tried at most; the pauses between make that about a day.
const TRIES: u32 = 12;
/// The first pause, in milliseconds; each is twice the one before, up to the longest.
const PAUSE: i64 = Millis::HOUR / 120;
const LONGEST_PAUSE: i64 = 6 * Millis::HOUR;
/// A message that is still unknown this long after the last event of its game never will be known: answering an offer reveals it.
const POSTED_WITHIN: i64 = Millis::HOUR / 4;

/// An offer that is no longer open: its message should say so, without buttons. Then call `Store::offer_told`.
#[derive(Clone, Debug)]
pub struct ClosedOffer {
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// What became of it.
    pub offer: SettledOffer,
    /// Who plays which side; `None`: a former player.
    pub players: ByColor<Option<UserId>>,
    /// Its message, if it is known.
    pub message: Option<MessageRef>,
    /// The token of the interaction whose response it is, while that is valid.
    pub token: Option<AnswerToken>,
    /// The locale last seen there.
    pub locale: Option<String>,
}

impl App {
    /// Looks at no more than `most` of the offers that are due, and returns those that are no longer open. Each is to be announced
    /// now; it is returned again only after a pause, and a few times.
    pub async fn closed_offers(&self, now: Millis, most: u32) -> AppResult<Vec<ClosedOffer>> {
        let touched = self.store.touched_offers(now, most).await?;
        self.closed_of(touched, now).await
    }

    /// The same for one game.
    pub async fn closed_offers_of(&self, game: GameId, now: Millis) -> AppResult<Vec<ClosedOffer>> {
        let touched = self.store.touched_offers_of(game, now).await?;
        self.closed_of(touched, now).await
    }

    async fn closed_of(&self, touched: Vec<StoredOffer>, now: Millis) -> AppResult<Vec<ClosedOffer>> {
        let mut closed = Vec::new();
        for offer in touched {
            match self.closed_offer(&offer, now).await {
                Ok(found) => closed.extend(found),
                Err(error) => {
                    // One game that cannot be read does not hold up the others; where nothing can be written either, all wait.
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
            // Its message is on its way.
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

    /// Counts a try, which starts a pause; false: another process announces the offer.
    async fn take_up(&self, offer: &StoredOffer, now: Millis) -> AppResult<bool> {
        match self.store.take_offer(offer, Millis(now.0 + pause(offer.tries))).await {
            Err(WriteError::Conflict) => Ok(false),
            other => Ok(other.map(|()| true)?),
        }
    }
}

/// The pause after the try with this number, counted from 0.
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
