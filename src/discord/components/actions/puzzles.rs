//! The card of a puzzle.

use super::{Payload, PieceThen, actions};
use crate::app::{Grade, PuzzleStand, PuzzleWish};
use crate::rules::Variant;

actions! {
    /// What is done with a puzzle.
    PuzzleAction {
        /// See what the chosen piece can do.
        "puzzle-piece" => Piece(PuzzleStand): Reads ForOne,
        /// Play the chosen move of this piece.
        "puzzle-to" => To(PieceThen<PuzzleStand>): ForOne,
        /// Play the move that makes a pawn the chosen piece.
        "puzzle-as" => As(PieceThen<PuzzleStand>): ForOne,
        /// Type a move.
        "puzzle-type" => Type(PuzzleStand): Reads ForOne Form,
        /// See which piece is to move.
        "puzzle-hint" => Hint(PuzzleStand): ForOne,
        /// See which move it is to play.
        "puzzle-move" => Move(PuzzleStand): ForOne,
        /// See the solution.
        "puzzle-solution" => Solution(PuzzleStand): ForOne,
        /// See a puzzle from its beginning, or the puzzle of the day.
        "puzzle-again" => Again(PuzzleStand): Reads ForOne,
        /// See a puzzle that one has not solved.
        "puzzle" => Unsolved(PuzzleWish): Reads ForOne,
        /// See another puzzle instead of this one.
        "puzzle-next" => Next(PuzzleStand): Reads ForOne,
    }
}

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
