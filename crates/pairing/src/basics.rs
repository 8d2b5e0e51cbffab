//! The types shared by all kinds of tournaments.

use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU8;
use std::ops::{Add, AddAssign};

/// A player's number in a tournament, from 1: the rank by strength before the first round (FIDE C.04.2 B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNumber(NonZeroU8);

impl PlayerNumber {
    /// Returns the player with a number; `None` for 0.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).map(Self)
    }

    /// Returns the player at an index in a list.
    ///
    /// # Panics
    ///
    /// If the index is beyond 254; no tournament is that large.
    #[must_use]
    pub fn at(index: usize) -> Self {
        let number = u8::try_from(index + 1).ok().and_then(Self::new);
        number.expect("a tournament has fewer than 255 players")
    }

    /// Returns the number, from 1.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the index in a list of all players.
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

/// The side of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Side {
    /// Returns the opponent's side.
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
    /// No points.
    pub const ZERO: Self = Self(0);
    /// The points for a draw.
    pub const HALF: Self = Self(1);
    /// The points for a win.
    pub const ONE: Self = Self(2);

    /// Creates points from half points.
    #[must_use]
    pub const fn from_halves(halves: u16) -> Self {
        Self(halves)
    }

    /// Returns the number of half points.
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

/// The outcome of a game between two paired players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won on the board, or the other resigned or ran out of time after the game had begun.
    Won(Side),
    /// A draw.
    Drawn,
    /// The game was never begun, and this side gets the point.
    Forfeited(Side),
    /// The game was never begun, and neither side gets a point.
    NobodyCame,
}

impl Outcome {
    /// True if the two have met: a forfeited game does not count as a game.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn)
    }

    /// Returns the side that gets the whole point.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) | Self::Forfeited(side) => Some(side),
            Self::Drawn | Self::NobodyCame => None,
        }
    }

    /// Returns the points of a side.
    #[must_use]
    pub fn points(self, side: Side) -> Points {
        match self {
            Self::Won(winner) | Self::Forfeited(winner) if winner == side => Points::ONE,
            Self::Won(_) | Self::Forfeited(_) | Self::NobodyCame => Points::ZERO,
            Self::Drawn => Points::HALF,
        }
    }
}

/// A game to be played, with the players' sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The player with White.
    pub white: PlayerNumber,
    /// The player with Black.
    pub black: PlayerNumber,
}

impl Pairing {
    /// Returns the game with the sides reversed.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { white: self.black, black: self.white }
    }

    /// Returns the side of a player; `None` if the player is not in this game.
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

    /// Returns the two players regardless of sides.
    #[must_use]
    pub fn pair(self) -> Pair {
        Pair::new(self.white, self.black)
    }
}

/// Two players without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    stronger: PlayerNumber,
    weaker: PlayerNumber,
}

impl Pair {
    /// Creates the pair of two players.
    #[must_use]
    pub fn new(one: PlayerNumber, other: PlayerNumber) -> Self {
        Self { stronger: one.min(other), weaker: one.max(other) }
    }

    /// Returns the player with the lower number.
    #[must_use]
    pub fn stronger(self) -> PlayerNumber {
        self.stronger
    }

    /// Returns the player with the higher number.
    #[must_use]
    pub fn weaker(self) -> PlayerNumber {
        self.weaker
    }

    /// True if a player is one of the two.
    #[must_use]
    pub fn has(self, player: PlayerNumber) -> bool {
        self.stronger == player || self.weaker == player
    }
}

/// A place in a table, from 1. Players who share places all get the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

/// A contradiction in the data of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// There are too few or too many players.
    Size {
        /// The fewest players allowed.
        least: usize,
        /// The most players allowed.
        most: usize,
    },
    /// A number that no player has.
    Unknown(PlayerNumber),
    /// Two players who should not meet, or not that often, or a player paired with themselves.
    Meeting(Pairing),
    /// A player's number of rounds differs from the others', or a round contradicts an opponent's.
    Contradiction(PlayerNumber),
}
