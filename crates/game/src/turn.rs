//! Checks whose turn it is before a move is chosen.

use super::{Game, Refusal, Rev, UserId};

impl Game {
    /// Checks that a user may move. `at` is the game's event number when the clicked button was made, if any.
    ///
    /// # Errors
    /// The reason why the user may not move.
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
