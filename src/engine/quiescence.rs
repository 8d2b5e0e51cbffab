//! The end of each line: captures until the position is quiet, so that nothing is counted that is about to be taken.

use super::node::Node;
use super::search::{Tree, arrives};
use super::worth::MATE;

/// A capture that cannot come within this of what is wanted is not tried, in hundredths of a pawn.
const MARGIN: i32 = 180;
/// In check all moves are tried, so many plies deep.
const CHECKS: i32 = 4;

impl Tree<'_> {
    /// The worth of a position of which only loud moves are followed.
    pub(super) fn quiesce(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.toil(ply);
        if self.stopped {
            return 0;
        }
        if ply >= self.deepest() {
            return self.worth(node);
        }
        let in_check = depth > -CHECKS && node.position.is_check();
        let mut best = -MATE + ply as i32;
        if !in_check {
            best = self.worth(node);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let standing = best;
        let mut list = self.list(ply);
        if in_check {
            node.position.legal_moves_into(&mut list.moves);
        } else {
            node.position.loud_moves_into(&mut list.moves);
        }
        list.sort_loud(&node.position, self.weights);
        while let Some((mv, loses)) = list.take() {
            if arrives(&node.position, &mv) {
                best = MATE - ply as i32 - 1;
                break;
            }
            if !in_check {
                let hope = standing + super::exchange::gain(&node.position, &mv, self.weights) + MARGIN;
                if loses || hope <= alpha {
                    continue;
                }
            }
            let worth = -self.quiesce(&node.after(&mv, self.weights), -beta, -alpha, ply + 1, depth - 1);
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
