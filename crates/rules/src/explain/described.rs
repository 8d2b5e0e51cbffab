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
    /// The other pieces that the capture blows up, with their squares; `None` if it does not explode.
    ///
    /// Empty if only the board after the move is known.
    pub explosion: Option<Vec<(Square, &'static PieceType)>>,
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
        let victims = mv.victims().iter().map(|square| (square, what(square))).collect();
        let gone = before.blown_up(mv).iter().filter_map(|square| Some((square, what(square)?))).collect();
        Self { explosion: before.explodes(mv).then_some(gone), ..Self::with(before, mv, victims) }
    }

    /// Describes the move that led to this position; the types of the captured pieces are unknown.
    pub fn played(after: &Position, mv: &Move) -> Self {
        let victims = mv.victims().iter().map(|square| (square, None)).collect();
        Self { explosion: after.explodes(mv).then(Vec::new), ..Self::with(after, mv, victims) }
    }

    /// Describes a move from the game alone, without captures or castling rook.
    pub fn bare(game: Variant, mv: &Move) -> Self {
        let spec = game.spec();
        let becomes = mv.promotion().map(|kind| spec.piece_type(kind));
        let piece = spec.piece_type(mv.kind());
        Self { game, mv: *mv, piece, becomes, victims: Vec::new(), explosion: None, rook: None }
    }

    fn with(position: &Position, mv: &Move, victims: Vec<(Square, Option<&'static PieceType>)>) -> Self {
        let spec = position.spec();
        let rook = mv.castling_rook(position).zip(spec.rook);
        let rook = rook.map(|((from, to), kind)| Rook { piece: spec.piece_type(kind), from, to });
        Self { victims, rook, ..Self::bare(position.variant(), mv) }
    }
}
