//! What the menus and buttons of puzzles carry.

use super::{Payload, PieceThen};
use crate::app::{Grade, PuzzleStand, PuzzleWish};
use crate::rules::{Square, Variant};

/// A piece of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlePieceThen {
    /// How far it is.
    pub now: PuzzleStand,
    /// Where the piece stands; none: in the hand.
    pub from: Option<Square>,
}

/// What is written where any game or any difficulty will do.
const ANY: &str = "any";

/// `any:hard`, `chess:any`
impl Payload for PuzzleWish {
    fn write(&self) -> String {
        format!("{}:{}", self.game.map_or(ANY, Variant::slug), self.grade.map_or(ANY, Grade::slug))
    }

    fn parse(text: &str) -> Option<Self> {
        let (game, grade) = text.split_once(':')?;
        let game = if game == ANY { None } else { Some(Variant::from_slug(game)?) };
        let grade = if grade == ANY { None } else { Some(Grade::from_slug(grade)?) };
        Some(Self { game, grade })
    }
}

/// `chess:4000000000:2:any:hard`
impl Payload for PuzzleStand {
    fn write(&self) -> String {
        format!("{}:{}:{}:{}", self.game.slug(), self.puzzle, self.plies, self.wish.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let [game, puzzle, plies, wish] = text.splitn(4, ':').collect::<Vec<_>>()[..] else { return None };
        Some(Self {
            game: Variant::from_slug(game)?,
            puzzle: puzzle.parse().ok()?,
            plies: plies.parse().ok()?,
            wish: PuzzleWish::parse(wish)?,
        })
    }
}

impl Payload for PuzzlePieceThen {
    fn write(&self) -> String {
        let from = self.from.map_or_else(|| PieceThen::HAND.to_owned(), |from| from.to_string());
        format!("{}:{from}", self.now.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (now, from) = text.rsplit_once(':')?;
        let from = if from == PieceThen::HAND { None } else { Some(from.parse().ok()?) };
        Some(Self { now: PuzzleStand::parse(now)?, from })
    }
}
