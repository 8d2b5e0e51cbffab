//! The words that all kinds of tournaments share.

use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU8;
use std::ops::{Add, AddAssign};

/// A player's number in a tournament, from 1: the place in the order of strength before the first round (FIDE C.04.2 B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNumber(NonZeroU8);

impl PlayerNumber {
    /// The player with a number. None for 0.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).map(Self)
    }

    /// The player at a place in a list, from 0.
    ///
    /// # Panics
    ///
    /// If the place is beyond 254; no tournament is that large.
    #[must_use]
    pub fn at(index: usize) -> Self {
        let number = u8::try_from(index + 1).ok().and_then(Self::new);
        number.expect("a tournament has fewer than 255 players")
    }

    /// The number, from 1.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0.get()
    }

    /// The place in a list of all players, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.get()) - 1
    }
}

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The side that a player has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The other one.
    Black,
}

impl Side {
    /// The opponent's side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Points, counted in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u16);

impl Points {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// A draw's worth.
    pub const HALF: Self = Self(1);
    /// A win's worth.
    pub const ONE: Self = Self(2);

    /// So many half points.
    #[must_use]
    pub const fn from_halves(halves: u16) -> Self {
        Self(halves)
    }

    /// The number of half points.
    #[must_use]
    pub const fn halves(self) -> u16 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// How a game between two paired players came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Somebody won on the board, or because the other resigned or ran out of time after the game had begun.
    Won(Side),
    /// A draw.
    Drawn,
    /// The game was never begun, and this side is given the point.
    Forfeited(Side),
    /// The game was never begun, and nobody is given a point.
    NobodyCame,
}

impl Outcome {
    /// Whether the two have met: a forfeited game does not count as a game.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn)
    }

    /// The side that has the whole point, if any.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) | Self::Forfeited(side) => Some(side),
            Self::Drawn | Self::NobodyCame => None,
        }
    }

    /// What a side gets.
    #[must_use]
    pub fn points(self, side: Side) -> Points {
        match self {
            Self::Won(winner) | Self::Forfeited(winner) if winner == side => Points::ONE,
            Self::Won(_) | Self::Forfeited(_) | Self::NobodyCame => Points::ZERO,
            Self::Drawn => Points::HALF,
        }
    }
}

/// A game that is to be played: who has which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// Who has White.
    pub white: PlayerNumber,
    /// Who has Black.
    pub black: PlayerNumber,
}

impl Pairing {
    /// The same game with the sides reversed.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { white: self.black, black: self.white }
    }

    /// The side of a player. None if it is not theirs.
    #[must_use]
    pub fn side_of(self, player: PlayerNumber) -> Option<Side> {
        if self.white == player {
            Some(Side::White)
        } else if self.black == player {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// The two players, whichever sides they have.
    #[must_use]
    pub fn pair(self) -> Pair {
        Pair::new(self.white, self.black)
    }
}

/// Two players in no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    stronger: PlayerNumber,
    weaker: PlayerNumber,
}

impl Pair {
    /// The pair of two players.
    #[must_use]
    pub fn new(one: PlayerNumber, other: PlayerNumber) -> Self {
        Self { stronger: one.min(other), weaker: one.max(other) }
    }

    /// The one with the lower number.
    #[must_use]
    pub fn stronger(self) -> PlayerNumber {
        self.stronger
    }

    /// The one with the higher number.
    #[must_use]
    pub fn weaker(self) -> PlayerNumber {
        self.weaker
    }

    /// Whether a player is one of the two.
    #[must_use]
    pub fn has(self, player: PlayerNumber) -> bool {
        self.stronger == player || self.weaker == player
    }
}

/// A place in a table, from 1. Those who share a place all have the first of the places that they take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

/// What is wrong with what a tournament is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// There are too few or too many players.
    Size {
        /// The fewest with which it can be held.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A number that no player has.
    Unknown(PlayerNumber),
    /// Two players who should not meet, or not so often, or one who meets themselves.
    Meeting(Pairing),
    /// A player's rounds are not as many as the others', or tell another story than an opponent's.
    Contradiction(PlayerNumber),
}
