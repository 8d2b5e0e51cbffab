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
    /// The text names no legal move.
    Move(ReadError),
    /// The button belongs to an older position.
    Stale,
    /// The same, but the move is the last one that the person made.
    Played,
    /// The player has already asked for this and waits for the answer.
    AskedAlready(OfferKind),
    /// The player has asked for `asked` and has not moved since. The new request is for something else if that is still open,
    /// and for the same if it was answered.
    TooSoon {
        /// What was asked for before.
        asked: OfferKind,
        /// Whether that still waits for an answer.
        open: bool,
    },
    /// The player was declined a draw too recently to offer another one.
    DrawDeclined {
        /// The player may offer one after their own move of this number.
        after: u32,
    },
    /// The request that the button answers is no longer open.
    NothingAsked(OfferKind),
    /// The player has made no move.
    NothingToTakeBack,
    /// The bot, which is the opponent, does not agree to a draw.
    EnginePlaysOn,
    /// A player cannot answer their own request.
    OwnAsk(OfferKind),
}
