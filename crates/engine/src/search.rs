//! Principal variation search: the first move gets a full window, the others a null window until one proves
//! better.

use std::sync::LazyLock;

use super::node::Node;
use super::order::{MoveList, QuietMoves};
use super::score::{DRAW, MATE, SURE};
use super::table::{Bound, Remembered, TranspositionTable};
use super::weights::Weights;
use rules::{Color, Move, NoMoves, Position, distance};

/// The most plies in a line.
pub(super) const DEEPEST: usize = 64;
/// Nodes between two polls of `stop`.
const ASK: u64 = 1 << 10;
/// Plies without progress after which a draw can be claimed.
pub(super) const CLAIMABLE: u32 = 100;
/// Reverse futility pruning: up to this depth, a position is cut off if it exceeds beta by a margin in
/// centipawns per ply.
const FUTILE: i32 = 6;
const FUTILE_A_PLY: i32 = 90;
/// A king within this many steps of its goal disables this pruning: arrival does not depend on material.
const NEAR_GOAL: u8 = 3;

/// The value of the first check given in a game of one check, in centipawns; each further one counts more.
const A_CHECK: i32 = 150;
/// The depths and move numbers for which the reductions are tabulated.
const DEPTHS: usize = 2 * DEEPEST;
const NUMBERS: usize = 256;

/// Returns the late move reductions in plies, by depth and move number: the product of their logarithms,
/// divided by 2.2.
fn late() -> &'static [[u8; NUMBERS]; DEPTHS] {
    static LATE: LazyLock<Box<[[u8; NUMBERS]; DEPTHS]>> = LazyLock::new(|| {
        let mut late = Box::new([[0; NUMBERS]; DEPTHS]);
        for (depth, row) in late.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                *plies = ((number as f64).ln() * (depth as f64).ln() / 2.2) as u8;
            }
        }
        late
    });
    &LATE
}

/// The state that a search carries through its tree.
pub(super) struct Tree<'a> {
    pub(super) weights: &'a Weights,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) quiet: &'a mut QuietMoves,
    lists: Vec<MoveList>,
    /// The keys of the positions since the last irreversible move, the current one last, each with whether
    /// its move was irreversible.
    path: Vec<(u64, bool)>,
    /// The evaluation noise of a weak level in centipawns, and its seed.
    noise: (i32, u64),
    pub(super) nodes: u64,
    most_nodes: u64,
    /// The deepest ply searched.
    pub(super) furthest: usize,
    asked: &'a dyn Fn() -> bool,
    pub(super) stopped: bool,
    /// The principal variation from each ply.
    pub(super) best_line: Vec<Vec<Move>>,
}

/// The limits of a search within its tree.
pub(super) struct SearchBudget<'a> {
    pub(super) nodes: u64,
    pub(super) noise: (i32, u64),
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// True if a piece may be about to reach its goal; nothing is pruned then.
fn is_near_goal(position: &Position) -> bool {
    let spec = position.spec();
    spec.goal.is_some()
        && Color::BOTH.into_iter().any(|color| {
            let near = |at| spec.goals[color].iter().any(|goal| distance(at, goal) <= NEAR_GOAL);
            let arriving = spec.kinds().filter(|kind| spec.arrives(*kind));
            arriving.flat_map(|kind| position.of(color, kind)).any(near)
        })
}

/// Returns the score of a position that the last move has decided by a rule of the game's own, for the side
/// to move.
#[inline]
pub(super) fn decided(position: &Position, ply: usize) -> Option<i32> {
    if !position.spec().has_own_ends() {
        return None;
    }
    Some(match position.decided()?.winner() {
        None => DRAW,
        Some(winner) if winner == position.turn() => MATE - ply as i32,
        Some(_) => -MATE + ply as i32,
    })
}

/// Returns the score of a position without a legal move, for the side to move.
fn no_moves(position: &Position, in_check: bool, ply: usize) -> i32 {
    match position.spec().ends.no_moves {
        NoMoves::Draws if !in_check => DRAW,
        NoMoves::Wins if !in_check => MATE - ply as i32,
        _ => -MATE + ply as i32,
    }
}

