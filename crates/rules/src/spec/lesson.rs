//! The steps of a game's lesson. The steps themselves are defined in the game's own file.

use crate::board::square::{Square, SquareSet};

/// A step of a lesson: a position and a task for the side to move.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The name of the step, unique in its game; the key of its texts.
    pub name: String,
    /// The position as an extended FEN; the learner is to move.
    pub fen: String,
    /// The learner's task.
    pub aim: LessonAim,
    /// The number of learner's moves allowed.
    pub within: u8,
    /// A solution: the learner's moves alternating with the replies, in canonical text.
    pub solution: Vec<String>,
}

/// The task of a step. Squares are separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAim {
    /// Capture the pieces on all these squares in one move.
    Take(String),
    /// Win the game.
    Win,
    /// Freeze or brake the enemies on all these squares.
    Hold(String),
    /// Give check.
    Check,
    /// Drop a piece from the hand.
    Drop,
    /// Promote a piece, usually a pawn.
    Promote,
    /// Move a piece of this letter to one of these squares.
    Reach(char, String),
}

impl LessonStep {
    /// Creates a step that allows as many moves as its solution has.
    pub fn new(name: String, fen: String, aim: LessonAim, solution: Vec<String>) -> Self {
        // Every move of the learner except the last has a reply.
        let within = solution.len().div_ceil(2) as u8;
        Self { name, fen, aim, within, solution }
    }
}

impl LessonAim {
    /// Returns the squares named by the task.
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::Take(names) | Self::Hold(names) | Self::Reach(_, names) => {
                names.split_whitespace().filter_map(|name| name.parse::<Square>().ok()).collect()
            }
            Self::Win | Self::Check | Self::Drop | Self::Promote => SquareSet::EMPTY,
        }
    }
}
