//! The content of a picture as plain data, so that drawing does not consult the rules. `boards.rs` makes it
//! from positions.

use rules::{
    ByColor, CELLS, Captured, Color, DescribedMove, Kind, Piece, Square, SquareSet, Termination, Variant,
};

/// The source of a picture, its description and the text board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The game; its spec defines the squares and their kinds.
    pub variant: Variant,
    /// The pieces on the board.
    pub pieces: Placement,
    /// The side to move.
    pub turn: Color,
    /// The king that is in check.
    pub check: Option<Square>,
    /// How the moves have ended the game.
    pub termination: Option<Termination>,
    /// Whether the game is over for any reason, so that no turn is shown.
    pub ended: bool,
    /// Ninja pawns in hand.
    pub hands: ByColor<u8>,
    /// The number of promotions of each side, if the game counts them.
    pub promotions: ByColor<u16>,
    /// The rooks with which each side may still castle. Pictures do not show them.
    pub castling: ByColor<SquareSet>,
    /// The pieces that an enemy freezes.
    pub frozen: SquareSet,
    /// The pieces that an enemy brakes, except those that only lose a second step.
    pub braked: SquareSet,
    /// The squares on which each side's pieces are braked.
    pub zones: ByColor<SquareSet>,
    /// The move that led to this position, if it is marked.
    pub last: Option<LastMove>,
    /// The captured pieces of each side; empty if only a position is known.
    pub captured: Captured,
    /// The side at the bottom.
    pub side: Color,
    /// The moves of one piece, if they are marked.
    pub dots: Option<Dots>,
    /// Squares whose pieces are neither drawn nor described: the kings in a diagram of another piece alone.
    pub hidden: SquareSet,
}

/// The piece on each square.
#[derive(Clone, PartialEq, Eq)]
pub struct Placement([Option<Piece>; CELLS]);

impl Placement {
    /// Creates a board with these pieces.
    pub fn new(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut all = [None; CELLS];
        for (square, piece) in pieces {
            all[square.index()] = Some(piece);
        }
        Self(all)
    }

    /// Returns the piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Returns the squares of a side's pieces of one kind.
    pub fn of(&self, color: Color, kind: Kind) -> SquareSet {
        let wanted = Some(Piece { color, kind });
        SquareSet::ALL.iter().filter(|square| self.at(*square) == wanted).collect()
    }

    /// Returns the occupied squares.
    pub fn occupied(&self) -> SquareSet {
        SquareSet::ALL.iter().filter(|square| self.at(*square).is_some()).collect()
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stands = SquareSet::ALL.iter().filter_map(|square| Some((square.to_string(), self.at(square)?)));
        f.debug_map().entries(stands).finish()
    }
}

/// The last move, to be marked and described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Its start square; `None` for a drop.
    pub from: Option<Square>,
    /// Its target.
    pub to: Square,
    /// The squares of the captured pieces.
    pub victims: SquareSet,
    /// The move for the description; `None` if only its squares are known.
    pub told: Option<DescribedMove>,
}

/// The moves of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    /// The square of the piece; `None` for drops from the hand.
    pub from: Option<Square>,
    /// The possible moves; may be empty.
    pub moves: Vec<DescribedMove>,
    /// The squares that brake it, or that it brakes; empty if there are none.
    pub zone: SquareSet,
    /// Whether the text next to the picture lists the moves, so that the description need not repeat them.
    pub told_beside: bool,
}

impl BoardView {
    /// Returns the squares on which the Guards of this side brake enemies.
    ///
    /// Squares of the side's own pieces are left out, because a Guard does not affect them.
    pub fn brakes(&self, by: Color) -> SquareSet {
        let is_friend = |square: &Square| self.pieces.at(*square).is_some_and(|piece| piece.color == by);
        self.zones[by.other()].iter().filter(|square| !is_friend(square)).collect()
    }

    /// Marks the moves as listed in a text next to the picture.
    #[must_use]
    pub fn with_moves_told_beside(mut self) -> Self {
        if let Some(dots) = &mut self.dots {
            dots.told_beside = true;
        }
        self
    }
}
