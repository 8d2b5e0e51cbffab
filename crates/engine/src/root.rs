//! The root of a search: iterative deepening until the limits are reached.
//!
//! Searches are bounded by node counts and seeds. Each search starts without the results of the last one, so
//! repeating it gives the same result. If the position is winning, the solver then looks for a shorter win.
//! Only `rookery engine` lets a clock or `stop` end a search early, and only on request.

use std::str::FromStr;

use super::node::Node;
use super::order::QuietMoves;
use super::score::{MATE, SURE, Score};
use super::search::{CLAIMABLE, DEEPEST, SearchBudget, Tree};
use super::solver::Solver;
use super::table::TranspositionTable;
use super::weights::Weights;
use rules::{Line, Move};

/// Half the width of the first aspiration window around the score of the previous depth, in centipawns.
const WINDOW: i32 = 40;

/// The largest noise allowed: a whole army.
const MOST_NOISE: u32 = 10_000;

/// The most moves of the winning side in a win that is proven after a search.
const SHORT_WIN_MOVES: u32 = 3;
/// The least score at which such a win is searched for, in centipawns.
const WINNING: i32 = 300;
/// Search nodes per solver position, because each position of the solver costs several times as much.
const NODES_PER_PROOF_NODE: u64 = 20;
/// The most positions of the solver.
const MOST_PROOF_NODES: u64 = 20_000;
/// With a smaller budget than this the solver is not started.
const FEWEST_PROOF_NODES: u64 = 1_000;

/// The limits of a search. The same limits on the same line always find the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most positions searched. The proof of a short win, run in winning positions, may add a twentieth.
    pub nodes: u64,
    /// The most plies searched, not counting the quiescence search.
    pub depth: u32,
    /// The largest random error of the evaluation in centipawns, which weakens the play.
    pub noise: u32,
    /// The seed of those errors.
    pub seed: u64,
}

impl SearchLimits {
    /// Limits a search to this many positions, without errors.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: DEEPEST as u32, noise: 0, seed: 0 }
    }

    /// Limits a search to this many plies, without errors.
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: u64::MAX, depth, noise: 0, seed: 0 }
    }
}

/// The error for a text that is not a search limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitsDefect;

impl FromStr for SearchLimits {
    type Err = LimitsDefect;

