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

    /// The opponent.
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

    /// `white` or `black`, as the command line and stored games write it.
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
    /// The same for both sides.
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

/// Defines [`Kind`]: a kind stands in its one list, so it is nowhere left out.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident $name:literal,)+) => {
        /// What a piece is, across all games.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        impl Kind {
            /// All kinds.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$kind),+];

            /// How many kinds there are, [`Kind::MOST`] at most.
            pub const COUNT: usize = [$($name),+].len();

            /// How many kinds there may be: one more than a kind's number takes four bits, in the number of a move ([`Move::code`]), where 0
            /// stands for no promotion, and in the boards that are kept to find repetitions, where it stands for an empty square. More
            /// of them want a fifth bit in both places.
            ///
            /// [`Move::code`]: super::Move::code
            pub const MOST: usize = (1 << 4) - 1;

            /// The English name, as players read it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

kinds! {
    /// Royal, one step in any direction.
    King "King",
    /// Slides in all eight directions.
    Queen "Queen",
    /// Slides along ranks and files.
    Rook "Rook",
    /// Slides along diagonals.
    Bishop "Bishop",
    /// Leaps (1,2).
    Knight "Knight",
    /// The ordinary pawn; its steps depend on the game.
    Pawn "Pawn",
    /// The Bird: slides like a rook, takes by flying over, lands like a helicopter two squares away.
    FlyingBomber "Flying Bomber",
    /// One or two diagonal steps, taking what it leaps over.
    NinjaGuard "Ninja Guard",
    /// The pawn that is dropped from the hand.
    NinjaPawn "Ninja Pawn",
    /// One step in any direction, not royal (Claustrophobia).
    QueenGuard "Queen-Guard",
    /// One step in any direction; freezes the enemies beside her (Prison Break).
    IceQueen "Ice Queen",
    /// Leaps (1,3).
    Camel "Camel",
    /// Leaps (0,2), (1,2), (2,2).
    Squirrel "Squirrel",
    /// One step in any direction; brakes the enemies round it (Squirrel Chess).
    Guard "Guard",
}

impl Kind {
    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}
