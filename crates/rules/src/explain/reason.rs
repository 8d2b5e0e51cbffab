//! The reasons why a move is not legal, or why a piece cannot move.

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
    /// A piece next to it moves one square at most.
    OneSquare,
    /// A pawn next to it advances only one square.
    NoSecondStep,
    /// A slider from outside must stop on the first square next to it.
    StopsBeside,
}

impl Braking {
    /// What a brake does to an enemy piece next to it; `None` if nothing.
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
    /// It is the king, and every square it could go to is attacked.
    Attacked,
    /// None of its moves answers the check from this enemy.
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
    /// No square it could go to is free.
    NoSquare,
    /// This enemy next to it brakes it.
    Braked {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// A Guard stands on the only square it could go to.
    NeverTakesGuard,
}

/// Why the side to move can drop nothing, in a game that has drops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDrop {
    /// Nothing is left in hand.
    HandEmpty,
    /// No square is empty on the rank for drops.
    RankFull(u8),
    /// None of the squares for drops is empty.
    SquaresFull(SquareSet),
    /// No drop answers the check from this enemy.
    Check {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
}

/// What restricts a piece, whether or not it can still move.
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
        /// What the brake does to the piece.
        how: Braking,
    },
    /// No square it could go to is free.
    NoSquare,
    /// Its own king, of this side, is in check.
    InCheck(Color),
    /// It is pinned: if it moved, this enemy could take the king.
    Pinned {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
    /// The same, but only after some of its moves.
    PartlyPinned {
        /// The enemy piece.
        piece: &'static PieceType,
        /// Its square.
        by: Square,
    },
}

impl Hold {
    /// Whether it means that the piece cannot move at all.
    pub const fn forbids_all(self) -> bool {
        match self {
            Self::Frozen { .. } | Self::NoSquare | Self::Braked { how: Braking::StaysPut, .. } => true,
            Self::Braked { .. } | Self::InCheck(_) | Self::Pinned { .. } | Self::PartlyPinned { .. } => false,
        }
    }
}

/// Why a text that is understood is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over: there is no legal move.
    GameOver,
    /// The cell is no square of this board.
    NotASquare(Square),
    /// Nothing stands there.
    NoPiece(Square),
    /// An enemy piece stands there.
    NotYours(Square),
    /// The side to move has no such piece on the board.
    NoSuchPiece(&'static PieceType),
    /// The game has no such piece.
    NotInThisGame(&'static PieceType),
    /// No piece of the game has the letter that was written; the piece whose name begins with it has another letter.
    OtherLetter {
        /// The letter that was written.
        typed: char,
        /// The piece whose name begins with it.
        piece: &'static PieceType,
        /// Where it was to go.
        to: Square,
    },
    /// A capital letter was written as a pawn's file. This is the pawn's legal move, which is written differently.
    PawnWritten(Move),
    /// The side to move has such pieces, but none on that file or rank.
    NoneThere {
        /// The piece that was named.
        piece: &'static PieceType,
        /// The file that was named.
        file: Option<u8>,
        /// The rank that was named.
        rank: Option<u8>,
    },
    /// The piece of the side to move that stands there is not the one that was named.
    OtherPiece {
        /// Where it stands.
        from: Square,
        /// The piece that was named.
        named: &'static PieceType,
    },
    /// A bare square means a pawn, and no pawn comes near it.
    NoPawnThere {
        /// The square.
        to: Square,
        /// The legal moves of other pieces that go there.
        instead: Vec<Move>,
    },
    /// The text names a piece of the side to move, but no target.
    WhereTo(Square),
    /// The text names a kind of piece that the side to move has, or a drop, but no target.
    WhichMove {
        /// The piece that was named.
        piece: &'static PieceType,
        /// Its legal moves, the most likely first; empty where several pieces of the kind are there and none of them can move.
        moves: Vec<Move>,
    },
    /// The piece never moves like that.
    DoesNotMoveLikeThat {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A pawn takes there, but there is nothing to take.
    NothingToTake {
        /// Where the pawn stands.
        from: Square,
        /// Where it was to take.
        to: Square,
    },
    /// The piece could go there if the square were empty, but it cannot take by landing on it.
    TakesOtherwise {
        /// Where it stands.
        from: Square,
        /// Where the enemy stands.
        to: Square,
    },
    /// A piece that never takes a king was to take one.
    SparesKings {
        /// The piece.
        piece: &'static PieceType,
        /// Where it stands.
        from: Square,
        /// Where the king stands.
        to: Square,
    },
    /// The line of the piece ends at a hole, in a game in which lines do not go on behind holes.
    LineEnds {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// The first hole on the way.
        hole: Square,
    },
    /// A piece is in the way.
    Blocked {
        /// Where the moving piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// The piece in the way.
        by: Square,
    },
    /// It stands next to an enemy Ice Queen.
    Frozen {
        /// Where it stands.
        from: Square,
        /// The Ice Queen.
        by: Square,
    },
    /// An enemy Guard brakes it.
    Braked {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// The Guard.
        by: Square,
        /// What it does to the piece.
        how: Braking,
    },
    /// A leaper was to take a Guard.
    GuardNotForLeapers {
        /// Where the leaper stands.
        from: Square,
        /// The Guard.
        guard: Square,
    },
    /// Only a king may enter an exit.
    OnlyKingExits(Square),
    /// The king would be in check.
    KingInCheck {
        /// The move.
        mv: Move,
        /// A piece that could take the king, where it stands after the move.
        attacker: (Square, &'static PieceType),
        /// Whether this piece already gives check.
        still: bool,
    },
    /// The move may be played, but it does not take what was named.
    DoesNotTake {
        /// The move.
        mv: Move,
        /// The square that was named as the victim's.
        square: Square,
    },
    /// The pawn, or the piece that promotes in a zone, cannot become that now.
    PromotionNotAllowed {
        /// What would promote.
        piece: &'static PieceType,
        /// What was asked for.
        asked: &'static PieceType,
        /// What it may become now.
        allowed: Vec<&'static PieceType>,
    },
    /// The move may be played, but is no promotion.
    NoPromotionHere(Move),
    /// The game has no drops.
    NoDrops,
    /// Something other than a ninja pawn was to be dropped.
    NotDropped(&'static PieceType),
    /// Nothing is left in hand.
    HandEmpty,
    /// A drop was named without its square, and none is possible.
    NoDrop(NoDrop),
    /// A ninja pawn can never be dropped on this square.
    DropOutside(Square),
    /// The way of a drop is blocked.
    DropBlocked {
        /// Where the pawn was to land.
        to: Square,
        /// The square of the piece in the way.
        by: Square,
    },
    /// There is no such castling in this game.
    NoSuchCastling {
        /// The side that was named.
        king_side: Option<bool>,
        /// The king's target that was named.
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
    /// From this rank on, a reason only says that the piece is far from being able to make the move.
    pub(crate) const FAR: u8 = 4;

    /// How informative it is, lowest first: of several pieces that may be meant, the one nearest to a legal move explains.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::KingInCheck { .. } | Self::WhereTo(_) | Self::DoesNotTake { .. } => 0,
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
