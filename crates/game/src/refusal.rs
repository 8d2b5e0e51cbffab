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
    /// The player has asked for this and has not moved since. It was answered or withdrawn.
    TooSoon(OfferKind),
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
    /// A player cannot withdraw what the opponent has asked.
    TheirAsk(OfferKind),
}