    /// Parses positions, plies and noise as in `4000 1 600`, or positions alone as in `250`; the seed is 0.
    fn from_str(text: &str) -> Result<Self, LimitsDefect> {
        let (nodes, bounds) =
            text.split_once(' ').map_or((text, None), |(nodes, bounds)| (nodes, Some(bounds)));
        let limits = Self::nodes(number(nodes)?);
        let Some(bounds) = bounds else { return Ok(limits) };
        let (depth, noise) = bounds.split_once(' ').ok_or(LimitsDefect)?;
        let limits = Self { depth: number(depth)?, noise: number(noise)?, ..limits };
        if limits.noise <= MOST_NOISE { Ok(limits) } else { Err(LimitsDefect) }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, LimitsDefect> {
    text.parse().map_err(|_| LimitsDefect)
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best moves of both sides from here; empty only if the game is over.
    pub line: Vec<Move>,
    /// The score of the position for the side to move.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line searched, including the quiescence search.
    pub furthest: u32,
    /// Positions searched.
    pub nodes: u64,
}

impl Thought {
    /// Returns the move to play.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// An engine for one game. It reuses its allocations between searches, but not its results.
pub struct Engine {
    weights: Weights,
    table: TranspositionTable,
    quiet: QuietMoves,
}

impl Engine {
    /// Creates an engine with these weights and a transposition table of at most this many bytes.
    pub fn new(weights: &Weights, table_bytes: usize) -> Self {
        Self {
            weights: weights.clone(),
            table: TranspositionTable::new(table_bytes),
            quiet: QuietMoves::new(DEEPEST + 1),
        }
    }

    /// Returns the weights of its evaluation.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Finds the best move in the current position of a line.
    ///
    /// `stop` is polled; `each` is called with the result of every depth.
    pub fn think(
        &mut self,
        line: &Line,
        limits: SearchLimits,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&Thought),
    ) -> Thought {
        self.table.forget();
        self.quiet.forget();
        let node = Node::new(line.position(), &self.weights);
        let mut best = Thought { line: Vec::new(), score: Score(0), depth: 0, furthest: 0, nodes: 0 };
        let Some(first) = line.position().legal_moves().first().copied() else { return best };
        if line.termination().is_some() {
            return best;
        }
        best.line = vec![first];
        let budget =
            SearchBudget { nodes: limits.nodes.max(1), noise: (limits.noise as i32, limits.seed), stop };
        let mut tree = Tree::new(&self.weights, &mut self.table, &mut self.quiet, path(line), &budget);
        for depth in 1..=limits.depth.min(DEEPEST as u32 - 1) {
            let score = aspire(&mut tree, &node, depth as i32, best.score.0);
            let found = std::mem::take(&mut tree.best_line[0]);
            // A better first move counts even if its depth was not finished.
            if !found.is_empty() {
                best.line = found;
            }
            best.nodes = tree.nodes;
            best.furthest = tree.furthest as u32;
            if tree.stopped {
                break;
            }
            best.score = Score(score);
            best.depth = depth;
            each(&best);
            if score.abs() >= SURE && MATE - score.abs() <= depth as i32 {
                break;
            }
        }
        // A search limited by depth goes no deeper than that, and one limited by a clock must stop in time.
        let by_nodes = limits.nodes < u64::MAX && limits.depth >= DEEPEST as u32;
        if by_nodes && limits.noise == 0 && !stop() && prove_short_win(line, limits.nodes, &mut best) {
            each(&best);
        }
        best
    }
}

/// Replaces the result of a search by a proven win within [`SHORT_WIN_MOVES`] own moves, if it has no win as
/// short.
///
/// Returns true if there is such a win.
///
/// Late move reductions hide some short wins behind a longer one. The winning side needs the shortest, which
/// leaves no room for mistakes.
///
/// The solver knows neither the fifty-move rule nor the history of the game. It is therefore not used close
/// to that rule, nor after a repetition: one of its moves could then be the third occurrence.
fn prove_short_win(line: &Line, nodes: u64, best: &mut Thought) -> bool {
    let position = line.position();
    let allowed = (nodes / NODES_PER_PROOF_NODE).min(MOST_PROOF_NODES);
    let seen = best.score.moves_to_win().unwrap_or(u32::MAX);
    let too_late = position.halfmove() + 2 * SHORT_WIN_MOVES > CLAIMABLE;
    if allowed < FEWEST_PROOF_NODES || best.score.0 < WINNING || seen <= 2 || too_late || is_repeating(line) {
        return false;
    }
    let mut solver = Solver::new(allowed);
    let mut within = 2..=SHORT_WIN_MOVES.min(seen - 1);
    // The first result other than "none": a win, or an exhausted budget.
    let won = within.find_map(|moves| Some((moves, solver.win(position, moves).transpose()?)));
    best.nodes += solver.nodes();
    let Some((moves, Ok(mv))) = won else { return false };
    best.line = vec![mv];
    best.score = Score::win_in(moves);
    true
}

/// True if some position since the last irreversible move has occurred twice.
fn is_repeating(line: &Line) -> bool {
    let mut keys: Vec<u64> = path(line).into_iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Searches with an aspiration window around the expected score, widened if the score is outside.
fn aspire(tree: &mut Tree<'_>, node: &Node, depth: i32, expected: i32) -> i32 {
    let (mut low, mut high) = if depth >= 4 { (expected - WINDOW, expected + WINDOW) } else { (-MATE, MATE) };
    let mut step = WINDOW;
    loop {
        let score = tree.search(node, (low.max(-MATE), high.min(MATE)), depth, 0, None);
        if tree.stopped || score > low && score < high {
            return score;
        }
        step *= 3;
        if score <= low {
            low = if step > 1_000 { -MATE } else { score - step };
        } else {
            high = if step > 1_000 { MATE } else { score + step };
        }
        if low <= -MATE && high >= MATE {
            return tree.search(node, (-MATE, MATE), depth, 0, None);
        }
    }
}

/// Returns the keys of the positions since the last irreversible move, each with whether its move was
/// irreversible.
fn path(line: &Line) -> Vec<(u64, bool)> {
    let mut path = vec![(line.start().key(), true)];
    for (_, mv, after) in line.plies() {
        if mv.is_irreversible() {
            path.clear();
        }
        path.push((after.key(), mv.is_irreversible()));
    }
    path
}
