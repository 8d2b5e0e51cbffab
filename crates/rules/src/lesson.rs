//! What a lesson of a game is made of: its steps, which stand beside the game.

use super::square::{Square, SquareSet};

/// A step of a lesson: a position, and what the side to move is asked to do there.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// By which its sentences are known, among the steps of its game.
    pub name: &'static str,
    /// The position as an extended FEN; the learner is to move.
    pub fen: &'static str,
    /// What is asked.
    pub aim: LessonAim,
    /// Within how many moves of one's own.
    pub within: u8,
    /// A way to do it: the learner's moves and the replies to them in turn, in canonical text.
    pub solution: &'static [&'static str],
}

/// What a step asks for. Squares are written one after another, with spaces between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonAim {
    /// Take the pieces on all these squares in one move.
    Take(&'static str),
    /// Win the game.
    Win,
    /// Freeze or brake the enemies on all these squares.
    Hold(&'static str),
    /// Give check.
    Check,
    /// Put a piece from the hand on the board.
    Drop,
    /// Make a piece another one, a pawn most often.
    Promote,
    /// Bring a piece of this letter to one of these squares.
    Reach(char, &'static str),
}

impl LessonStep {
    /// A step that asks for as many moves as its solution has.
    pub(super) const fn new(
        name: &'static str,
        fen: &'static str,
        aim: LessonAim,
        solution: &'static [&'static str],
    ) -> Self {
        // Each move of one's own but the last has its reply.
        let within = solution.len().div_ceil(2) as u8;
        Self { name, fen, aim, within, solution }
    }
}

/// The step of this name, for the lesson of a game that shares it.
pub(super) const fn step(lesson: &[LessonStep], name: &str) -> LessonStep {
    let mut at = 0;
    while at < lesson.len() {
        if is_same(lesson[at].name, name) {
            return lesson[at];
        }
        at += 1;
    }
    panic!("the lesson has no such step")
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl LessonAim {
    /// The squares that it names.
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::Take(names) | Self::Hold(names) | Self::Reach(_, names) => {
                names.split_whitespace().filter_map(|name| name.parse::<Square>().ok()).collect()
            }
            Self::Win | Self::Check | Self::Drop | Self::Promote => SquareSet::EMPTY,
        }
    }
}
