//! Whose turn it is, before anything is said of a move.

use super::{Game, Refusal, Rev, UserId};

impl Game {
    /// Whether somebody may move. `at` is where the game stood when the button was made that is asked by, if there is one.
    ///
    /// # Errors
    /// Why not.
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
