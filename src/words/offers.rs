//! Offers that are no longer open.

use super::{Naming, Words, args};
use crate::app::ClosedOffer;
use crate::game::{Ask, Fate};

impl Words {
    /// What the message of an offer says once it is no longer open.
    pub fn closed_offer(&self, closed: &ClosedOffer, naming: Naming<'_>) -> String {
        let key = match (closed.offer.ask, closed.offer.fate) {
            (Ask::Draw, Fate::Accepted) => "offer-draw-accepted",
            (Ask::Draw, Fate::Declined) => "offer-draw-declined",
            (Ask::Draw, Fate::PlayedOn) => "offer-draw-played-on",
            (Ask::Draw, Fate::Withdrawn) => "offer-draw-withdrawn",
            (Ask::Draw, Fate::TakenBack) => "offer-draw-taken-back",
            (Ask::Draw, Fate::Over | Fate::EndedSo) => "offer-draw-over",
            (Ask::Takeback, Fate::Accepted | Fate::TakenBack) => "offer-takeback-accepted",
            (Ask::Takeback, Fate::Declined) => "offer-takeback-declined",
            (Ask::Takeback, Fate::PlayedOn) => "offer-takeback-played-on",
            (Ask::Takeback, Fate::Withdrawn) => "offer-takeback-withdrawn",
            (Ask::Takeback, Fate::Over | Fate::EndedSo) => "offer-takeback-over",
            (Ask::Abort, Fate::Accepted) => "offer-abort-accepted",
            (Ask::Abort, Fate::Declined) => "offer-abort-declined",
            (Ask::Abort, Fate::PlayedOn) => "offer-abort-played-on",
            (Ask::Abort, Fate::Withdrawn) => "offer-abort-withdrawn",
            (Ask::Abort, Fate::TakenBack) => "offer-abort-taken-back",
            (Ask::Abort, Fate::EndedSo) => "offer-abort-ended-so",
            (Ask::Abort, Fate::Over) => "offer-abort-over",
        };
        let player = |side| self.side_with(side, closed.players[side], naming);
        let side = closed.offer.by;
        self.say(key, &args! { "side" => player(side), "other" => player(side.other()) })
    }
}
