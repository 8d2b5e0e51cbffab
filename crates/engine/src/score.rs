//! Scores of positions.

use std::fmt;

/// The score of a win; reduced by the number of plies to it.
pub const MATE: i32 = 30_000;
/// More than any static score, and less than any win that a search can see.
pub const SURE: i32 = MATE - 1_000;
/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// The score of a position for the side to move: centipawns, or a certain win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// A forced win within this many moves of the side to move.
    pub fn win_in(moves: u32) -> Self {
        Self(MATE + 1 - 2 * moves as i32)
    }

    /// Returns the number of moves of the winning side, either one, to a forced win.
    pub fn moves_to_win(self) -> Option<u32> {
        self.plies_to_win().map(|plies| plies.unsigned_abs().div_ceil(2))
    }

    /// Returns the number of plies in which the side to move wins by force; negative if it loses.
    pub fn plies_to_win(self) -> Option<i32> {
        match self.0 {
            worth if worth >= SURE => Some(MATE - worth),
            worth if worth <= -SURE => Some(-MATE - worth),
            _ => None,
        }
    }
}

/// Writes the UCI form: `cp 35`, `mate 2` (in moves, not plies), `mate -1`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_win() {
            Some(plies) => write!(f, "mate {}", i32::midpoint(plies, plies.signum())),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_told_in_moves() {
        for (plies, told) in [(1, "mate 1"), (3, "mate 2"), (5, "mate 3")] {
            assert_eq!(Score(MATE - plies).to_string(), told);
        }
        assert_eq!(Score(2 - MATE).to_string(), "mate -1");
        assert_eq!(Score(-35).to_string(), "cp -35");
    }
}
