//! The game whose rules a page shows.

use crate::app::error::Rejection;
use crate::app::learning::page::LearningAt;
use crate::app::{App, AppResult, PageGame};
use crate::rules::Variant;

impl App {
    /// The variant of a page's game.
    ///
    /// # Errors
    /// Refused: the variant is unknown.
    pub async fn variant_of_page(&self, game: &PageGame) -> AppResult<Variant> {
        Ok(self.variant(game.slug()).await?.ok_or(Rejection::SetAside)?)
    }
}

impl LearningAt {
    /// The variant; `None`: the address is not yet valid.
    pub fn variant(&self) -> Option<Variant> {
        Some(self.line()?.position().variant())
    }
}
