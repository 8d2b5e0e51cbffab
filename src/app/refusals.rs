//! Why the engine's word is refused, or moves that somebody tries.

use crate::rules::{Position, ReadError, Variant};

/// Why moves are not tried.
#[derive(Clone, Debug)]
pub enum NotTried {
    /// Two people play the game, and it is not over.
    GoesOn,
    /// The exercise is not done.
    NotDone,
    /// The game would be over there.
    Over,
    /// No more than this many are tried in a row.
    TooMany(usize),
    /// The text is no move there.
    Move(Box<Position>, ReadError),
}

/// Why the engine says nothing of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// It stands in a game that two people play.
    Stands,
    /// One of the positions of the game does.
    GameHas,
    /// It does, so the bot does not play from it.
    Begins,
    /// Whoever asks plays a game of this variant against somebody.
    Plays(Variant),
}
