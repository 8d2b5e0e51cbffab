//! The words for tournaments that are stored and typed.

use rules::Color;
use strum::{EnumIter, EnumString, IntoStaticStr};

/// How it is decided who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentKind {
    /// Everybody meets everybody.
    RoundRobin,
    /// Whoever loses is out.
    KnockOut,
    /// Everybody plays in every round, against somebody with about as many points.
    Swiss,
}

impl TournamentKind {
    /// The word in the database and in commands.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The fewest and the most players.
    pub const fn players(self) -> (u32, u32) {
        match self {
            Self::RoundRobin => (3, 10),
            Self::KnockOut => (4, 32),
            Self::Swiss => (9, 64),
        }
    }
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentState {
    /// People can join.
    Open,
    /// It is played.
    Running,
    /// It has ended.
    Over,
    /// It never began.
    CalledOff,
}

impl TournamentState {
    /// The word in the database.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// How a game of a tournament came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White did not come to it.
    WhiteForfeits,
    /// Black did not come to it.
    BlackForfeits,
    /// Neither came to it.
    BothForfeit,
    /// Half a point each without a game: they block each other, or the game could not be played.
    Halves,
    /// A point without an opponent.
    Bye,
}

impl TournamentResult {
    /// The word in the database.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The result where this side did not come.
    pub const fn forfeited_by(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteForfeits,
            Color::Black => Self::BlackForfeits,
        }
    }
}
