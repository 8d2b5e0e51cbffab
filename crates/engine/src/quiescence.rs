//! The end of each line: captures until the position is quiet, so that nothing is counted that is about to be taken.

use super::node::Node;
use super::search::Tree;
use super::worth::MATE;

/// A capture that cannot come within this of what is wanted is not tried, in hundredths of a pawn.
const MARGIN: i32 = 180;
/// In check all moves are tried, so many plies deep.
const CHECKS: i32 = 4;

impl Tree<'_> {
    /// The worth of a position of which only loud moves are followed; whether it is check the caller knows.
    pub(super) fn quiesce(
        &mut self,
        node: &Node,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        depth: i32,
        check: bool,
    ) -> i32 {
        self.toil(ply);
        if self.stopped {
            return 0;
        }
        if ply >= self.deepest() {
            return self.worth(node);
        }
        let all = check && depth > -CHECKS;
        let mut best = -MATE + ply as i32;
        if !all {
            best = self.worth(node);
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
            let worth = -self.quiesce(&next, (-beta, -alpha), ply + 1, depth - 1, check);
            best = best.max(worth);
            alpha = alpha.max(worth);
            if self.stopped || alpha >= beta {
                break;
            }
        }
        self.give_back(ply, list);
        best
    }
}
