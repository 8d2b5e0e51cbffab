//! The steps of a game's lesson. The steps themselves are written in the game's own folder.

use crate::board::square::{Square, SquareSet};

/// A step of a lesson: a position, and what the side to move is asked to do there.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// The name of the step among those of its game; its texts are found by it.
    pub name: &'static str,
    /// The position as an extended FEN; the learner is to move.
    pub fen: &'static str,
    /// What the learner is asked to do.
    pub aim: LessonAim,
    /// In how many moves of the learner's own.
    pub within: u8,
    /// A way to do it: the learner's moves alternating with the replies, in canonical text.
    pub solution: &'static [&'static str],
}

/// What a step asks for. Squares are separated by spaces.
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
    /// Promote a piece, usually a pawn.
    Promote,
    /// Bring a piece of this letter to one of these squares.
    Reach(char, &'static str),
}

impl LessonStep {
    /// A step that asks for as many moves as its solution has.
    pub(crate) const fn new(
        name: &'static str,
        fen: &'static str,
        aim: LessonAim,
        solution: &'static [&'static str],
    ) -> Self {
        // Each of the learner's moves but the last has a reply.
        let within = solution.len().div_ceil(2) as u8;
        Self { name, fen, aim, within, solution }
    }
}

/// The step of this name in another game's lesson, for a game that shares it.
pub(crate) const fn step(lesson: &[LessonStep], name: &str) -> LessonStep {
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
