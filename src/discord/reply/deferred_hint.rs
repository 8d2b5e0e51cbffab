//! A hint that is delivered once it is found.

use std::fmt;

use crate::app::HintAsked;
use crate::words::Words;

/// How much of a hint is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintStep {
    /// The piece, in a message of its own.
    Piece,
    /// The move, in place of the piece.
    Move,
}

/// A hint to search for, for one person.
#[derive(Clone)]
pub struct DeferredHint {
    /// The position.
    pub asked: HintAsked,
    /// How much of it is shown.
    pub step: HintStep,
    /// The language of the person who asked.
    pub words: &'static Words,
}

impl fmt::Debug for DeferredHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Advice({}, {:?})", self.asked.game, self.step)
    }
}
