//! How a game can end.

use crate::rules::{Claim, Color, DrawReason, State};
use std::fmt;
use std::str::FromStr;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side mated.
    Checkmate(Color),
    /// This side's king captured the scepter.
    Scepter(Color),
    /// This side's king escaped.
    Escape(Color),
    /// This side won because the other resigned.
    Resigned(Color),
    /// No legal move and no check: a draw.
    Stalemate,
    /// Drawn without anybody's word.
    Draw(DrawReason),
    /// A draw that was claimed.
    Claimed(Claim),
    /// A draw that both agreed to.
    Agreed,
    /// Ended without a result.
    Aborted,
    /// Ended without a result, because its channel was deleted.
    ChannelDeleted,
}

impl Ending {
    /// The ending that a position brings by itself.
    pub fn of(state: State) -> Option<Self> {
        match state {
            State::Ongoing | State::Check => None,
            State::Checkmate(color) => Some(Self::Checkmate(color)),
            State::Stalemate => Some(Self::Stalemate),
            State::Scepter(color) => Some(Self::Scepter(color)),
            State::Escape(color) => Some(Self::Escape(color)),
            State::Draw(reason) => Some(Self::Draw(reason)),
        }
    }

    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(color) | Self::Scepter(color) | Self::Escape(color) | Self::Resigned(color) => {
                Some(color)
            }
            _ => None,
        }
    }

    /// Every ending there is, for reading the stored form back.
    pub fn all() -> impl Iterator<Item = Self> {
        let won = Color::BOTH
            .into_iter()
            .flat_map(|c| [Self::Checkmate(c), Self::Scepter(c), Self::Escape(c), Self::Resigned(c)]);
        let drawn = [DrawReason::Material, DrawReason::Fivefold, DrawReason::SeventyFive].map(Self::Draw);
        let claimed = [Claim::Threefold, Claim::FiftyMoves].map(Self::Claimed);
        let others = [Self::Stalemate, Self::Agreed, Self::Aborted, Self::ChannelDeleted];
        won.chain(drawn).chain(claimed).chain(others)
    }
}

/// The stored form: `checkmate white` (the winner), `draw fivefold`, `aborted`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate(color) => State::Checkmate(*color).fmt(f),
            Self::Scepter(color) => State::Scepter(*color).fmt(f),
            Self::Escape(color) => State::Escape(*color).fmt(f),
            Self::Resigned(color) => write!(f, "resigned {}", color.slug()),
            Self::Stalemate => State::Stalemate.fmt(f),
            Self::Draw(reason) => State::Draw(*reason).fmt(f),
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
        Self::all().find(|ending| ending.to_string() == text).ok_or(NoEnding)
    }
}
