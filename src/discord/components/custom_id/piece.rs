//! A piece of a game, a lesson or a puzzle, as ids carry it.

use super::{GameRev, Payload};
use crate::rules::Square;

/// How a piece in the hand is written, here and in menus.
pub const HAND: &str = "hand";

/// A piece of a game, a lesson or a puzzle, as it stood when it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceThen<T = GameRev> {
    /// The game, lesson or puzzle, and how it stood.
    pub now: T,
    /// Where the piece stands; `None`: in the hand.
    pub from: Option<Square>,
}

impl<T: Payload> Payload for PieceThen<T> {
    fn write(&self) -> String {
        let from = self.from.map_or_else(|| HAND.to_owned(), |from| from.to_string());
        format!("{}:{from}", self.now.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (now, from) = text.rsplit_once(':')?;
        let from = if from == HAND { None } else { Some(from.parse().ok()?) };
        Some(Self { now: T::parse(now)?, from })
    }
}
