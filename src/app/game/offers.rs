//! Offer messages: they ask for an answer until the offer is closed, and then show its outcome.

use crate::app::{App, AppResult};
use crate::game::{AnswerToken, GameId, Millis, Rev, SettledOffer, UserId};
use crate::rules::ByColor;

/// A closed offer whose message is to show the outcome, without buttons.
#[derive(Clone, Debug)]
pub struct ClosedOffer {
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// Its outcome.
    pub offer: SettledOffer,
    /// Who plays which side; `None`: a former player.
    pub players: ByColor<Option<UserId>>,
    /// The token of the interaction whose response shows the offer, while valid.
    pub token: Option<AnswerToken>,
    /// The locale last seen there.
    pub locale: Option<String>,
}

impl App {
    /// An offer's outcome; `None`: it is still open, or the game is gone.
    pub async fn closed_offer(&self, game: GameId, rev: Rev, now: Millis) -> AppResult<Option<ClosedOffer>> {
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        let Some(offer) = SettledOffer::in_log(&row.log, rev) else { return Ok(None) };
        Ok(Some(ClosedOffer {
            game,
            rev,
            offer,
            players: ByColor { white: row.white, black: row.black },
            token: self.store.token_of_offer(game, rev, now).await?,
            locale: row.locales.game,
        }))
    }
}
