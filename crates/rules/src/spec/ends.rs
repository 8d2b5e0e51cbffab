//! How a game ends besides mate, goal squares and draws, as rules of its own.

use crate::board::piece::Kind;

/// The result for the side to move if it is not in check and has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NoMoves {
    /// A draw, as in chess.
    #[default]
    Draws,
    /// It loses.
    Loses,
    /// It wins.
    Wins,
}

/// The rule that a side's game is over once it has few pieces, as described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FewPieces {
    /// The letters of the kinds of which each counts by itself; empty: all its pieces count together.
    pub kinds: String,
    /// It is over at this number or fewer.
    pub at_most: u8,
    /// Whether the side with few pieces wins; otherwise it loses.
    pub wins: bool,
}

/// Likewise, compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The kinds of which each counts by itself; empty: all pieces of a side count together.
    pub kinds: Vec<Kind>,
    /// The game is over at this number or fewer.
    pub at_most: u8,
    /// Whether the side with few pieces wins; otherwise it loses.
    pub wins: bool,
}

/// How a game ends besides mate, goal squares and draws.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// The result for a side without a legal move that is not in check.
    pub no_moves: NoMoves,
    /// The number of checks with which a side wins.
    pub checks: Option<u8>,
    /// The end by few pieces.
    pub extinction: Option<Extinction>,
}
