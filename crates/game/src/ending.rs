//! The possible endings of a game.

use rules::{Claim, Color, Every, Termination, every};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

every! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ending {
        /// Decided by the moves alone.
        Played(Termination),
        /// This side won because the other resigned.
        Resigned(Color),
        /// A claimed draw.
        Claimed(Claim),
        /// A draw by agreement.
        Agreed,
        /// This side won because the other one did not move in time.
        TimeOut(Color),
        /// A side did not move in time, but the other could no longer have won.
        TimeOutDraw,
        /// A side did not make its first move in time; the game has no result.
        TimeOutAborted,
        /// Ended without a result.
        Aborted,
        /// Ended without a result because its channel was deleted.
        ChannelDeleted,
        /// Ended without a result because the bot was removed from its server.
        Removed,
        /// Ended without a result by the operator of the bot.
        Stopped,
    }
}

impl Ending {
    /// Returns the winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Played(how) => how.winner(),
            Self::Resigned(winner) | Self::TimeOut(winner) => Some(winner),
            Self::TimeOutDraw
            | Self::TimeOutAborted
            | Self::Claimed(_)
            | Self::Agreed
            | Self::Aborted
            | Self::ChannelDeleted
            | Self::Removed
            | Self::Stopped => None,
        }
    }

    /// True if it ended without a result.
    pub const fn is_abort(self) -> bool {
        matches!(
            self,
            Self::Aborted | Self::TimeOutAborted | Self::ChannelDeleted | Self::Removed | Self::Stopped
        )
    }

    /// True if time was up. No user action causes such an ending.
    pub const fn is_on_time(self) -> bool {
        matches!(self, Self::TimeOut(_) | Self::TimeOutDraw | Self::TimeOutAborted)
    }
}

/// Writes the stored form: `checkmate white` (the winner), `draw fivefold`, `aborted`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played(how) => how.fmt(f),
            Self::Resigned(winner) => write!(f, "resigned {}", winner.slug()),
            Self::Claimed(Claim::Threefold) => f.write_str("draw threefold"),
            Self::Claimed(Claim::FiftyMoves) => f.write_str("draw fifty"),
            Self::TimeOut(winner) => write!(f, "time {}", winner.slug()),
            Self::TimeOutDraw => f.write_str("draw time"),
            Self::TimeOutAborted => f.write_str("aborted time"),
            Self::Agreed => f.write_str("draw agreed"),
            Self::Aborted => f.write_str("aborted"),
            Self::ChannelDeleted => f.write_str("channel deleted"),
            Self::Removed => f.write_str("removed"),
            Self::Stopped => f.write_str("aborted stop"),
        }
    }
}

/// The error for a text that is not the stored form of any ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEnding;

static BY_STORED_FORM: LazyLock<HashMap<String, Ending>> =
    LazyLock::new(|| Ending::every().into_iter().map(|ending| (ending.to_string(), ending)).collect());

impl FromStr for Ending {
    type Err = NoEnding;

    fn from_str(text: &str) -> Result<Self, NoEnding> {
        BY_STORED_FORM.get(text).copied().ok_or(NoEnding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SQL statements and schema triggers of the store derive the winner from this suffix.
    #[test]
    fn the_stored_form_ends_with_the_winner() {
        for ending in Ending::every() {
            let text = ending.to_string();
            let named = Color::BOTH.into_iter().find(|side| text.ends_with(&format!(" {}", side.slug())));
            assert_eq!(named, ending.winner(), "{text}");
            assert_eq!(text.parse(), Ok(ending));
        }
    }
}
