//! Closed offers.

use crate::app::ClosedOffer;
use crate::game::{OfferKind, OfferOutcome};
use crate::words::args;
use crate::words::{Naming, Words};

impl Words {
    /// The text of an offer's message once it is no longer open.
    pub fn closed_offer(&self, closed: &ClosedOffer, naming: Naming<'_>) -> String {
        let key = match (closed.offer.ask, closed.offer.outcome) {
            (OfferKind::Draw, OfferOutcome::Accepted) => "offer-draw-accepted",
            (OfferKind::Draw, OfferOutcome::Declined) => "offer-draw-declined",
            (OfferKind::Draw, OfferOutcome::PlayedOn) => "offer-draw-played-on",
            (OfferKind::Draw, OfferOutcome::Withdrawn) => "offer-draw-withdrawn",
            (OfferKind::Draw, OfferOutcome::TakenBack) => "offer-draw-taken-back",
            (OfferKind::Draw, OfferOutcome::Over | OfferOutcome::EndedSo) => "offer-draw-over",
            (OfferKind::Takeback, OfferOutcome::Accepted | OfferOutcome::TakenBack) => {
                "offer-takeback-accepted"
            }
            (OfferKind::Takeback, OfferOutcome::Declined) => "offer-takeback-declined",
            (OfferKind::Takeback, OfferOutcome::PlayedOn) => "offer-takeback-played-on",
            (OfferKind::Takeback, OfferOutcome::Withdrawn) => "offer-takeback-withdrawn",
            (OfferKind::Takeback, OfferOutcome::Over | OfferOutcome::EndedSo) => "offer-takeback-over",
            (OfferKind::Abort, OfferOutcome::Accepted) => "offer-abort-accepted",
            (OfferKind::Abort, OfferOutcome::Declined) => "offer-abort-declined",
            (OfferKind::Abort, OfferOutcome::PlayedOn) => "offer-abort-played-on",
            (OfferKind::Abort, OfferOutcome::Withdrawn) => "offer-abort-withdrawn",
            (OfferKind::Abort, OfferOutcome::TakenBack) => "offer-abort-taken-back",
            (OfferKind::Abort, OfferOutcome::EndedSo) => "offer-abort-ended-so",
            (OfferKind::Abort, OfferOutcome::Over) => "offer-abort-over",
        };
        let player = |side| self.side_with(side, closed.players[side], naming);
        let side = closed.offer.by;
        self.say(key, &args! { "side" => player(side), "other" => player(side.other()) })
    }
}
