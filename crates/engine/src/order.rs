//! Move ordering: the earlier the best move is tried, the smaller the tree.

use super::weights::Weights;
use crate::see::{gain, see};
use rules::{CELLS, Color, Kind, Move, Position};

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const COUNTER: i32 = 1 << 21;
const BAD_CAPTURE: i32 = -(1 << 24);
/// The largest history score.
const MOST: i32 = 1 << 14;

/// Quiet moves that have proven good: killer moves, counter moves and the history.
pub(super) struct QuietMoves {
    /// By ply, the codes of the last two quiet moves that caused a beta cutoff.
    killers: Vec<[u32; 2]>,
    /// By the previous move, the code of the quiet move that refuted it.
    counters: Box<[[[u32; CELLS]; Kind::MOST]; 2]>,
    /// By side, kind and target, the success of quiet moves.
    history: Box<[[[i32; CELLS]; Kind::MOST]; 2]>,
}

impl QuietMoves {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[0; 2]; plies + 1],
            counters: Box::new([[[0; CELLS]; Kind::MOST]; 2]),
            history: Box::new([[[0; CELLS]; Kind::MOST]; 2]),
        }
    }

    /// Clears everything for a new search.
    pub(super) fn forget(&mut self) {
        self.killers.fill([0; 2]);
        *self.counters = [[[0; CELLS]; Kind::MOST]; 2];
        *self.history = [[[0; CELLS]; Kind::MOST]; 2];
    }

    pub(super) fn history(&self, us: Color, mv: &Move) -> i32 {
        self.history[us as usize][mv.kind().index()][mv.to().index()]
    }

    fn counter(&self, us: Color, last: Option<&Move>) -> u32 {
        last.map_or(0, |last| self.counters[us as usize][last.kind().index()][last.to().index()])
    }

    /// Records that this quiet move caused a beta cutoff and that those tried before it did not.
    pub(super) fn learn(
        &mut self,
        us: Color,
        (ply, depth): (usize, i32),
        mv: &Move,
        tried: &[Move],
        last: Option<&Move>,
    ) {
        let code = mv.code();
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        if let Some(last) = last {
            self.counters[us as usize][last.kind().index()][last.to().index()] = code;
        }
        let weight = (depth * depth).min(400);
        self.credit(us, mv, weight);
        for other in tried {
            self.credit(us, other, -weight);
        }
    }

    fn credit(&mut self, us: Color, mv: &Move, weight: i32) {
        let kept = &mut self.history[us as usize][mv.kind().index()][mv.to().index()];
        *kept += weight - *kept * weight.abs() / MOST;
    }
}

/// Moves with their scores, taken best first.
#[derive(Default)]
pub(super) struct MoveList {
    pub(super) moves: Vec<Move>,
    scores: Vec<i32>,
    next: usize,
    /// The quiet moves tried without a cutoff.
    pub(super) tried: Vec<Move>,
}

impl MoveList {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.tried.clear();
        self.next = 0;
    }

    /// Scores all moves.
    ///
    /// The order is: the table's move, captures that do not lose material, killers, the counter move, quiet
    /// moves by history, losing captures.
    pub(super) fn sort(
        &mut self,
        position: &Position,
        weights: &Weights,
        quiet: &QuietMoves,
        (table, ply, last): (u32, usize, Option<&Move>),
    ) {
        let us = position.turn();
        let (killers, counter) = (quiet.killers[ply], quiet.counter(us, last));
        self.scores.extend(self.moves.iter().map(|mv| {
            let code = mv.code();
            if code == table {
                FROM_TABLE
            } else if mv.is_tactical() {
                tactical(position, mv, weights)
            } else if let Some(slot) = killers.iter().position(|killer| *killer == code) {
                KILLER - slot as i32
            } else if code == counter {
                COUNTER
            } else {
                quiet.history(us, mv)
            }
        }));
    }

    /// Scores a list of tactical moves, which need no history.
    pub(super) fn sort_tactical(&mut self, position: &Position, weights: &Weights) {
        self.scores.extend(self.moves.iter().map(|mv| tactical(position, mv, weights)));
    }

    /// Takes the best remaining move, with whether it probably loses material.
    ///
    /// Captures are evaluated only when their turn comes, because most never get it.
    pub(super) fn take(&mut self, position: &Position, weights: &Weights) -> Option<(Move, bool)> {
        loop {
            let best = self.best()?;
            let score = self.scores[best];
            if (GOOD_CAPTURE / 2..FROM_TABLE).contains(&score)
                && let Some(loss) = loss(position, &self.moves[best], weights)
            {
                self.scores[best] = BAD_CAPTURE + loss;
                continue;
            }
            return Some((self.remove(best), score < BAD_CAPTURE / 2));
        }
    }

    /// Takes the best remaining tactical move that wins the game, or that wins more than this without losing
    /// material.
    pub(super) fn take_hopeful(
        &mut self,
        position: &Position,
        weights: &Weights,
        more_than: i32,
    ) -> Option<Move> {
        loop {
            let best = self.best()?;
            let mv = self.remove(best);
            if position.is_arrival(&mv)
                || gain(position, &mv, weights) > more_than && loss(position, &mv, weights).is_none()
            {
                return Some(mv);
            }
        }
    }

    /// Returns the index of the first of the best remaining moves.
    fn best(&self) -> Option<usize> {
        let left = self.scores.get(self.next..)?;
        let (mut best, mut most) = (0, *left.first()?);
        for (at, &score) in left.iter().enumerate().skip(1) {
            if score > most {
                (best, most) = (at, score);
            }
        }
        Some(self.next + best)
    }

    fn remove(&mut self, index: usize) -> Move {
        let at = self.next;
        self.moves.swap(at, index);
        self.scores.swap(at, index);
        self.next += 1;
        self.moves[at]
    }
}

/// Returns the score of a tactical move, assuming that it does not lose material.
fn tactical(position: &Position, mv: &Move, weights: &Weights) -> i32 {
    GOOD_CAPTURE + gain(position, mv, weights) * 16 - weights.value(mv.kind()).min(2_000) / 8
}

/// Returns what a move loses by the following captures, as a negative number; `None` if nothing.
fn loss(position: &Position, mv: &Move, weights: &Weights) -> Option<i32> {
    if mv.kind() == Kind::KING || gain(position, mv, weights) >= weights.value(mv.kind()) {
        return None;
    }
    Some(see(position, mv, weights)).filter(|settled| *settled < 0)
}
