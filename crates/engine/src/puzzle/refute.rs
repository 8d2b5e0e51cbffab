//! Why a move is not the solution: the reply that refutes it, and what the move costs.

use super::super::reason::Merit;
use super::super::root::{Engine, SearchLimits};
use super::super::solver::Solver;
use super::super::weights::Weights;
use super::{Aim, Puzzle};
use rules::{Line, Move};

/// Nodes of the engine's search for the reply, and size of its table in bytes.
const NODES: u64 = 4_000;
const TABLE: usize = 1 << 20;
/// The solver's budget in positions for finding the replies that hold.
const PROOF: u64 = 60_000;

/// The answer to a wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// The best reply.
    pub reply: Move,
    /// The cost of the move, if it can be found quickly.
    pub cost: Option<WrongMoveCost>,
}

/// The cost of a wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongMoveCost {
    /// The reply permanently wins this.
    Taken(Merit),
    /// The game could be won within this many own moves, including this one, and no longer can.
    Win(u32),
    /// Material could be won, but the move wins no more than a Pawn's worth.
    Material,
}

/// Returns the reply to this move, played instead of the solution's move after `plies` plies.
///
/// It is deterministic. `None` if the game is over. If the task is to win the game, the reply prevents a win
/// in time, provided that such a reply is found quickly.
pub fn refutation(puzzle: &Puzzle, plies: usize, mv: Move) -> Option<WrongMove> {
    let mut line = puzzle.line(plies);
    line.play(mv).ok()?;
    // Without the history, so that no earlier position of the line counts as a repetition.
    let after = Line::new(*line.position());
    let mut engine = Engine::new(Weights::of(puzzle.variant()), TABLE);
    let best = engine.think(&after, SearchLimits::nodes(NODES), &|| false, &mut |_| ()).best()?;
    let Aim::Win(own) = puzzle.aim() else {
        // The puzzle's proof implies that no other move wins more.
        return Some(WrongMove { reply: best, cost: Some(WrongMoveCost::Material) });
    };
    let left = own.saturating_sub(plies as u32 / 2 + 1);
    let Ok((holding, None)) = Solver::new(PROOF).longest_replies(after.position(), left) else {
        return Some(WrongMove { reply: best, cost: None });
    };
    let reply = if holding.contains(&best) { best } else { *holding.first()? };
    Some(WrongMove { reply, cost: Some(WrongMoveCost::Win(left + 1)) })
}

/// Returns what the reply to such a move permanently wins from the solver, the game or pieces, if that is
/// proven.
///
/// This takes longer than `refutation`.
pub fn cost_of_reply(puzzle: &Puzzle, plies: usize, mv: Move, reply: Move) -> Option<Merit> {
    let mut line = puzzle.line(plies);
    line.play(mv).ok()?;
    Engine::new(Weights::of(puzzle.variant()), TABLE).lasting_gain(&line, &reply)
}
