//! The reasons for refusing engine evaluation, or moves on a trial board.

use crate::rules::{Position, ReadError, Variant};

/// The reason why moves are not tried.
#[derive(Clone, Debug)]
pub enum NotTried {
    /// The game is between two people and is not over.
    GoesOn,
    /// The exercise is not completed.
    NotDone,
    /// The game would be over there.
    Over,
    /// The limit of moves in a row is reached.
    TooMany(usize),
    /// The text is not a legal move there.
    Move(Box<Position>, ReadError),
}

/// The reason why the engine does not evaluate a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// It occurs in a live game between two people.
    Stands,
    /// One of the game's positions occurs in such a game.
    GameHas,
    /// It occurs in such a game, so the bot does not play from it.
    Begins,
    /// The caller plays a game of this variant against another user.
    Plays(Variant),
}
