//! How a game can end.

use crate::rules::{Claim, Color, Every, Termination, every};
use std::fmt;
use std::str::FromStr;

every! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ending {
        /// By its moves alone.
        Played(Termination),
        /// This side won because the other resigned.
        Resigned(Color),
        /// A draw that was claimed.
        Claimed(Claim),
        /// A draw that both agreed to.
        Agreed,
        /// Ended without a result.
        Aborted,
        /// Ended without a result, because its channel was deleted.
        ChannelDeleted,
    }
}

impl Ending {
    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Played(how) => how.winner(),
            Self::Resigned(winner) => Some(winner),
            Self::Claimed(_) | Self::Agreed | Self::Aborted | Self::ChannelDeleted => None,
        }
    }
}

/// The stored form: `checkmate white` (the winner), `draw fivefold`, `aborted`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played(how) => how.fmt(f),
            Self::Resigned(winner) => write!(f, "resigned {}", winner.slug()),
            Self::Claimed(Claim::Threefold) => f.write_str("draw threefold"),
            Self::Claimed(Claim::FiftyMoves) => f.write_str("draw fifty"),
            Self::Agreed => f.write_str("draw agreed"),
            Self::Aborted => f.write_str("aborted"),
            Self::ChannelDeleted => f.write_str("channel deleted"),
        }
    }
}

/// The text is no stored form of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEnding;

impl FromStr for Ending {
    type Err = NoEnding;

    fn from_str(text: &str) -> Result<Self, NoEnding> {
        Self::every().into_iter().find(|ending| ending.to_string() == text).ok_or(NoEnding)
    }
}
