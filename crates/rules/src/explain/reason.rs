//! The reasons why a move is illegal or a piece cannot move.

use crate::board::movement::Brake;
use crate::board::piece::Color;
use crate::board::piece_type::PieceType;
use crate::board::square::{Square, SquareSet};
use crate::movegen::moves::Move;

/// How an enemy Guard or Bodyguard brakes a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Braking {
    /// A leaper next to it cannot move.
    StaysPut,
    /// A piece next to it moves at most one square.
    OneSquare,
    /// A pawn next to it advances only one square.
    NoSecondStep,
    /// A slider coming from outside must stop on the first square next to it.
    StopsBeside,
}

impl Braking {
    /// Returns the effect of a brake on an enemy piece next to it; `None` if there is none.
    pub(crate) const fn of(brake: Brake) -> Option<Self> {
        match brake {
            Brake::Held => Some(Self::StaysPut),
            Brake::OneSquare => Some(Self::OneSquare),
            Brake::NoSecondStep => Some(Self::NoSecondStep),
            Brake::Free => None,
        }
    }
}

/// Why a piece of the side to move has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// This enemy next to it freezes it.
    Frozen {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// It is the king, and all its target squares are attacked.
    Attacked,
    /// None of its moves parries the check by this enemy.
    Check {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// It shields the king from this enemy.
    Pinned {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// All its target squares are occupied.
    NoSquare,
    /// It captures nothing, and another piece can: that one must.
    OthersTake,
    /// Its moves give check, which is forbidden.
    GivesCheck,
    /// Its captures blow up its own king.
    BlowsUpOwnKing,
    /// This enemy next to it brakes it.
    Braked {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// A Guard occupies its only target square.
    NeverTakesGuard,
}

/// Why the side to move has no drop, in a game with drops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDrop {
    /// The hand is empty.
    HandEmpty,
    /// The rank for drops has no empty square.
    RankFull(u8),
    /// None of the squares for drops is empty.
    SquaresFull(SquareSet),
    /// No drop parries the check by this enemy.
    Check {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
}

/// A restriction on a piece, whether or not it can still move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// This enemy next to it freezes it.
    Frozen {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// This enemy next to it brakes it.
    Braked {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
        /// The effect of the brake on the piece.
        how: Braking,
    },
    /// All its target squares are occupied.
    NoSquare,
    /// The king of this side is in check.
    InCheck(Color),
    /// It is pinned: if it moved, this enemy could capture the king.
    Pinned {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// Only some of its moves would let this enemy capture the king.
    PartlyPinned {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
}

impl Hold {
    /// True if the piece cannot move at all.
    pub const fn forbids_all(self) -> bool {
        match self {
            Self::Frozen { .. } | Self::NoSquare | Self::Braked { how: Braking::StaysPut, .. } => true,
            Self::Braked { .. } | Self::InCheck(_) | Self::Pinned { .. } | Self::PartlyPinned { .. } => false,
        }
    }
}

/// Why a text was understood but not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over: there is no legal move.
    GameOver,
    /// The cell is not a square of this board.
    NotASquare(Square),
    /// The square is empty.
    NoPiece(Square),
    /// The square has an enemy piece.
    NotYours(Square),
    /// The side to move has no such piece on the board.
    NoSuchPiece(&'static PieceType),
    /// The game has no such piece.
    NotInThisGame(&'static PieceType),
    /// No piece of the game has the typed letter. The piece whose name begins with it has another letter.
    OtherLetter {
        /// The typed letter.
        typed: char,
        /// The piece whose name begins with it.
        piece: &'static PieceType,
        /// The target.
        to: Square,
    },
    /// A capital letter was typed as a pawn's file. Holds the pawn's legal move, which is written
    /// differently.
    PawnWritten(Move),
    /// The side to move has such pieces, but none on that file or rank.
    NoneThere {
        /// The named piece.
        piece: &'static PieceType,
        /// The named file.
        file: Option<u8>,
        /// The named rank.
        rank: Option<u8>,
    },
    /// The square has a piece of the side to move, but not the named one.
    OtherPiece {
        /// The square.
        from: Square,
        /// The named piece.
        named: &'static PieceType,
    },
    /// A bare square means a pawn move, but no pawn comes close to it.
    NoPawnThere {
        /// The square.
        to: Square,
        /// The legal moves of other pieces that go there.
        instead: Vec<Move>,
    },
    /// The text names a piece of the side to move, but no target.
    WhereTo(Square),
    /// The text names a kind of piece of the side to move, or a drop, but no target.
    WhichMove {
        /// The named piece.
        piece: &'static PieceType,
        /// Its legal moves, the most likely first; empty if there are several such pieces and none can move.
        moves: Vec<Move>,
    },
    /// The piece never moves like that.
    DoesNotMoveLikeThat {
        /// The square of the piece.
        from: Square,
        /// The target.
        to: Square,
    },
    /// A side that can capture must, as by this move.
    MustTake {
        /// A legal capture.
        instead: Move,
    },
    /// A pawn captures there, but the square has nothing to capture.
    NothingToTake {
        /// The square of the pawn.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The piece could go there if the square were empty, but it cannot capture by landing on it.
    TakesOtherwise {
        /// The square of the piece.
        from: Square,
        /// The square of the enemy.
        to: Square,
    },
    /// The target is a king, but this piece never captures kings.
    SparesKings {
        /// The piece.
        piece: &'static PieceType,
        /// Its square.
        from: Square,
        /// The square of the king.
        to: Square,
    },
    /// The line of the piece ends at a hole, in a game in which lines do not continue behind holes.
    LineEnds {
        /// The square of the piece.
        from: Square,
        /// The target.
        to: Square,
        /// The first hole on the line.
        hole: Square,
    },
    /// A piece is in the way.
    Blocked {
        /// The square of the moving piece.
        from: Square,
        /// The target.
        to: Square,
        /// The square of the blocking piece.
        by: Square,
    },
    /// It stands next to an enemy Ice Queen.
    Frozen {
        /// Its square.
        from: Square,
        /// The square of the Ice Queen.
        by: Square,
    },
    /// An enemy Guard brakes it.
    Braked {
        /// Its square.
        from: Square,
        /// The target.
        to: Square,
        /// The square of the Guard.
        by: Square,
        /// The effect on the piece.
        how: Braking,
    },
    /// The target is a Guard, which leapers cannot capture.
    GuardNotForLeapers {
        /// The square of the leaper.
        from: Square,
        /// The square of the Guard.
        guard: Square,
    },
    /// Only a king may enter an exit.
    OnlyKingExits(Square),
    /// The king would be in check.
    KingInCheck {
        /// The move.
        mv: Move,
        /// A piece that could capture the king, with its square after the move.
        attacker: (Square, &'static PieceType),
        /// Whether this piece already gives check.
        still: bool,
    },
    /// The move gives check, which is forbidden.
    GivesCheck(Move),
    /// The capture blows up the king of the side that makes it.
    BlowsUpOwnKing(Move),
    /// The move is legal, but it does not capture on the named square.
    DoesNotTake {
        /// The move.
        mv: Move,
        /// The named victim's square.
        square: Square,
    },
    /// The pawn, or the piece that promotes in a zone, cannot promote to that piece now.
    PromotionNotAllowed {
        /// The promoting piece.
        piece: &'static PieceType,
        /// The requested piece.
        asked: &'static PieceType,
        /// The pieces allowed now.
        allowed: Vec<&'static PieceType>,
    },
    /// The move is legal but is not a promotion.
    NoPromotionHere(Move),
    /// The game has no drops.
    NoDrops,
    /// Only ninja pawns are dropped, not this piece.
    NotDropped(&'static PieceType),
    /// The hand is empty.
    HandEmpty,
    /// A drop was named without a square, and no drop is possible.
    NoDrop(NoDrop),
    /// A ninja pawn can never be dropped on this square.
    DropOutside(Square),
    /// The path of a drop is blocked.
    DropBlocked {
        /// The target of the drop.
        to: Square,
        /// The square of the blocking piece.
        by: Square,
    },
    /// The game has no such castling.
    NoSuchCastling {
        /// The named side.
        king_side: Option<bool>,
        /// The named target of the king.
        to: Option<Square>,
    },
    /// The king or that rook has moved, or the rook is gone.
    CastlingLost,
    /// A piece stands between king and rook.
    CastlingBlocked(Square),
    /// The king is in check.
    CastlingInCheck(Square),
    /// The king would cross an attacked square.
    CastlingThrough {
        /// The square.
        square: Square,
        /// The square of the piece that attacks it.
        attacker: Square,
    },
}

impl Reason {
    /// From this rank on, the reason only says that the piece is far from being able to make the move.
    pub(crate) const FAR: u8 = 4;

    /// Returns how informative the reason is, lowest first.
    ///
    /// If several pieces may be meant, the one nearest to a legal move gives the explanation.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::KingInCheck { .. }
            | Self::GivesCheck(_)
            | Self::BlowsUpOwnKing(_)
            | Self::MustTake { .. }
            | Self::WhereTo(_)
            | Self::DoesNotTake { .. } => 0,
            Self::Frozen { .. } | Self::Braked { .. } | Self::GuardNotForLeapers { .. } => 1,
            Self::Blocked { .. }
            | Self::TakesOtherwise { .. }
            | Self::SparesKings { .. }
            | Self::LineEnds { .. }
            | Self::OnlyKingExits(_) => 2,
            Self::NothingToTake { .. } => 3,
            Self::NoSuchPiece(_)
            | Self::NotInThisGame(_)
            | Self::OtherLetter { .. }
            | Self::PawnWritten(_)
            | Self::NoneThere { .. }
            | Self::NoPawnThere { .. } => Self::FAR + 1,
            _ => Self::FAR,
        }
    }
}
