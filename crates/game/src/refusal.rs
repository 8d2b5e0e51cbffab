//! Why an intent is refused.

use super::{Ending, OfferKind};

use rules::ReadError;

/// Why nothing happened.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The game is over.
    Over(Ending),
    /// The other player is to move.
    NotYourTurn,
    /// The person does not play here.
    NotAPlayer,
    /// The text names no move that may be played.
    Move(ReadError),
    /// A button of an older board.
    Stale,
    /// The same, and the move that it would play is the last one that the person has made.
    Played,
    /// One has asked already and waits for the answer.
    AskedAlready(OfferKind),
    /// One has asked for this already and has not moved since; or waits for the answer to it and asks for something else.
    TooSoon {
        /// For what.
        asked: OfferKind,
        /// It still waits for an answer.
        open: bool,
    },
    /// One was declined a draw too short a time ago to offer another one.
    DrawDeclined {
        /// After one's own move of this number one may.
        after: u32,
    },
    /// What the button answers is no longer asked.
    NothingAsked(OfferKind),
    /// No move of one's own has been played.
    NothingToTakeBack,
    /// The bot, which is the opponent, does not agree to a draw.
    EnginePlaysOn,
    /// One cannot answer what one has asked.
    OwnAsk(OfferKind),
}
