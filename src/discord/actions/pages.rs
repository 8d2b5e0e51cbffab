//! Actions on browser pages.
//!
//! Carried out in `features/pages.rs`.

use crate::app::PuzzleStand;
use crate::discord::actions::{Learner, Payload, actions};
use crate::game::{GameId, PageGrantId};

actions! {
    /// An action on browser pages.
    PageAction {
        /// Sends a link to a game's page.
        "page" => Open(GameId): ForOne Carried,
        /// Sends a link to the page of all the person's games.
        "page-games" => Games(()): ForOne,
        /// Sends a link to a puzzle's page.
        "page-puzzle" => Puzzle(PuzzleStand): ForOne,
        /// Sends a link to the page of a lesson's step.
        "page-lesson" => Lesson(Learner): ForOne,
        /// Disallows others to watch a game on a page.
        "page-unwatch" => LetNobodyWatch(GameId): ForOne Carried,
        /// Allows others to watch a game on a page.
        "page-watch" => LetWatch(GameId): ForOne Carried,
        /// Ends one page.
        "page-end" => End(PageGrantId): ForOne,
        /// Ends all the person's pages.
        "page-end-all" => EndAll(()): ForOne,
    }
}

impl Payload for PageGrantId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}
