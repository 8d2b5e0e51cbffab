//! What the menus and buttons of puzzles carry.

use super::Payload;
use crate::app::{Grade, PuzzleStand, PuzzleWish};
use crate::rules::Variant;

/// Stands for any game or any difficulty.
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
