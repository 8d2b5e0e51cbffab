//! The card of a puzzle.
//!
//! Carried out in `features/puzzles.rs`.

use super::{Payload, PieceThen, actions};
use crate::app::{PuzzleStand, PuzzleWish};
use crate::games;

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

/// `any:hard`, `chess:any`
impl Payload for PuzzleWish {
    fn write(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
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
            game: games::from_slug(game)?,
            puzzle: puzzle.parse().ok()?,
            plies: plies.parse().ok()?,
            wish: PuzzleWish::parse(wish)?,
        })
    }
}
