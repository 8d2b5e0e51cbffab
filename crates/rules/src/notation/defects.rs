//! The possible defects of a pasted position.

use std::fmt;

use crate::board::piece::{Color, Kind};
use crate::board::square::Square;
use crate::variant::Variant;

/// A defect of a pasted position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenDefect {
    /// The text is longer than this many bytes.
    TooLong(usize),
    /// The text is a position of this game instead of the requested one.
    OtherGame(Variant),
    /// The number of fields is wrong.
    FieldCount {
        /// The number expected.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The number of ranks is wrong.
    RankCount {
        /// The number expected.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A number of empty squares on this rank starts with 0.
    LeadingZero(u8),
    /// This cell is a hole, but the text counts it as an empty square.
    IsHole(Square),
    /// The text has a hole at this square of the board.
    IsNoHole(Square),
    /// A rank is too long or too short.
    RankWidth {
        /// The rank.
        rank: u8,
        /// The number expected.
        expected: u8,
        /// The number found.
        found: usize,
    },
    /// No piece of the game has this letter.
    NoSuchPiece(char),
    /// A piece stands on a hole.
    OnHole(Kind, Square),
    /// A piece other than a king stands on an exit.
    OnExit(Kind, Square),
    /// A pawn is on or beyond its last rank.
    BeyondLastRank(Color, Kind, Square),
    /// A pawn is below the lowest rank it can be on.
    BehindStartRank(Color, Kind, Square),
    /// The game has no pieces in hand.
    NoHand,
    /// The pieces in hand are missing.
    HandMissing,
    /// The bracket of the hand is not closed.
    HandNotClosed,
    /// A piece of this letter cannot be in hand.
    NotForHand(char),
    /// This text is not a side to move.
    SideToMove(String),
    /// This text is not a list of castling rights.
    CastlingRights(String),
    /// This text is not an en-passant field.
    EnPassantField(String),
    /// This text is not a half-move clock, or the number is too large.
    HalfmoveClock(String),
    /// This text is not a full-move number, or the number is too large.
    FullmoveNumber(String),
    /// The full-move number is 0.
    FullmoveZero,
    /// This text is not a count of promotions.
    PromotionsMade(String),
    /// This text is not the checks left for each side, at most so many and not both none.
    ChecksLeft(String, u8),
    /// A side does not have exactly one king.
    Kings(Color, usize),
    /// A side has too many pawns of a kind, including those in hand.
    TooManyPawns {
        /// The side.
        color: Color,
        /// Ordinary pawns or ninja pawns.
        piece: Kind,
        /// The number found.
        found: u16,
        /// The most that are possible.
        most: u16,
    },
    /// A side has more pieces in hand than the game allows.
    TooManyInHand {
        /// The side.
        color: Color,
        /// The number found.
        found: u8,
        /// The most that are possible.
        most: u8,
    },
    /// A side has pieces that it cannot have obtained.
    Material {
        /// The side.
        color: Color,
        /// The kinds with more pieces than at the start.
        extra: Vec<Extra>,
        /// Why that is impossible.
        why: Impossible,
    },
    /// The game has no castling for these letters.
    NoSuchRight(String),
    /// The king or rook of a castling right is not on its home square.
    NotAtHome {
        /// The letter of the right.
        right: char,
        /// The king's home.
        king: Square,
        /// The rook's home.
        rook: Square,
    },
    /// No pawn of this side can just have passed over the named squares.
    NotPassed(Color),
    /// This side has just moved and left its king in check.
    KingCanBeTaken(Color),
}

impl FenDefect {
    /// True if it shows that the text describes another board or other pieces.
    pub(crate) fn is_of_another_board(&self) -> bool {
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

/// A kind of piece of which a side has more than at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The kind.
    pub piece: Kind,
    /// The number of pieces now.
    pub now: u16,
    /// The number at the start.
    pub start: u16,
}

/// Why a side's material cannot have arisen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// It takes more promotions than there are pawns missing.
    TooFewPawnsGone {
        /// The number of promotions needed.
        needed: u16,
        /// The number of missing pawns.
        gone: u16,
    },
    /// After this many promotions, these kinds are not yet allowed.
    NotByPromotions(u16),
}

/// All defects of a pasted position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    variant: Variant,
    defects: Vec<FenDefect>,
}

impl FenError {
    pub(crate) fn new(variant: Variant, defects: Vec<FenDefect>) -> Self {
        Self { variant, defects }
    }

    /// Returns the game whose position was expected.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns all defects.
    pub fn defects(&self) -> &[FenDefect] {
        &self.defects
    }
}

/// For logs only; players see the texts of the bot's `words` crate.
impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.defects)
    }
}

impl std::error::Error for FenError {}
