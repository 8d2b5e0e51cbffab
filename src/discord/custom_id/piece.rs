//! A piece of a game, as menus carry it.

use super::{Moment, Payload};
use crate::rules::Square;

/// A piece of a game as it stood then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceThen {
    /// The game, and how it stood.
    pub now: Moment,
    /// Where the piece stands; none: in the hand.
    pub from: Option<Square>,
}

impl PieceThen {
    /// What is written for a piece in the hand, here and in menus.
    pub const HAND: &str = "hand";
}

impl Payload for PieceThen {
    fn write(&self) -> String {
        let from = self.from.map_or_else(|| Self::HAND.to_owned(), |from| from.to_string());
        format!("{}:{from}", self.now.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (now, from) = text.rsplit_once(':')?;
        let from = if from == Self::HAND { None } else { Some(from.parse().ok()?) };
        Some(Self { now: Moment::parse(now)?, from })
    }
}
