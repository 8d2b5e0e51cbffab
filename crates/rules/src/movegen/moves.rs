//! A move and its effects.

use std::fmt;

use crate::board::geometry::{between, distance};
use crate::board::piece::{Color, Kind};
use crate::board::square::{Square, SquareSet};
use crate::spec::Spec;

/// How a move is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum How {
    Walk,
    /// A pawn captures another by moving to a square that the victim passed over.
    EnPassant,
    Drop,
    CastleKingSide,
    CastleQueenSide,
}

/// The error for a move that is illegal in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLegal;

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in that position")
    }
}

impl std::error::Error for NotLegal {}

/// A move with its effects; applying, writing, drawing and describing it all use this value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    how: How,
    kind: Kind,
    from: Square,
    to: Square,
    /// The number of the kind it promotes to, or [`Move::NONE`].
    promotion: u8,
    /// The letter of the promotion or of the dropped piece, or 0, so that the text can be written without the
    /// game.
    letter: u8,
    /// The squares of at most two victims, padded with [`Move::NONE`].
    victims: [u8; 2],
}

impl Move {
    const NONE: u8 = u8::MAX;

    #[inline]
    pub(crate) const fn walk(kind: Kind, from: Square, to: Square) -> Self {
        Self { how: How::Walk, kind, from, to, promotion: Self::NONE, letter: 0, victims: [Self::NONE; 2] }
    }

    #[inline]
    pub(crate) const fn drop_on(kind: Kind, letter: char, to: Square) -> Self {
        let letter = letter as u8;
        Self { how: How::Drop, kind, from: to, to, promotion: Self::NONE, letter, victims: [Self::NONE; 2] }
    }

    #[inline]
    pub(crate) const fn castle(king_side: bool, from: Square, to: Square) -> Self {
        let how = if king_side { How::CastleKingSide } else { How::CastleQueenSide };
        Self { how, kind: Kind::KING, from, to, promotion: Self::NONE, letter: 0, victims: [Self::NONE; 2] }
    }

    #[inline]
    pub(crate) const fn en_passant(kind: Kind, from: Square, to: Square, victim: Square) -> Self {
        let mut mv = Self::walk(kind, from, to).taking(victim);
        mv.how = How::EnPassant;
        mv
    }

    #[inline]
    pub(crate) const fn taking(mut self, victim: Square) -> Self {
        if self.victims[0] == Self::NONE {
            self.victims[0] = victim.0;
        } else {
            self.victims[1] = victim.0;
        }
        self
    }

    #[inline]
    pub(crate) const fn promoting(mut self, kind: Kind, letter: char) -> Self {
        self.promotion = kind.index() as u8;
        self.letter = letter.to_ascii_lowercase() as u8;
        self
    }

    #[inline]
    pub(crate) const fn how(&self) -> How {
        self.how
    }

    /// Returns the origin; for a drop, the target.
    #[inline]
    pub(crate) const fn origin(&self) -> Square {
        self.from
    }

    /// Returns the square it starts from; `None` for a drop.
    #[inline]
    pub const fn from(&self) -> Option<Square> {
        if self.is_drop() { None } else { Some(self.from) }
    }

    /// Returns the square on which the moved piece lands; in castling, the king's.
    #[inline]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// Returns the kind that moves, before any promotion.
    #[inline]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the kind that the piece promotes to.
    #[inline]
    pub const fn promotion(&self) -> Option<Kind> {
        if self.promotion == Self::NONE { None } else { Some(Kind::of(self.promotion as usize)) }
    }

    /// Returns the lower-case letter of the promotion, or the letter of the dropped piece.
    pub(crate) const fn letter(&self) -> Option<char> {
        if self.letter == 0 { None } else { Some(self.letter as char) }
    }

    /// Returns the kind of move as its text shows it, where en passant looks like any other move.
    pub(crate) const fn written_how(&self) -> How {
        if self.is_en_passant() { How::Walk } else { self.how }
    }

    /// True if a piece on the board moves on its own: no drop, no castling.
    pub(crate) const fn is_walk(&self) -> bool {
        matches!(self.how, How::Walk | How::EnPassant)
    }

    /// Returns the kind of the piece after the move.
    #[inline]
    pub const fn becomes(&self) -> Kind {
        match self.promotion() {
            Some(kind) => kind,
            None => self.kind,
        }
    }

    /// Returns the squares of the captured pieces; the target need not be among them.
    #[inline]
    pub const fn victims(&self) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        if self.victims[0] != Self::NONE {
            set.insert(Square(self.victims[0]));
        }
        if self.victims[1] != Self::NONE {
            set.insert(Square(self.victims[1]));
        }
        set
    }

    /// True if it captures anything.
    #[inline]
    pub const fn is_capture(&self) -> bool {
        self.victims[0] != Self::NONE
    }

    /// True if it captures or promotes, and so changes the material.
    #[inline]
    pub const fn is_tactical(&self) -> bool {
        self.is_capture() || self.promotion != Self::NONE
    }

    /// True if no earlier position can recur, in any game: it captures, promotes or drops.
    ///
    /// Pawn moves do not count: a pawn of Squirrel Chess can step back, and a ninja pawn can move sideways
    /// and back.
    #[inline]
    pub const fn is_irreversible(&self) -> bool {
        self.is_tactical() || self.is_drop()
    }

    /// True if it drops a ninja pawn from the hand.
    #[inline]
    pub const fn is_drop(&self) -> bool {
        matches!(self.how, How::Drop)
    }

    /// True if king and rook move together.
    #[inline]
    pub const fn is_castling(&self) -> bool {
        matches!(self.how, How::CastleKingSide | How::CastleQueenSide)
    }

    /// True if the king castles by one square, so that its squares alone would mean a king's step.
    ///
    /// Written `O-Og1`, because `f1g1` is the step.
    #[inline]
    pub const fn castles_like_a_step(&self) -> bool {
        self.is_castling() && distance(self.from, self.to) == 1
    }

    /// Returns the squares that an ordinary pawn passes over and on which it can be captured en passant.
    #[inline]
    pub fn passed(&self, spec: &Spec) -> SquareSet {
        let leap = self.from.rank().abs_diff(self.to.rank());
        let color = if self.to > self.from { Color::White } else { Color::Black };
        let rank = usize::from(spec.relative_rank(color, self.from.rank()));
        if spec.is_ordinary_pawn(self.kind)
            && leap > 1
            && self.promotion == Self::NONE
            && spec.pawn.en_passant_from[rank]
        {
            between(self.from, self.to)
        } else {
            SquareSet::EMPTY
        }
    }

    /// True if it goes straight ahead from this side's view.
    #[inline]
    pub(crate) fn is_straight_up(&self, color: Color) -> bool {
        self.from.file() == self.to.file()
            && match color {
                Color::White => self.to > self.from,
                Color::Black => self.to < self.from,
            }
    }

    /// True if it captures en passant.
    #[inline]
    pub const fn is_en_passant(&self) -> bool {
        matches!(self.how, How::EnPassant)
    }
}

/// Writes the canonical text: `e2e4`, `a9a10q`, `J@e4`, `O-Og1`, `O-O-Oc1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.how {
            How::Walk | How::EnPassant => write!(f, "{}{}", self.from, self.to)?,
            How::Drop => return write!(f, "{}@{}", char::from(self.letter), self.to),
            How::CastleKingSide => write!(f, "O-O{}", self.to)?,
            How::CastleQueenSide => write!(f, "O-O-O{}", self.to)?,
        }
        self.letter().map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
