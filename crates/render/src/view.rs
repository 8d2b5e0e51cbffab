//! What a picture shows, as plain data: drawing does not consult the rules. `boards.rs` makes it from positions.

use rules::{
    ByColor, CELLS, Captured, Color, DescribedMove, Kind, Piece, Square, SquareSet, Termination, Variant,
};

/// Everything from which a picture, its description and the text board are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The game; its spec says which squares there are and of what kind.
    pub variant: Variant,
    /// The pieces on the board.
    pub pieces: Placement,
    /// The side to move.
    pub turn: Color,
    /// The king that is in check.
    pub check: Option<Square>,
    /// How the moves have ended the game, if they have.
    pub termination: Option<Termination>,
    /// Whether the game is over, for whatever reason, so that nobody's turn is shown.
    pub ended: bool,
    /// Ninja pawns in hand.
    pub hands: ByColor<u8>,
    /// Promotions that each side has made, where the game counts them.
    pub promotions: ByColor<u16>,
    /// The rooks with which each side may still castle. Pictures do not show them.
    pub castling: ByColor<SquareSet>,
    /// The pieces that an enemy freezes.
    pub frozen: SquareSet,
    /// The pieces that an enemy brakes, except those that only lose a second step.
    pub braked: SquareSet,
    /// The squares on which each side's pieces are braked.
    pub zones: ByColor<SquareSet>,
    /// The move that led to this position, if it is to be marked.
    pub last: Option<LastMove>,
    /// The captured pieces of each side; empty where only a position is known.
    pub captured: Captured,
    /// The side at the bottom.
    pub side: Color,
    /// The moves of one piece, if they are to be marked.
    pub dots: Option<Dots>,
    /// Squares whose pieces are neither drawn nor described: the kings in a diagram that shows another piece alone.
    pub hidden: SquareSet,
}

/// The piece on each square.
#[derive(Clone, PartialEq, Eq)]
pub struct Placement([Option<Piece>; CELLS]);

impl Placement {
    /// A board with these pieces and nothing else.
    pub fn new(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut all = [None; CELLS];
        for (square, piece) in pieces {
            all[square.index()] = Some(piece);
        }
        Self(all)
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// The squares of a side's pieces of one kind.
    pub fn of(&self, color: Color, kind: Kind) -> SquareSet {
        let wanted = Some(Piece { color, kind });
        SquareSet::ALL.iter().filter(|square| self.at(*square) == wanted).collect()
    }

    /// The occupied squares.
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
    /// Where it started; `None` for a drop.
    pub from: Option<Square>,
    /// Where it ended.
    pub to: Square,
    /// The squares of what it took.
    pub victims: SquareSet,
    /// The move to be described in words; `None` where only its squares are known.
    pub told: Option<DescribedMove>,
}

/// The moves of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    /// Where the piece stands; `None` for drops from the hand.
    pub from: Option<Square>,
    /// Where it can go; may be empty.
    pub moves: Vec<DescribedMove>,
    /// The squares that brake it, or that it brakes; empty if there are none.
    pub zone: SquareSet,
    /// Whether the text beside the picture lists the moves, so that the description need not repeat them.
    pub told_beside: bool,
}

impl BoardView {
    /// The squares on which the Guards of this side brake the enemies. Squares of the side's own pieces are left out,
    /// since a Guard does not affect them.
    pub fn brakes(&self, by: Color) -> SquareSet {
        let is_friend = |square: &Square| self.pieces.at(*square).is_some_and(|piece| piece.color == by);
        self.zones[by.other()].iter().filter(|square| !is_friend(square)).collect()
    }

    /// This view, for use beside a text that lists the marked moves.
    #[must_use]
    pub fn with_moves_told_beside(mut self) -> Self {
        if let Some(dots) = &mut self.dots {
            dots.told_beside = true;
        }
        self
    }
}
