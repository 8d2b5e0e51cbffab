//! Why a move is not the solution: the reply that shows it, and what that costs.

use super::super::reason::Merit;
use super::super::root::{Engine, SearchLimits};
use super::super::solver::Solver;
use super::super::weights::Weights;
use super::{Aim, Puzzle};
use rules::{Line, Move};

/// Positions that the engine looks at for the reply, and bytes of its table.
const NODES: u64 = 4_000;
const TABLE: usize = 1 << 20;
/// Positions that the solver looks at, to know which replies hold.
const PROOF: u64 = 60_000;

/// What answers a wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// The best reply.
    pub reply: Move,
    /// What the move costs, as far as that is soon known.
    pub cost: Option<WrongMoveCost>,
}

/// What a wrong move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongMoveCost {
    /// The reply takes this for good.
    Taken(Merit),
    /// The game could be won within so many own moves, this one counted, and now it cannot.
    Win(u32),
    /// Material was to be won, and no more than the worth of a Pawn is.
    Material,
}

/// What answers this move, which is played in the solution's place after so many of its plies; none where the game is over. It is the same
/// each time. Where a win was asked for it is a reply after which there is none in time, if that is soon known.
pub fn refutation(puzzle: &Puzzle, plies: usize, mv: Move) -> Option<WrongMove> {
    let mut line = puzzle.line(plies);
    line.play(mv).ok()?;
    // Alone, so that no earlier position of the line counts as a repetition.
    let after = Line::new(*line.position());
    let mut engine = Engine::new(Weights::of(puzzle.variant()), TABLE);
    let best = engine.think(&after, SearchLimits::nodes(NODES), &|| false, &mut |_| ()).best()?;
    let Aim::Win(own) = puzzle.aim() else {
        // That no other move wins more is part of the puzzle's proof.
        return Some(WrongMove { reply: best, cost: Some(WrongMoveCost::Material) });
    };
    let left = own.saturating_sub(plies as u32 / 2 + 1);
    let Ok((holding, None)) = Solver::new(PROOF).longest_replies(after.position(), left) else {
        return Some(WrongMove { reply: best, cost: None });
    };
    let reply = if holding.contains(&best) { best } else { *holding.first()? };
    Some(WrongMove { reply, cost: Some(WrongMoveCost::Win(left + 1)) })
}

/// What the reply to such a move takes from the solver for good: the game or pieces, if that is proven. To find it takes longer.
pub fn cost_of_reply(puzzle: &Puzzle, plies: usize, mv: Move, reply: Move) -> Option<Merit> {
    let mut line = puzzle.line(plies);
    line.play(mv).ok()?;
    Engine::new(Weights::of(puzzle.variant()), TABLE).lasting_gain(&line, &reply)
}
