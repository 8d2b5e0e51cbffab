//! The single winning line of a puzzle, and the proof that it is unique.

use super::super::score::SURE;
use super::super::solver::{OutOfBudget, Solver};
use super::material::{DEPTH, MaterialCount, gain};
use super::{Aim, LONGEST_SOLUTION, Puzzle};
use rules::{Move, Position};

/// The least material that a puzzle must win, in centipawns.
const ENOUGH: i32 = 200;
/// The most that any other move may win.
const LITTLE: i32 = 100;
/// The most positions searched for one question.
const MOST_NODES: u64 = 40_000_000;

/// Why a puzzle is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The line wins less than required, or not at the required move.
    Less,
    /// Another move at this ply also wins.
    Second(usize),
    /// The reply at this ply is not the longest defence.
    Reply(usize),
    /// The proof would take too long.
    TooLong,
}

impl From<OutOfBudget> for Doubt {
    fn from(_: OutOfBudget) -> Self {
        Self::TooLong
    }
}

/// Proves lines.
pub struct Prover {
    pub(super) solver: Solver,
    count: MaterialCount,
}

impl Default for Prover {
    fn default() -> Self {
        Self::new(MOST_NODES)
    }
}

impl Prover {
    /// Creates a prover that searches at most this many positions per question.
    pub fn new(most_nodes: u64) -> Self {
        Self { solver: Solver::new(most_nodes), count: MaterialCount::new(most_nodes) }
    }

    /// Proves a puzzle again: its line wins, and the solver has no other winning move at any turn.
    ///
    /// # Errors
    /// [`Doubt`], the reason why it is not proven.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), Doubt> {
        match puzzle.aim() {
            Aim::Win(own) => self.check_win(puzzle, own),
            Aim::Material(_) => self.check_material(puzzle),
        }
    }

    fn check_win(&mut self, puzzle: &Puzzle, own: u32) -> Result<(), Doubt> {
        for (ply, (before, mv, _)) in puzzle.line(puzzle.solution().len()).plies().enumerate() {
            let left = own - ply.div_ceil(2) as u32;
            if ply % 2 == 0 {
                if self.solver.shortest(&before, left)? != Some(left) {
                    return Err(Doubt::Less);
                }
                if self.solver.winning(&before, left)? != [mv] {
                    return Err(Doubt::Second(ply));
                }
            } else if !self.solver.longest_replies(&before, left)?.0.contains(&mv) {
                return Err(Doubt::Reply(ply));
            }
        }
        Ok(())
    }

    fn check_material(&mut self, puzzle: &Puzzle) -> Result<(), Doubt> {
        let mut won = 0;
        for (ply, (before, mv, after)) in puzzle.line(puzzle.solution().len()).plies().enumerate() {
            if ply % 2 == 1 {
                won -= gain(&before, &mv);
                continue;
            }
            self.only(&before, &mv, won, ply)?;
            won += gain(&before, &mv);
            let last = ply + 1 == puzzle.solution().len();
            if last != self.is_on_the_board(&after, won)? {
                return Err(Doubt::Less);
            }
        }
        Ok(())
    }

    /// Returns the unique line by which the side to move wins in exactly `own` of its moves.
    ///
    /// `None` if several moves win at one of its turns.
    pub(super) fn win(&mut self, position: &Position, own: u32) -> Result<Option<Vec<Move>>, OutOfBudget> {
        let winning = self.solver.winning(position, own)?;
        let &[mv] = winning.as_slice() else { return Ok(None) };
        if own == 1 {
            return Ok(Some(vec![mv]));
        }
        let after = position.after_known(&mv);
        let (mut replies, needed) = self.solver.longest_replies(&after, own - 1)?;
        if needed != Some(own - 1) {
            return Ok(None);
        }
        // Captures first, because they are the most natural defence.
        replies.sort_by_key(|reply| !reply.is_capture());
        for reply in replies {
            if let Some(rest) = self.win(&after.after_known(&reply), own - 1)? {
                return Ok(Some([vec![mv, reply], rest].concat()));
            }
        }
        Ok(None)
    }

    /// Returns the unique line that wins material, if no other move does at any of the solver's turns.
    ///
    /// `opinion` supplies the moves and replies.
    pub(super) fn material(
        &mut self,
        position: &Position,
        opinion: &mut dyn FnMut(&Position) -> Option<Move>,
    ) -> Option<Vec<Move>> {
        let (mut now, mut won, mut moves) = (*position, 0, Vec::new());
        for _ in 0..LONGEST_SOLUTION {
            let mv = opinion(&now)?;
            self.only(&now, &mv, won, moves.len()).ok()?;
            won += gain(&now, &mv);
            now = now.after_known(&mv);
            moves.push(mv);
            if self.is_on_the_board(&now, won).ok()? {
                return Some(moves);
            }
            let reply = opinion(&now)?;
            won -= gain(&now, &reply);
            now = now.after_known(&reply);
            moves.push(reply);
        }
        None
    }

    /// Proves that only this move wins enough, together with `won` before it.
    fn only(&mut self, position: &Position, mv: &Move, won: i32, ply: usize) -> Result<(), Doubt> {
        self.count.begin();
        let score = self.count.of_move(position, mv, (ENOUGH - won - 1, SURE), DEPTH)?;
        // A win of the game would be a puzzle of the other kind.
        if won + score < ENOUGH || score >= SURE {
            return Err(Doubt::Less);
        }
        let mut others = position.legal_moves();
        others.sort_by_key(|other| -gain(position, other));
        for other in others.iter().filter(|other| *other != mv) {
            let limit = LITTLE - won;
            if self.count.of_move(position, other, (limit, limit + 1), DEPTH)? > limit {
                return Err(Doubt::Second(ply));
            }
        }
        Ok(())
    }

    /// True if captures so far have won enough, even after the other side's best captures.
    fn is_on_the_board(&mut self, after: &Position, won: i32) -> Result<bool, OutOfBudget> {
        if won < ENOUGH {
            return Ok(false);
        }
        self.count.begin();
        Ok(won - self.count.back(after)? >= ENOUGH)
    }
}
