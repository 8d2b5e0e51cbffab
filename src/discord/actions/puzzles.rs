//! Actions on the card of a puzzle.
//!
//! Carried out in `features/puzzles.rs`.

use crate::app::{PuzzleStand, PuzzleWish};
use crate::discord::actions::{Payload, PieceThen, actions};
use crate::games;

actions! {
    /// An action on a puzzle.
    PuzzleAction {
        /// Shows the moves of the chosen piece.
        "puzzle-piece" => Piece(PuzzleStand): Reads ForOne,
        /// Plays the chosen move of this piece.
        "puzzle-to" => To(PieceThen<PuzzleStand>): ForOne,
        /// Plays the move that promotes a pawn to the chosen piece.
        "puzzle-as" => As(PieceThen<PuzzleStand>): ForOne,
        /// Opens the form to type a move.
        "puzzle-type" => Type(PuzzleStand): Reads ForOne Form,
        /// Shows the piece to move.
        "puzzle-hint" => Hint(PuzzleStand): ForOne,
        /// Shows the move to play.
        "puzzle-move" => Move(PuzzleStand): ForOne,
        /// Shows the solution.
        "puzzle-solution" => Solution(PuzzleStand): ForOne,
        /// Shows a puzzle from its beginning, or the puzzle of the day.
        "puzzle-again" => Again(PuzzleStand): Reads ForOne,
        /// Shows a puzzle that the person has not solved.
        "puzzle" => Unsolved(PuzzleWish): Reads ForOne,
        /// Shows another puzzle, in place of this one.
        "puzzle-next" => Next(PuzzleStand): Reads ForOne,
    }
}

/// Example payloads: `any:hard`, `chess:any`.
impl Payload for PuzzleWish {
    fn write(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Example payload: `chess:4000000000:2:any:hard`; `2h` once the piece to move has been shown.
impl Payload for PuzzleStand {
    fn write(&self) -> String {
        let hinted = if self.hinted { "h" } else { "" };
        format!("{}:{}:{}{hinted}:{}", self.game.slug(), self.puzzle, self.plies, self.wish.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let [game, puzzle, plies, wish] = text.splitn(4, ':').collect::<Vec<_>>()[..] else { return None };
        let (plies, hinted) = plies.strip_suffix('h').map_or((plies, false), |plies| (plies, true));
        Some(Self {
            game: games::from_slug(game)?,
            puzzle: puzzle.parse().ok()?,
            plies: plies.parse().ok()?,
            hinted,
            wish: PuzzleWish::parse(wish)?,
        })
    }
}
