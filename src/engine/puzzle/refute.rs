//! Why a move is not the solution: the reply that shows it.

use super::super::root::{Engine, Toil};
use super::super::solver::Solver;
use super::super::weights::Weights;
use super::{Aim, Puzzle};
use crate::rules::{Line, Move};

/// Positions that the engine looks at for the reply, and bytes of its table.
const NODES: u64 = 4_000;
const TABLE: usize = 1 << 20;
/// Positions that the solver looks at, to know which replies hold.
const PROOF: u64 = 60_000;

/// The best reply to this move, which is played in the solution's place after so many of its plies; none where the game is over. It is
/// the same each time. Where a win was asked for it is one after which there is none in time, if that is soon known.
pub fn refutation(puzzle: &Puzzle, plies: usize, mv: Move) -> Option<Move> {
    let mut line = puzzle.line(plies);
    line.play(mv).ok()?;
    // Alone, so that no earlier position of the line counts as a repetition.
    let after = Line::new(*line.position());
    let mut engine = Engine::new(Weights::of(puzzle.variant()), TABLE);
    let best = engine.think(&after, Toil::nodes(NODES), &|| false, &mut |_| ()).best()?;
    let Aim::Win(own) = puzzle.aim() else { return Some(best) };
    let left = own.saturating_sub(plies as u32 / 2 + 1);
    let Ok((holding, None)) = Solver::new(PROOF).longest_replies(after.position(), left) else {
        return Some(best);
    };
    if holding.contains(&best) { Some(best) } else { holding.first().copied() }
}
