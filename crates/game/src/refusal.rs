//! Why an intent is refused.

use super::{Ending, OfferKind};

use rules::ReadError;

/// The reason for a refusal.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The game is over.
    Over(Ending),
    /// The other player is to move.
    NotYourTurn,
    /// The user is not a player of this game.
    NotAPlayer,
    /// The text names no legal move.
    Move(ReadError),
    /// The button belongs to an older position.
    Stale,
    /// Like `Stale`, but the move is the last one that the user made.
    Played,
    /// The player's identical request is still unanswered.
    AskedAlready(OfferKind),
    /// The player's identical request was answered or withdrawn, and the player has not moved since.
    TooSoon(OfferKind),
    /// The player's last draw offer was declined too recently.
    DrawDeclined {
        /// The fullmove number of the player's own move after which they may offer again.
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
    /// A player cannot withdraw the opponent's request.
    TheirAsk(OfferKind),
}
