//! Which game's rules a page tells.

use crate::app::error::Rejection;
use crate::app::learning::page::LearningAt;
use crate::app::{App, AppResult, PageGame};
use crate::rules::Variant;

impl App {
    /// Which game is played there.
    ///
    /// # Errors
    /// Refused: it is not stored any more, or nobody knows its rules.
    pub async fn variant_of_page(&self, game: &PageGame) -> AppResult<Variant> {
        Ok(self.variant(game.slug()).await?.ok_or(Rejection::SetAside)?)
    }
}

impl LearningAt {
    /// Of which game it is. None: the address leads nowhere yet.
    pub fn variant(&self) -> Option<Variant> {
        Some(self.line()?.position().variant())
    }
}
