//! The steps of a game's lesson. The steps themselves are written in the game's own file.

use crate::board::square::{Square, SquareSet};

/// A step of a lesson: a position, and what the side to move is asked to do there.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The name of the step among those of its game; its texts are found by it.
    pub name: String,
    /// The position as an extended FEN; the learner is to move.
    pub fen: String,
    /// What the learner is asked to do.
    pub aim: LessonAim,
    /// In how many moves of the learner's own.
    pub within: u8,
    /// A way to do it: the learner's moves alternating with the replies, in canonical text.
    pub solution: Vec<String>,
}

/// What a step asks for. Squares are separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAim {
    /// Take the pieces on all these squares in one move.
    Take(String),
    /// Win the game.
    Win,
    /// Freeze or brake the enemies on all these squares.
    Hold(String),
    /// Give check.
    Check,
    /// Put a piece from the hand on the board.
    Drop,
    /// Promote a piece, usually a pawn.
    Promote,
    /// Bring a piece of this letter to one of these squares.
    Reach(char, String),
}

impl LessonStep {
    /// A step that asks for as many moves as its solution has.
    pub fn new(name: String, fen: String, aim: LessonAim, solution: Vec<String>) -> Self {
        // Each of the learner's moves but the last has a reply.
        let within = solution.len().div_ceil(2) as u8;
        Self { name, fen, aim, within, solution }
    }
}

impl LessonAim {
    /// The squares that the aim names.
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::Take(names) | Self::Hold(names) | Self::Reach(_, names) => {
                names.split_whitespace().filter_map(|name| name.parse::<Square>().ok()).collect()
            }
            Self::Win | Self::Check | Self::Drop | Self::Promote => SquareSet::EMPTY,
        }
    }
}
