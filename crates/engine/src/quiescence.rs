//! Quiescence search at the end of each line: captures are followed until the position is quiet, so that the
//! static score does not count pieces about to be captured.

use super::node::Node;
use super::score::MATE;
use super::search::{Tree, decided};

/// Delta pruning: skips captures that cannot bring the score within this of alpha, in centipawns.
const MARGIN: i32 = 180;
/// Number of plies for which all moves are searched in check.
const CHECKS: i32 = 4;

impl Tree<'_> {
    /// Returns the score of a position when only tactical moves are followed.
    ///
    /// The caller passes whether the side to move is in check.
    pub(super) fn quiesce(
        &mut self,
        node: &Node,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        depth: i32,
        check: bool,
    ) -> i32 {
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if ply >= self.deepest() {
            return self.score(node);
        }
        if let Some(won) = decided(&node.position, ply) {
            return won;
        }
        // A side that must capture cannot stand pat.
        let forced = node.position.must_take();
        let all = forced || check && depth > -CHECKS;
        let mut best = -MATE + ply as i32;
        if !all {
            best = self.score(node);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let standing = best;
        let mut list = self.list(ply);
        if all {
            node.position.known_legal_moves_into(check, &mut list.moves);
        } else {
            node.position.known_tactical_moves_into(check, &mut list.moves);
        }
        list.sort_tactical(&node.position, self.weights);
        while let Some(mv) = if all {
            list.take(&node.position, self.weights).map(|(mv, _)| mv)
        } else {
            list.take_hopeful(&node.position, self.weights, alpha - standing - MARGIN)
        } {
            if node.position.is_arrival(&mv) {
                best = MATE - ply as i32 - 1;
                break;
            }
            let next = node.after(&mv, self.weights);
            let check = next.position.is_check();
            let score = -self.quiesce(&next, (-beta, -alpha), ply + 1, depth - 1, check);
            best = best.max(score);
            alpha = alpha.max(score);
            if self.stopped || alpha >= beta {
                break;
            }
        }
        self.give_back(ply, list);
        best
    }
}
