//! What the messages of offers are to say, which ask for an answer until the offer is closed in whatever way.

use crate::app::{App, AppResult};
use crate::game::{AnswerToken, GameId, Millis, Rev, SettledOffer, UserId};
use crate::rules::ByColor;

/// An offer whose message is to say what became of it, without buttons.
#[derive(Clone, Debug)]
pub struct ClosedOffer {
    pub game: GameId,
    /// The event that made it.
    pub rev: Rev,
    /// What became of it.
    pub offer: SettledOffer,
    /// Who plays which side; `None`: a former player.
    pub players: ByColor<Option<UserId>>,
    /// The token of the interaction whose response it is, while that is valid.
    pub token: Option<AnswerToken>,
    /// The locale last seen there.
    pub locale: Option<String>,
}

impl App {
    /// What became of an offer; `None`: it is still open, or the game is gone.
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
