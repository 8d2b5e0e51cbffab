//! The permanent gain of a move.

use super::{Case, Merit, force, victory};
use crate::root::Engine;
use rules::{Line, Move};

impl Engine {
    /// Returns the game or the pieces that a legal move wins against every reply.
    ///
    /// `None` if it wins neither or if that is not proven.
    pub fn lasting_gain(&mut self, line: &Line, mv: &Move) -> Option<Merit> {
        let case = Case::new(line, mv)?;
        if let Some(victory) = victory(&case.after) {
            return Some(Merit::Wins(victory));
        }
        if case.after.termination().is_some() {
            return None;
        }
        let merit = self.won_by_force(&case).or_else(|| force::material(&case))?;
        (!matches!(merit, Merit::TakesBack(_))).then_some(merit)
    }
}
