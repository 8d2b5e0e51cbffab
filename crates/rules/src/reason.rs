//! The kinds of wrong an illegal move can be.

use super::movement::Brake;
use super::moves::Move;
use super::piece::Color;
use super::piece_type::PieceType;
use super::square::{Square, SquareSet};

/// How an enemy Guard holds a piece back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Braking {
    /// A leaper beside it cannot move.
    StaysPut,
    /// A piece beside it moves one square at most.
    OneSquare,
    /// A pawn beside it makes no second step.
    NoSecondStep,
    /// A slider from outside must stop on the first square beside it.
    StopsBeside,
}

impl Braking {
    /// What a brake does to an enemy piece beside it; none: nothing.
    pub(super) const fn of(brake: Brake) -> Option<Self> {
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
    /// This enemy beside it freezes it.
    Frozen {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
    /// It is the king, and every square it could go to is attacked.
    Attacked,
    /// It does not help against the check from this enemy.
    Check {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
    /// It shields the king from this enemy.
    Pinned {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
    /// No square it could go to is free.
    NoSquare,
    /// This enemy beside it brakes it.
    Braked {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
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
    /// No square is empty on the rank on which drops enter.
    RankFull(u8),
    /// None of the squares on which drops enter is empty.
    SquaresFull(SquareSet),
    /// None helps against the check from this enemy.
    Check {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
}

/// What holds a piece, whether or not it can still move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// This enemy beside it freezes it.
    Frozen {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
    /// This enemy beside it brakes it.
    Braked {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
        /// What that does to the piece.
        how: Braking,
    },
    /// No square it could go to is free.
    NoSquare,
    /// The king of this side, its own, is in check.
    InCheck(Color),
    /// Without it this enemy would take the king.
    Pinned {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
    /// The same after some of its moves.
    PartlyPinned {
        /// What it is.
        piece: &'static PieceType,
        /// Where it stands.
        by: Square,
    },
}

impl Hold {
    /// Whether it says that the piece cannot move at all.
    pub const fn forbids_all(self) -> bool {
        match self {
            Self::Frozen { .. } | Self::NoSquare | Self::Braked { how: Braking::StaysPut, .. } => true,
            Self::Braked { .. } | Self::InCheck(_) | Self::Pinned { .. } | Self::PartlyPinned { .. } => false,
        }
    }
}

/// What kind of wrong an illegal move is.
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
    /// No piece of the game has the letter that was written; the one whose name begins with it has another.
    OtherLetter {
        /// What was written.
        typed: char,
        /// Whose name begins so.
        piece: &'static PieceType,
        /// Where it was to go.
        to: Square,
    },
    /// A capital letter was written as a pawn's file: this is the pawn's move, which is written otherwise.
    PawnWritten(Move),
    /// The side to move has such pieces, but none on that file or rank.
    NoneThere {
        /// What was named.
        piece: &'static PieceType,
        /// The file that was named.
        file: Option<u8>,
        /// The rank that was named.
        rank: Option<u8>,
    },
    /// Another piece of the side to move stands there than the one that was named.
    OtherPiece {
        /// Where it stands.
        from: Square,
        /// What was named.
        named: &'static PieceType,
    },
    /// A bare square means a pawn, and no pawn comes near it.
    NoPawnThere {
        /// The square.
        to: Square,
        /// The legal moves of other pieces that go there.
        instead: Vec<Move>,
    },
    /// The text names a piece of the side to move, and not where it goes.
    WhereTo(Square),
    /// The text names a kind of piece that the side to move has, or a drop, and not where it goes.
    WhichMove {
        /// What was named.
        piece: &'static PieceType,
        /// Its legal moves, what is likeliest first; none where several of the kind are there and none of them can move.
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
    /// The piece could go there were it empty, but cannot take by landing on it.
    TakesOtherwise {
        /// Where it stands.
        from: Square,
        /// Where the enemy stands.
        to: Square,
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
    /// It stands beside an enemy Ice Queen.
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
        /// Whether this piece gives check already.
        still: bool,
    },
    /// The move may be played, but it does not take what was named.
    DoesNotTake {
        /// The move.
        mv: Move,
        /// The square that was named as a victim's.
        square: Square,
    },
    /// The pawn cannot become that now, nor can what promotes in a zone.
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
    /// A drop was to end outside the ranks where it can.
    DropOutside(Square),
    /// The way of a drop is taken.
    DropBlocked {
        /// Where it was to end.
        to: Square,
        /// What is in the way.
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
        /// Who attacks it.
        attacker: Square,
    },
}

impl Reason {
    /// From this rank on a reason says only that the piece is far from the move.
    pub(super) const FAR: u8 = 4;

    /// How much it tells: of several pieces that were meant, the one that came nearest to moving explains.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::KingInCheck { .. } | Self::WhereTo(_) | Self::DoesNotTake { .. } => 0,
            Self::Frozen { .. } | Self::Braked { .. } | Self::GuardNotForLeapers { .. } => 1,
            Self::Blocked { .. } | Self::TakesOtherwise { .. } | Self::OnlyKingExits(_) => 2,
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
