//! Which game's rules a page tells.

use crate::app::error::Rejection;
use crate::app::learning::page::LearningAt;
use crate::app::{App, AppResult};
use crate::game::GameId;
use crate::rules::Variant;

impl App {
    /// Which game is played there.
    ///
    /// # Errors
    /// Refused: it is not stored any more, or nobody knows its rules.
    pub async fn variant_of_page(&self, game: GameId) -> AppResult<Variant> {
        let row = self.store.game(game).await?.ok_or(Rejection::NotStored)?;
        Ok(self.variant(&row.variant).await?.ok_or(Rejection::SetAside)?)
    }
}

impl LearningAt {
    /// Of which game it is. None: the address leads nowhere yet.
    pub fn variant(&self) -> Option<Variant> {
        Some(self.line()?.position().variant())
    }
}
