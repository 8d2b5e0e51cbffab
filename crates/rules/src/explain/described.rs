//! A move together with the board facts needed to describe it in words.

use crate::board::piece_type::PieceType;
use crate::board::position::Position;
use crate::board::square::Square;
use crate::movegen::moves::Move;
use crate::variant::Variant;

/// A move with its captures and castling rook: everything needed to describe it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedMove {
    /// The game.
    pub game: Variant,
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub piece: &'static PieceType,
    /// The piece it promotes to.
    pub becomes: Option<&'static PieceType>,
    /// The squares and types of the captured pieces.
    ///
    /// A type is `None` if only the board after the move is known.
    pub victims: Vec<(Square, Option<&'static PieceType>)>,
    /// The rook, if the move castles.
    pub rook: Option<Rook>,
}

/// The rook's move in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rook {
    /// The piece.
    pub piece: &'static PieceType,
    /// Its square before castling.
    pub from: Square,
    /// Its square after castling.
    pub to: Square,
}

impl DescribedMove {
    /// Describes a legal move of this position.
    pub fn new(before: &Position, mv: &Move) -> Self {
        let what = |square| before.piece_type_at(square);
        Self::with(before, mv, mv.victims().iter().map(|square| (square, what(square))).collect())
    }

    /// Describes the move that led to this position; the types of the captured pieces are unknown.
    pub fn played(after: &Position, mv: &Move) -> Self {
        Self::with(after, mv, mv.victims().iter().map(|square| (square, None)).collect())
    }

    /// Describes a move from the game alone, without captures or castling rook.
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
