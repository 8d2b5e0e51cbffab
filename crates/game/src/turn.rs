//! Checks whose turn it is before a move is chosen.

use super::{Game, Refusal, Rev, UserId};

impl Game {
    /// Whether a person may move. `at` is where the game stood when the clicked button was made, if there was one.
    ///
    /// # Errors
    /// The reason why not.
    pub fn may_move(&self, who: UserId, at: Option<Rev>) -> Result<(), Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Over(ending));
        }
        if at.is_some_and(|then| !self.is_fresh(then)) {
            return Err(Refusal::Stale);
        }
        let side = self.side_of(who).ok_or(Refusal::NotAPlayer)?;
        if side == self.turn() { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }
}
