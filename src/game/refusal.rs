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
    /// One has asked already and has not moved since.
    TooSoon(Ask),
    /// What the button answers is no longer asked.
    NothingAsked(Ask),
    /// One cannot answer what one has asked.
    OwnAsk(Ask),
}
