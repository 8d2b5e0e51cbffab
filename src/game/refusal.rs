//! Why an intent is refused.

use super::{Ask, Ending};

use crate::rules::ReadError;

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
    /// One has asked already and waits for the answer.
    AskedAlready(Ask),
    /// One has asked for this already and has not moved since.
    TooSoon {
        /// For what.
        asked: Ask,
        /// It still waits for an answer.
        open: bool,
    },
    /// What the button answers is no longer asked.
    NothingAsked(Ask),
    /// No move of one's own has been played.
    NothingToTakeBack,
    /// The bot, which is the opponent, does not agree to a draw.
    EnginePlaysOn,
    /// One cannot answer what one has asked.
    OwnAsk(Ask),
}
