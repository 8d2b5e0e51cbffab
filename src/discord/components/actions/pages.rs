//! Pages in a browser.
//!
//! Carried out in `features/pages.rs`.

use super::{Learner, Payload, actions};
use crate::app::PuzzleStand;
use crate::game::{GameId, PageGrantId};

actions! {
    /// What is done about pages.
    PageAction {
        /// Get a link to the page of a game.
        "page" => Open(GameId): ForOne Carried,
        /// Get a link to the page of all games of the person.
        "page-games" => Games(()): ForOne,
        /// Get a link to a puzzle on a page.
        "page-puzzle" => Puzzle(PuzzleStand): ForOne,
        /// Get a link to a step of a lesson on a page.
        "page-lesson" => Lesson(Learner): ForOne,
        /// Let nobody watch a game on a page.
        "page-unwatch" => LetNobodyWatch(GameId): ForOne Carried,
        /// Let others watch it.
        "page-watch" => LetWatch(GameId): ForOne Carried,
        /// End one page.
        "page-end" => End(PageGrantId): ForOne,
        /// End all pages of the person.
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
