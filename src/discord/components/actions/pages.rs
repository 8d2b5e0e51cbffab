//! Pages in a browser.

use super::{Payload, actions};
use crate::game::{GameId, PageGrantId};

actions! {
    /// What is done about pages.
    PageAction {
        /// Get a link to the page of a game.
        "page" => Open(GameId): ForOne,
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
