//! Actions that show leaderboards.
//!
//! Carried out in `features/standing.rs`.

use crate::discord::actions::{Payload, actions};
use crate::games;
use crate::rules::Variant;

actions! {
    /// A request for a leaderboard.
    StandingAction {
        /// Shows who has solved the puzzles of the day in this server.
        "daily-table" => DailyTable(()): Reads ForOne,
        /// Shows a page of a leaderboard, in place of the message.
        "leaders" => Leaders(LeadersPage): Reads ForOne,
    }
}

/// A page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadersPage {
    pub game: Variant,
    /// Covers all servers; otherwise only the server with the button.
    pub everywhere: bool,
    /// The page number, counted from 0.
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
