//! The features that the operator can switch off temporarily.

use crate::rules::listed;

listed! {
    /// A feature that can be switched off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Feature {
        /// Puzzles, and the daily puzzle.
        Puzzles,
        /// Making and joining tournaments.
        Tournaments,
        /// Opening and joining ladders, and challenges for places on them.
        Ladders,
        /// Games against the bot.
        BotGames,
        /// Adding and beginning games from files.
        OwnGames,
        /// Links to pages in a browser.
        Pages,
        /// Push messages about the player's turn; Discord pings are used instead.
        Push,
        /// Analysing games.
        Analysis,
    }
}

impl Feature {
    /// Its name, as typed and stored.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Tournaments => "tournaments",
            Self::Ladders => "ladders",
            Self::BotGames => "bot-games",
            Self::OwnGames => "own-games",
            Self::Pages => "pages",
            Self::Push => "push",
            Self::Analysis => "analysis",
        }
    }
}