/// Returns the value of the checks that have been given, for the side to move, where checks win.
#[inline]
fn checks_given(position: &Position) -> i32 {
    let Some(all) = position.spec().ends.checks else { return 0 };
    let value = |side| {
        let given = i32::from(all.saturating_sub(position.checks_left(side)));
        A_CHECK * given * (given + 1) / i32::from(all)
    };
    value(position.turn()) - value(position.turn().other())
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        weights: &'a Weights,
        table: &'a mut TranspositionTable,
        quiet: &'a mut QuietMoves,
        path: Vec<(u64, bool)>,
        budget: &SearchBudget<'a>,
    ) -> Self {
        Self {
            weights,
            table,
            quiet,
            lists: (0..=DEEPEST).map(|_| MoveList::default()).collect(),
            path,
            noise: budget.noise,
            nodes: 0,
            most_nodes: budget.nodes,
            furthest: 0,
            asked: budget.stop,
            stopped: false,
            best_line: vec![Vec::new(); DEEPEST + 2],
        }
    }

    pub(super) fn deepest(&self) -> usize {
        self.lists.len() - 1
    }

    /// Takes the list of a ply, which is kept to reuse its allocation.
    pub(super) fn list(&mut self, ply: usize) -> MoveList {
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list
    }

    pub(super) fn give_back(&mut self, ply: usize, list: MoveList) {
        self.lists[ply] = list;
    }

    /// Counts a node and polls the limits.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.furthest = self.furthest.max(ply);
        self.best_line[ply].clear();
        if self.nodes >= self.most_nodes || self.nodes.is_multiple_of(ASK) && (self.asked)() {
            self.stopped = true;
        }
    }

    /// Returns the static score with the noise of the level.
    #[inline]
    pub(super) fn score(&self, node: &Node) -> i32 {
        let (most, seed) = self.noise;
        let score = node.score(self.weights) + checks_given(&node.position);
        if most == 0 {
            return score.clamp(1 - SURE, SURE - 1);
        }
        // The sum of two random numbers makes small errors more frequent than large ones. It is constant for
        // a position.
        let mixed = (node.key ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let die = |bits: u64| (bits & 0xffff) as i32 * most / 0xffff;
        let noisy = score + die(mixed >> 48) - die(mixed >> 32);
        noisy.clamp(1 - SURE, SURE - 1)
    }

    /// True if the position has occurred since the last irreversible move.
    fn is_repeated(&self) -> bool {
        let Some((&(now, irreversible), before)) = self.path.split_last() else { return false };
        if irreversible {
            return false;
        }
        for &(key, irreversible) in before.iter().rev() {
            if key == now {
                return true;
            }
            if irreversible {
                return false;
            }
        }
        false
    }

    fn is_drawn(&self, node: &Node) -> bool {
        let position = &node.position;
        self.is_repeated()
            || position.halfmove() >= CLAIMABLE
            || position.halfmove() == 0 && position.is_dead()
    }

    /// Searches the position after a move and returns its score for the side that moved.
    fn child(&mut self, node: &Node, mv: &Move, (alpha, beta): (i32, i32), depth: i32, ply: usize) -> i32 {
        let next = node.after(mv, self.weights);
        self.path.push((next.key, mv.is_irreversible()));
        let score = -self.search(&next, (-beta, -alpha), depth, ply + 1, Some(mv));
        self.path.pop();
        score
    }

    /// Returns the score of a position searched `depth` plies deep, or a bound if it is outside `alpha` and
    /// `beta`.
    pub(super) fn search(
        &mut self,
        node: &Node,
        (mut alpha, mut beta): (i32, i32),
        mut depth: i32,
        ply: usize,
        last: Option<&Move>,
    ) -> i32 {
        let is_root = ply == 0;
        if let Some(won) = decided(&node.position, ply) {
            return won;
        }
        if !is_root {
            if self.is_drawn(node) {
                return DRAW;
            }
            // Mate distance pruning: no line is better than a win at once, or worse than a loss at once.
            alpha = alpha.max(-MATE + ply as i32);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = node.position.is_check();
        depth += i32::from(in_check);
        if depth <= 0 {
            return self.quiesce(node, (alpha, beta), ply, 0, in_check);
        }
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if ply >= self.deepest() {
            return self.score(node);
        }
        let in_line = beta - alpha > 1;
        let known = self.table.look(node.key, ply as i32);
        if let Some(known) = known
            && !in_line
            && known.depth >= depth
        {
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.score >= beta,
                Bound::AtMost => known.score <= alpha,
            };
            if decides {
                return known.score;
            }
        }
        let standing = self.score(node);
        if !in_line && !in_check && beta.abs() < SURE {
            if let Some(score) = Self::reverse_futility(node, standing, beta, depth) {
                return score;
            }
            if let Some(score) = self.null_move(node, standing, beta, depth, ply, last) {
                return score;
            }
        }
        let from_table = known.map_or(0, |known| known.code);
        // Internal iterative reduction: without a move from the table, a shallower search is cheaper and
        // provides one.
        if from_table == 0 && depth >= 6 {
            depth -= 1;
        }
        self.try_all(node, (alpha, beta), depth, ply, (from_table, last, in_check))
    }

    /// Reverse futility pruning: cuts off a position far above beta, unless a piece is about to reach its
    /// goal.
    fn reverse_futility(node: &Node, standing: i32, beta: i32, depth: i32) -> Option<i32> {
        let far = depth <= FUTILE && standing - FUTILE_A_PLY * depth >= beta;
        (far && !is_near_goal(&node.position)).then_some(standing)
    }

    /// Null move pruning: if even passing exceeds beta, a move does as well.
    ///
    /// Not used with few pieces, because of zugzwang.
    fn null_move(
        &mut self,
        node: &Node,
        standing: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        last: Option<&Move>,
    ) -> Option<i32> {
        // Where a side must capture, a move can do harm.
        if depth < 3 || standing < beta || last.is_none() || node.position.spec().duties.must_take {
            return None;
        }
        let us = node.position.turn();
        let spec = node.position.spec();
        let pieces: usize = spec
            .kinds()
            .filter(|kind| !spec.is_pawn(*kind))
            .map(|kind| node.position.of(us, kind).len())
            .sum();
        if pieces < 3 || is_near_goal(&node.position) {
            return None;
        }
        let next = node.passed_on();
        let less = 3 + depth / 4;
        self.path.push((next.key, true));
        let score = -self.search(&next, (-beta, 1 - beta), depth - less, ply + 1, None);
        self.path.pop();
        (score >= beta && !self.stopped).then_some(if score >= SURE { beta } else { score })
    }

    fn try_all(
        &mut self,
        node: &Node,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        (from_table, before, in_check): (u32, Option<&Move>, bool),
    ) -> i32 {
        let mut list = self.list(ply);
        node.position.known_legal_moves_into(in_check, &mut list.moves);
        if list.moves.is_empty() {
            self.give_back(ply, list);
            return no_moves(&node.position, in_check, ply);
        }
        list.sort(&node.position, self.weights, self.quiet, (from_table, ply, before));
        let (mut best, mut best_move, mut low) = (-MATE, 0, alpha);
        let mut number = 0;
        while let Some((mv, loses)) = list.take(&node.position, self.weights) {
            number += 1;
            let quiet = !mv.is_tactical();
            let score = if node.position.is_arrival(&mv) {
                MATE - ply as i32 - 1
            } else {
                let later = number > 1;
                let less = if later && depth >= 3 && !in_check && (quiet || loses) {
                    self.reduction(node, &mv, depth, number)
                } else {
                    0
                };
                self.pvs(node, &mv, (low, beta), depth - 1, ply, (later, less))
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = mv.code();
                    self.note_best(ply, mv, node.position.is_arrival(&mv));
                }
            }
            if low >= beta {
                if quiet {
                    self.quiet.learn(node.position.turn(), (ply, depth), &mv, &list.tried, before);
                }
                break;
            }
            if quiet {
                list.tried.push(mv);
            }
        }
        self.give_back(ply, list);
        if !self.stopped {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.table.keep(node.key, ply as i32, Remembered { code: best_move, score: best, depth, bound });
        }
        best
    }

    /// Tests with a null window whether a move is better than the best so far, first at reduced depth if it
    /// is not promising.
    ///
    /// If it is better, it is searched with the full window.
    fn pvs(
        &mut self,
        node: &Node,
        mv: &Move,
        (low, beta): (i32, i32),
        depth: i32,
        ply: usize,
        (later, less): (bool, i32),
    ) -> i32 {
        if !later {
            return self.child(node, mv, (low, beta), depth, ply);
        }
        let mut score = self.child(node, mv, (low, low + 1), depth - less, ply);
        if score > low && less > 0 && !self.stopped {
            score = self.child(node, mv, (low, low + 1), depth, ply);
        }
        if score > low && score < beta && !self.stopped {
            score = self.child(node, mv, (low, beta), depth, ply);
        }
        score
    }

    /// Returns the reduction of a late move's search in plies.
    fn reduction(&self, node: &Node, mv: &Move, depth: i32, number: usize) -> i32 {
        let late = late()[(depth as usize).min(DEPTHS - 1)][number.min(NUMBERS - 1)];
        let proven = self.quiet.history(node.position.turn(), mv) / 4_096;
        (i32::from(late) - proven).clamp(0, depth - 2)
    }

    fn note_best(&mut self, ply: usize, mv: Move, ends: bool) {
        let rest = if ends { Vec::new() } else { std::mem::take(&mut self.best_line[ply + 1]) };
        let line = &mut self.best_line[ply];
        line.clear();
        line.push(mv);
        line.extend(rest);
    }
}
