//! How a feature refuses an action, and the reasons for refusing engine evaluation, or moves on a trial board.

use std::fmt;
use std::sync::Arc;

use super::error::{AppError, Rejection, RejectionKind};
use crate::rules::{Position, ReadError, Variant};

/// The reason why a feature refuses an action: an enum of that feature, which alone knows its variants.
pub trait FeatureRefusal: fmt::Debug + Send + Sync + 'static {
    /// Returns its kind, by which it is also counted.
    fn kind(&self) -> RejectionKind;
    /// Returns the id of its message, in the feature's Fluent file.
    fn message(&self) -> &'static str;
    /// Returns the numbers that the message names.
    fn numbers(&self) -> Vec<(&'static str, u32)> {
        Vec::new()
    }
}

impl<R: FeatureRefusal> From<R> for Rejection {
    fn from(why: R) -> Self {
        Self::Feature(Arc::new(why))
    }
}

impl<R: FeatureRefusal> From<R> for AppError {
    fn from(why: R) -> Self {
        Rejection::from(why).into()
    }
}

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
