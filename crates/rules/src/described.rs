//! A move with what has to be known of the board to tell it.

use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use super::square::Square;

/// A move, what it takes, and the rook that castles along: all that its words need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedMove {
    /// The move.
    pub mv: Move,
    /// Where it takes, and what: none where only the board after it is known.
    pub victims: Vec<(Square, Option<Kind>)>,
    /// Where the rook of a castling stands and where it lands.
    pub rook: Option<(Square, Square)>,
}

impl DescribedMove {
    /// A move that may be played in this position.
    pub fn new(before: &Position, mv: &Move) -> Self {
        let what = |square| before.piece_at(square).map(|piece| piece.kind);
        let victims = mv.victims().iter().map(|square| (square, what(square))).collect();
        Self { mv: *mv, victims, rook: mv.castling_rook(before) }
    }

    /// A move that led to this position.
    pub fn played(after: &Position, mv: &Move) -> Self {
        let victims = mv.victims().iter().map(|square| (square, None)).collect();
        Self { mv: *mv, victims, rook: mv.castling_rook(after) }
    }
}
