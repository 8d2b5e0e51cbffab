//! A search from its beginning: deeper and deeper until its budget is used up.

use super::node::Node;
use super::order::QuietMoves;
use super::search::{DEEPEST, SearchBudget, Tree};
use super::table::TranspositionTable;
use super::weights::Weights;
use super::worth::{MATE, SURE, Score};
use rules::{Line, Move};

/// Around the worth of the depth before, the next is looked for within this first, in hundredths of a pawn.
const WINDOW: i32 = 40;

/// How much a search may do. The same toil on the same line finds the same move, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Positions it may look at.
    pub nodes: u64,
    /// Plies it may look ahead, captures apart.
    pub depth: u32,
    /// How wrong it may judge a position, in hundredths of a pawn: a beginner's eye.
    pub noise: u32,
    /// Which of the wrong judgments these are.
    pub seed: u64,
}

impl SearchLimits {
    /// So many positions, judged as well as it can.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: DEEPEST as u32, noise: 0, seed: 0 }
    }

    /// So many plies.
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: u64::MAX, depth, noise: 0, seed: 0 }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best moves of both sides from here; empty only where the game is over.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub worth: Score,
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line looked at.
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

/// A player of one game. It keeps its memory from one search to the next, but nothing that it found.
pub struct Engine {
    weights: Weights,
    table: TranspositionTable,
    quiet: QuietMoves,
}

impl Engine {
    /// With these weights and a table of at most so many bytes.
    pub fn new(weights: &Weights, table_bytes: usize) -> Self {
        Self {
            weights: weights.clone(),
            table: TranspositionTable::new(table_bytes),
            quiet: QuietMoves::new(DEEPEST + 1),
        }
    }

    /// What it judges by.
    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Looks for the best move where a game stands. `stop` is asked now and then; `each` hears what each depth has found.
    pub fn think(
        &mut self,
        line: &Line,
        toil: SearchLimits,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&Thought),
    ) -> Thought {
        self.table.forget();
        self.quiet.forget();
        let node = Node::new(line.position(), &self.weights);
        let mut best = Thought { line: Vec::new(), worth: Score(0), depth: 0, furthest: 0, nodes: 0 };
        let Some(first) = line.position().legal_moves().first().copied() else { return best };
        if line.termination().is_some() {
            return best;
        }
        best.line = vec![first];
        let leash = SearchBudget { nodes: toil.nodes.max(1), noise: (toil.noise as i32, toil.seed), stop };
        let mut tree = Tree::new(&self.weights, &mut self.table, &mut self.quiet, path(line), &leash);
        for depth in 1..=toil.depth.min(DEEPEST as u32 - 1) {
            let worth = aspire(&mut tree, &node, depth as i32, best.worth.0);
            let found = std::mem::take(&mut tree.best_line[0]);
            // Of a depth that was broken off a better first move counts all the same.
            if !found.is_empty() {
                best.line = found;
            }
            best.nodes = tree.nodes;
            best.furthest = tree.furthest as u32;
            if tree.stopped {
                break;
            }
            best.worth = Score(worth);
            best.depth = depth;
            each(&best);
            if worth.abs() >= SURE && MATE - worth.abs() <= depth as i32 {
                break;
            }
        }
        best
    }
}

/// A search within a window round what is expected, widened where the truth lies outside.
fn aspire(tree: &mut Tree<'_>, node: &Node, depth: i32, expected: i32) -> i32 {
    let (mut low, mut high) = if depth >= 4 { (expected - WINDOW, expected + WINDOW) } else { (-MATE, MATE) };
    let mut step = WINDOW;
    loop {
        let worth = tree.search(node, (low.max(-MATE), high.min(MATE)), depth, 0, None);
        if tree.stopped || worth > low && worth < high {
            return worth;
        }
        step *= 3;
        if worth <= low {
            low = if step > 1_000 { -MATE } else { worth - step };
        } else {
            high = if step > 1_000 { MATE } else { worth + step };
        }
        if low <= -MATE && high >= MATE {
            return tree.search(node, (-MATE, MATE), depth, 0, None);
        }
    }
}

/// The keys since the last move that cannot be undone.
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
