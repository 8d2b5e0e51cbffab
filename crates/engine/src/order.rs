//! In which order moves are tried: the sooner the best one, the smaller the tree.

use super::weights::Weights;
use crate::see::{gain, see};
use rules::{CELLS, Color, Kind, Move, Position};

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const COUNTER: i32 = 1 << 21;
const BAD_CAPTURE: i32 = -(1 << 24);
/// The most that history says.
const MOST: i32 = 1 << 14;

/// Quiet moves that have turned out well.
pub(super) struct QuietMoves {
    /// By ply, the codes of the last two that were too good for the other side.
    killers: Vec<[u32; 2]>,
    /// By what was played before, the code of what refuted it.
    counters: Box<[[[u32; CELLS]; Kind::MOST]; 2]>,
    /// How well a kind's moves to a cell have done.
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

    /// For a new search.
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

    /// This quiet move was too good for the other side, and those tried before it were not.
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

/// Moves with how promising each is, taken best first.
#[derive(Default)]
pub(super) struct MoveList {
    pub(super) moves: Vec<Move>,
    scores: Vec<i32>,
    next: usize,
    /// The quiet moves that were tried in vain.
    pub(super) tried: Vec<Move>,
}

impl MoveList {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.tried.clear();
        self.next = 0;
    }

    /// Scores all of them: the table's move, captures that win, killers, quiet moves by history, captures that lose.
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

    /// Scores loud moves alone.
    pub(super) fn sort_tactical(&mut self, position: &Position, weights: &Weights) {
        self.scores.extend(self.moves.iter().map(|mv| tactical(position, mv, weights)));
    }

    /// The best that is left, with whether it is thought to lose material. What a capture comes to is worked out only when its turn has
    /// come: most never are.
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

    /// The best loud move that is left of those that win more than this, or the game, and lose no material.
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

    /// Where the first of the best is.
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

/// How promising a loud move is, if it does not lose material.
fn tactical(position: &Position, mv: &Move, weights: &Weights) -> i32 {
    GOOD_CAPTURE + gain(position, mv, weights) * 16 - weights.value(mv.kind()).min(2_000) / 8
}

/// What a move loses by the captures that follow, below zero; none if nothing.
fn loss(position: &Position, mv: &Move, weights: &Weights) -> Option<i32> {
    if mv.kind() == Kind::KING || gain(position, mv, weights) >= weights.value(mv.kind()) {
        return None;
    }
    Some(see(position, mv, weights)).filter(|settled| *settled < 0)
}
