//! The root of a search: iterative deepening until the limits are reached.
//!
//! Counts of positions and seeds bound a search. Each search begins without what the last one found, so a repeated one finds the same.
//! Where it is winning, the solver then looks for a shorter win.
//! Only `rookery engine` lets a clock, or `stop`, end a search early, and only where it is told to.

use std::str::FromStr;

use super::node::Node;
use super::order::QuietMoves;
use super::score::{MATE, SURE, Score};
use super::search::{CLAIMABLE, DEEPEST, SearchBudget, Tree};
use super::solver::Solver;
use super::table::TranspositionTable;
use super::weights::Weights;
use rules::{Line, Move};

/// Half the width of the first aspiration window around the score of the previous depth, in hundredths of a pawn.
const WINDOW: i32 = 40;

/// The largest noise that can be asked for: a whole army.
const MOST_NOISE: u32 = 10_000;

/// The most moves of the winning side in a win that is proven after a search.
const SHORT_WIN_MOVES: u32 = 3;
/// From this score on such a win is looked for, in hundredths of a pawn.
const WINNING: i32 = 300;
/// The solver may look at one position for so many of the search, as each of its positions costs several times as much.
const NODES_PER_PROOF_NODE: u64 = 20;
/// The most positions the solver looks at.
const MOST_PROOF_NODES: u64 = 20_000;
/// With fewer positions than this the solver does not begin.
const FEWEST_PROOF_NODES: u64 = 1_000;

/// The limits of a search. The same limits on the same line always find the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most positions it may look at. The proof of a short win, which follows where it is winning, may add a twentieth.
    pub nodes: u64,
    /// The most plies it may look ahead, not counting the quiescence search.
    pub depth: u32,
    /// The largest random error of its judgment, in hundredths of a pawn, which makes it play like a beginner.
    pub noise: u32,
    /// The seed of those errors.
    pub seed: u64,
}

impl SearchLimits {
    /// A limit of this many positions, without errors.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: DEEPEST as u32, noise: 0, seed: 0 }
    }

    /// A limit of this many plies, without errors.
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: u64::MAX, depth, noise: 0, seed: 0 }
    }
}

/// The text is no limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitsDefect;

impl FromStr for SearchLimits {
    type Err = LimitsDefect;

    /// Reads positions, plies and noise as in `4000 1 600`, or positions alone as in `250`; the seed is 0.
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
    /// The best moves of both sides from here; empty only where the game is over.
    pub line: Vec<Move>,
    /// The score of the position for the side to move.
    pub score: Score,
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line looked at, quiescence search included.
    pub furthest: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl Thought {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// An engine for one game. It reuses its allocations from search to search, but forgets what it found.
pub struct Engine {
    weights: Weights,
    table: TranspositionTable,
    quiet: QuietMoves,
}

impl Engine {
    /// An engine with these weights and a transposition table of at most this many bytes.
    pub fn new(weights: &Weights, table_bytes: usize) -> Self {
        Self {
            weights: weights.clone(),
            table: TranspositionTable::new(table_bytes),
            quiet: QuietMoves::new(DEEPEST + 1),
        }
    }

    /// The weights it evaluates with.
    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Finds the best move in the current position of a line. `stop` is polled; `each` is called with the result of every depth.
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
        // A search of a few plies looks no further than these, and one that a clock bounds stops when it must.
        let by_nodes = limits.nodes < u64::MAX && limits.depth >= DEEPEST as u32;
        if by_nodes && limits.noise == 0 && !stop() && prove_short_win(line, limits.nodes, &mut best) {
            each(&best);
        }
        best
    }
}

/// Puts a proven win within [`SHORT_WIN_MOVES`] own moves in the place of what a search found, where that wins later or is not seen to win.
/// Returns whether there is one.
///
/// Reductions of late moves hide some short wins behind a longer one. Whoever wins needs the shortest: it leaves no room for mistakes.
///
/// The solver knows neither the fifty-move rule nor the game before. So it is not asked close to that rule, nor where a position has
/// already been repeated: one of its moves could then be the third repetition.
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
    // The first answer that is not "none": a win, or that the budget is used up.
    let won = within.find_map(|moves| Some((moves, solver.win(position, moves).transpose()?)));
    best.nodes += solver.nodes();
    let Some((moves, Ok(mv))) = won else { return false };
    best.line = vec![mv];
    best.score = Score::win_in(moves);
    true
}

/// Whether some position since the last irreversible move has been on the board twice.
fn is_repeating(line: &Line) -> bool {
    let mut keys: Vec<u64> = path(line).into_iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// A search with an aspiration window around the expected score, widened when the score lies outside.
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

/// The keys of the positions since the last irreversible move, and whether the move to each was irreversible.
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
