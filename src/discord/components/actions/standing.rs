//! Leaderboards.
//!
//! Carried out in `features/standing.rs`.

use super::{Payload, actions};
use crate::games;
use crate::rules::Variant;

actions! {
    /// What is shown of how people stand.
    StandingAction {
        /// See who has solved the puzzles of the day in this server.
        "daily-table" => DailyTable(()): Reads ForOne,
        /// See a page of a leaderboard, instead of what the message shows.
        "leaders" => Leaders(LeadersPage): Reads ForOne,
    }
}

/// A page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadersPage {
    pub game: Variant,
    /// Of everybody; else of the server where the button is.
    pub everywhere: bool,
    /// Counted from 0.
    pub page: u32,
}

impl Payload for LeadersPage {
    fn write(&self) -> String {
        let of = if self.everywhere { "all" } else { "server" };
        format!("{}:{of}:{}", self.game.slug(), self.page)
    }

    fn parse(text: &str) -> Option<Self> {
        let [game, of, page] = text.split(':').collect::<Vec<_>>()[..] else { return None };
        let everywhere = match of {
            "all" => true,
            "server" => false,
            _ => return None,
        };
        Some(Self { game: games::from_slug(game)?, everywhere, page: page.parse().ok()? })
    }
}
