//! A move with what has to be known of the board to tell it.

use super::moves::Move;
use super::piece_type::PieceType;
use super::position::Position;
use super::square::Square;
use super::variants::Variant;

/// A move, what it takes, and the rook that castles along: all that its words need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedMove {
    /// The game that it is a move of.
    pub game: Variant,
    /// The move.
    pub mv: Move,
    /// What moves.
    pub piece: &'static PieceType,
    /// What it becomes, if anything.
    pub becomes: Option<&'static PieceType>,
    /// Where it takes, and what: none where only the board after it is known.
    pub victims: Vec<(Square, Option<&'static PieceType>)>,
    /// Where the rook of a castling stands and where it lands.
    pub rook: Option<Rook>,
}

/// The rook of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rook {
    /// What it is.
    pub piece: &'static PieceType,
    /// Where it stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

impl DescribedMove {
    /// A move that may be played in this position.
    pub fn new(before: &Position, mv: &Move) -> Self {
        let what = |square| before.piece_type_at(square);
        Self::with(before, mv, mv.victims().iter().map(|square| (square, what(square))).collect())
    }

    /// A move that led to this position.
    pub fn played(after: &Position, mv: &Move) -> Self {
        Self::with(after, mv, mv.victims().iter().map(|square| (square, None)).collect())
    }

    /// A move of a game without what it takes.
    pub fn bare(game: Variant, mv: &Move) -> Self {
        let spec = game.spec();
        let becomes = mv.promotion().map(|kind| spec.piece_type(kind));
        Self { game, mv: *mv, piece: spec.piece_type(mv.kind()), becomes, victims: Vec::new(), rook: None }
    }

    fn with(position: &Position, mv: &Move, victims: Vec<(Square, Option<&'static PieceType>)>) -> Self {
        let spec = position.spec();
        let rook = mv.castling_rook(position).zip(spec.rook);
        let rook = rook.map(|((from, to), kind)| Rook { piece: spec.piece_type(kind), from, to });
        Self { victims, rook, ..Self::bare(position.variant(), mv) }
    }
}
