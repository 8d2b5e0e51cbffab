//! The names of what whoever runs the bot can switch off for a while.

use crate::rules::listed;

listed! {
    /// Something that can be switched off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Feature {
        /// Puzzles, and the puzzle of the day.
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
        /// Messages of browsers that tell of one's turn; Discord pings instead.
        Push,
        /// Analysing games.
        Analysis,
    }
}

impl Feature {
    /// Its name, as it is typed and stored.
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
