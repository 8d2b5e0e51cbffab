//! The stored and typed words for tournaments.

use rules::Color;
use strum::{EnumIter, EnumString, IntoStaticStr};

/// The pairing system of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentKind {
    /// All players meet each other.
    RoundRobin,
    /// The loser of a match is eliminated.
    KnockOut,
    /// All players play in every round, against opponents with about as many points.
    Swiss,
}

impl TournamentKind {
    /// Returns the word used in the database and in commands.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// Returns the fewest and the most players.
    pub const fn players(self) -> (u32, u32) {
        match self {
            Self::RoundRobin => (3, 10),
            Self::KnockOut => (4, 32),
            Self::Swiss => (9, 64),
        }
    }
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentState {
    /// Players can join.
    Open,
    /// Games are being played.
    Running,
    /// It has ended.
    Over,
    /// It was cancelled before it began.
    CalledOff,
}

impl TournamentState {
    /// Returns the word used in the database.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// The result of a tournament game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White forfeited the game.
    WhiteForfeits,
    /// Black forfeited the game.
    BlackForfeits,
    /// Both players forfeited the game.
    BothForfeit,
    /// Half a point each without a game: the players block each other, or the game could not be played.
    Halves,
    /// A point without an opponent.
    Bye,
}

impl TournamentResult {
    /// Returns the word used in the database.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// Returns the result of a game that this side forfeited.
    pub const fn forfeited_by(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteForfeits,
            Color::Black => Self::BlackForfeits,
        }
    }
}
