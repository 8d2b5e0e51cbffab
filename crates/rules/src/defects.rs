//! What can be wrong with a pasted position.

use std::fmt;

use super::piece::Color;
use super::piece_type::PieceType;
use super::square::Square;
use super::variants::Variant;

/// One thing that is wrong with a pasted position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenDefect {
    /// It has more characters than this.
    TooLong(usize),
    /// It is a position of this other game.
    OtherGame(Variant),
    /// The number of fields is wrong.
    FieldCount {
        /// As it should be.
        expected: usize,
        /// As it is.
        found: usize,
    },
    /// The number of ranks is wrong.
    RankCount {
        /// As it should be.
        expected: usize,
        /// As it is.
        found: usize,
    },
    /// A number of empty squares on this rank starts with 0.
    LeadingZero(u8),
    /// This cell is a hole, and something else is written there.
    IsHole(Square),
    /// A hole is written where a square is.
    IsNoHole(Square),
    /// A rank is too long or too short.
    RankWidth {
        /// Which.
        rank: u8,
        /// As it should be.
        expected: u8,
        /// As it is.
        found: usize,
    },
    /// The letter is no piece of the game.
    NoSuchPiece(char),
    /// A piece stands on a hole.
    OnHole(&'static PieceType, Square),
    /// A piece other than a king stands on an exit.
    OnExit(&'static PieceType, Square),
    /// A pawn stands on or beyond its last rank.
    BeyondLastRank(Color, &'static PieceType, Square),
    /// A pawn stands behind its start rank.
    BehindStartRank(Color, &'static PieceType, Square),
    /// The game has no pieces in hand.
    NoHand,
    /// The pieces in hand are missing.
    HandMissing,
    /// The bracket of the hand is not closed.
    HandNotClosed,
    /// The letter cannot be in hand.
    NotForHand(char),
    /// The side to move is none; the text.
    SideToMove(String),
    /// The castling rights are none; the text.
    CastlingRights(String),
    /// The field of squares passed over is none; the text.
    EnPassantField(String),
    /// The half-move clock is no number that may be; the text.
    HalfmoveClock(String),
    /// The full-move number is none that may be; the text.
    FullmoveNumber(String),
    /// The full-move number is 0.
    FullmoveZero,
    /// The promotions made are none; the text.
    PromotionsMade(String),
    /// A side has not exactly one king.
    Kings(Color, usize),
    /// A side has too many pawns of a kind, those in hand counted.
    TooManyPawns {
        /// Whose.
        color: Color,
        /// Ordinary pawns or ninja pawns.
        piece: &'static PieceType,
        /// As many as there are.
        found: u16,
        /// As many as there can be.
        most: u16,
    },
    /// A side has more pieces in hand than it can.
    TooManyInHand {
        /// Whose.
        color: Color,
        /// As many as there are.
        found: u8,
        /// As many as there can be.
        most: u8,
    },
    /// A side has pieces that it cannot have got.
    Material {
        /// Whose.
        color: Color,
        /// The kinds of which there are more than at the start.
        extra: Vec<Extra>,
        /// Why that cannot be.
        why: Impossible,
    },
    /// The game has no such castling; the letters.
    NoSuchRight(String),
    /// A right to castle without its king and rook at home.
    NotAtHome {
        /// The letter of the right.
        right: char,
        /// The king's home.
        king: Square,
        /// The rook's home.
        rook: Square,
    },
    /// No pawn of this side can just have passed over the squares named.
    NotPassed(Color),
    /// This side has just moved and left its king to be taken.
    KingCanBeTaken(Color),
}

impl FenDefect {
    /// Whether it shows that the text is of another board, or of other pieces.
    pub(super) fn is_of_another_board(&self) -> bool {
        matches!(
            self,
            Self::RankCount { .. }
                | Self::RankWidth { .. }
                | Self::IsHole(_)
                | Self::IsNoHole(_)
                | Self::OnHole(..)
                | Self::NoSuchPiece(_)
        )
    }
}

/// A kind of which a side has more than at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The kind.
    pub piece: &'static PieceType,
    /// As many as there are.
    pub now: u16,
    /// As many as there were at the start.
    pub start: u16,
}

/// Why a side's material cannot have come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// It takes more promotions than pawns are gone.
    TooFewPawnsGone {
        /// Promotions that it takes.
        needed: u16,
        /// Pawns that are gone.
        gone: u16,
    },
    /// So many promotions do not open these kinds.
    NotByPromotions(u16),
}

/// Everything that is wrong with a pasted position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    variant: Variant,
    defects: Vec<FenDefect>,
}

impl FenError {
    pub(super) fn new(variant: Variant, defects: Vec<FenDefect>) -> Self {
        Self { variant, defects }
    }

    /// The game that it should have been a position of.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// All defects.
    pub fn defects(&self) -> &[FenDefect] {
        &self.defects
    }
}

/// For the operator; what a player reads is made by `words`.
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.defects)
    }
}

impl std::error::Error for FenError {}
