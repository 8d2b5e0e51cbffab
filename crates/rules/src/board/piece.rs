//! Colours and pieces.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// `white` or `black`, the form used on the command line and in stored games.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Uses one value for both sides.
    #[inline]
    pub fn both(value: T) -> Self
    where
        T: Copy,
    {
        Self { white: value, black: value }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// A kind of piece: its index in [`Spec::kinds`](crate::spec::Spec::kinds) of its game.
///
/// The same number is another kind in another game. Its name and movement are in its
/// [`PieceType`](super::piece_type::PieceType).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The king, first in the table of every game.
    pub const KING: Self = Self(0);

    /// The most kinds a game may have.
    ///
    /// A kind's number plus one must fit into four bits, both in [`Move::code`], where 0 means no promotion,
    /// and in the packed boards that detect repetitions, where 0 means an empty square.
    ///
    /// [`Move::code`]: crate::Move::code
    pub const MOST: usize = (1 << 4) - 1;

    /// Returns all kinds that any game could have.
    pub fn every() -> impl Iterator<Item = Self> {
        (0..Self::MOST).map(Self::of)
    }

    /// Returns the kind with this number, which must be below [`Kind::MOST`].
    #[inline]
    pub(crate) const fn of(number: usize) -> Self {
        debug_assert!(number < Self::MOST);
        Self(number as u8)
    }

    /// Returns its number, below [`Kind::MOST`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit of this kind in a set of kinds.
    #[inline]
    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}", self.0)
    }
}

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// The kind of piece.
    pub kind: Kind,
}
