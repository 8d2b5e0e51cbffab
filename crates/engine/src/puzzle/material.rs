//! Counts won material: every move is searched to a fixed depth, and every capture after that.

use super::super::score::MATE;
use super::super::solver::{OutOfBudget, ends};
use super::super::table::{Bound, Remembered, TranspositionTable};
use rules::{Kind, Move, Position};

/// Plies at which every move is searched, including the first.
pub(super) const DEPTH: i32 = 5;
/// After that, captures and replies to checks are followed down to this depth, counted down from 0.
const TACTICAL: i32 = -8;
/// Size of the table in bytes.
const TABLE: usize = 16 << 20;

/// Returns the value of a piece in proofs, in centipawns.
fn value(position: &Position, kind: Kind) -> i32 {
    position.spec().piece_type(kind).proof_worth
}

/// Returns the material that a move gains by captures and promotion.
pub(super) fn gain(position: &Position, mv: &Move) -> i32 {
    let taken: i32 =
        mv.victims().iter().filter_map(|at| position.kind_at(at)).map(|kind| value(position, kind)).sum();
    taken + mv.promotion().map_or(0, |kind| value(position, kind) - value(position, mv.kind()))
}

/// Counts the material that can be won from a position.
pub(super) struct MaterialCount {
    table: TranspositionTable,
    nodes: u64,
    most_nodes: u64,
}

impl MaterialCount {
    pub(super) fn new(most_nodes: u64) -> Self {
        Self { table: TranspositionTable::new(TABLE), nodes: 0, most_nodes }
    }

    /// Starts a new question.
    pub(super) fn begin(&mut self) {
        self.table.forget();
        self.nodes = 0;
    }

    /// Returns what a move wins if that is between `low` and `high`, otherwise a bound.
    pub(super) fn of_move(
        &mut self,
        position: &Position,
        mv: &Move,
        (low, high): (i32, i32),
        depth: i32,
    ) -> Result<i32, OutOfBudget> {
        let after = position.after_known(mv);
        if ends(position, mv, &after) {
            return Ok(MATE - 1);
        }
        let now = gain(position, mv);
        Ok(now - self.best(&after, after.key(), (now - high, now - low), depth - 1, 1)?)
    }

    /// Returns what the side to move wins by captures alone.
    pub(super) fn back(&mut self, position: &Position) -> Result<i32, OutOfBudget> {
        self.tactical(position, (-MATE, MATE), 0, 0)
    }

    fn count_node(&mut self) -> Result<(), OutOfBudget> {
        self.nodes += 1;
        if self.nodes > self.most_nodes { Err(OutOfBudget) } else { Ok(()) }
    }

    /// Returns what the side to move wins, with every move searched to `depth` plies.
    fn best(
        &mut self,
        position: &Position,
        key: u64,
        (low, high): (i32, i32),
        depth: i32,
        ply: i32,
    ) -> Result<i32, OutOfBudget> {
        if depth <= 0 {
            return self.tactical(position, (low, high), 0, ply);
        }
        self.count_node()?;
        let known = self.table.look(key, ply).filter(|known| known.depth == depth);
        if let Some(known) = known {
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.score >= high,
                Bound::AtMost => known.score <= low,
            };
            if decides {
                return Ok(known.score);
            }
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(if position.is_check() { ply - MATE } else { 0 });
        }
        let first = self.table.look(key, ply).map_or(0, |known| known.code);
        moves.sort_by_cached_key(|mv| order(position, mv, first));
        let (mut best, mut code, mut at_least) = (-MATE, 0, low);
        for mv in &moves {
            let score = self.child(position, key, mv, (at_least, high), depth, ply)?;
            if score > best {
                best = score;
                code = mv.code();
            }
            at_least = at_least.max(score);
            if at_least >= high {
                break;
            }
        }
        let bound = if best >= high {
            Bound::AtLeast
        } else if best > low {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.keep(key, ply, Remembered { code, score: best, depth, bound });
        Ok(best)
    }

    fn child(
        &mut self,
        position: &Position,
        key: u64,
        mv: &Move,
        (low, high): (i32, i32),
        depth: i32,
        ply: i32,
    ) -> Result<i32, OutOfBudget> {
        if position.is_arrival(mv) {
            return Ok(MATE - ply - 1);
        }
        let after = position.after_known(mv);
        let now = gain(position, mv);
        let key = position.key_after(key, mv, &after);
        Ok(now - self.best(&after, key, (now - high, now - low), depth - 1, ply + 1)?)
    }

    /// Like `best`, but follows only tactical moves, and every move in check.
    fn tactical(
        &mut self,
        position: &Position,
        (low, high): (i32, i32),
        depth: i32,
        ply: i32,
    ) -> Result<i32, OutOfBudget> {
        self.count_node()?;
        if depth <= TACTICAL {
            return Ok(0);
        }
        let mut moves = Vec::new();
        let check = position.settling_moves_into(&mut moves);
        let mut best = if check { ply - MATE } else { 0 };
        if best >= high {
            return Ok(best);
        }
        moves.sort_by_cached_key(|mv| order(position, mv, 0));
        for mv in &moves {
            let score = if position.is_arrival(mv) {
                MATE - ply - 1
            } else {
                let (after, now) = (position.after_known(mv), gain(position, mv));
                let window = (now - high, now - low.max(best));
                now - self.tactical(&after, window, depth - 1, ply + 1)?
            };
            best = best.max(score);
            if best >= high {
                break;
            }
        }
        Ok(best)
    }
}

/// Returns the sort key of a move, lowest first.
///
/// The table's best move comes first, then arrivals, then captures of the most valuable by the least
/// valuable.
fn order(position: &Position, mv: &Move, first: u32) -> i32 {
    if mv.code() == first {
        return -100_000;
    }
    if position.is_arrival(mv) {
        return -99_999;
    }
    let gain = gain(position, mv);
    if gain > 0 { value(position, mv.kind()) - 16 * gain } else { 0 }
}
