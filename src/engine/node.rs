//! A position with what a search keeps up beside it: its key and its worth.

use crate::rules::{Color, Kind, Move, Position};

use super::weights::{FULL, Weights};

/// What it is worth to have the move.
const TEMPO: i32 = 12;

/// A position in a search.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) key: u64,
    /// White's less Black's, at the beginning and towards the end.
    worth: [i32; 2],
    phase: i32,
}

impl Node {
    /// All from the beginning.
    pub(super) fn new(position: &Position, weights: &Weights) -> Self {
        let mut node = Self { position: *position, key: position.key(), worth: [0; 2], phase: 0 };
        for (square, piece) in position.pieces() {
            node.add(weights.piece(piece.color, piece.kind, square), 1);
            node.phase += weights.phase[piece.kind as usize];
        }
        let hands = i32::from(position.hand(Color::White)) - i32::from(position.hand(Color::Black));
        node.add(weights.in_hand(), hands);
        node
    }

    #[inline]
    fn add(&mut self, worth: [i16; 2], times: i32) {
        self.worth[0] += times * i32::from(worth[0]);
        self.worth[1] += times * i32::from(worth[1]);
    }

    /// After a legal move.
    #[inline]
    pub(super) fn after(&self, mv: &Move, weights: &Weights) -> Self {
        let before = &self.position;
        let us = before.turn();
        let position = before.after_known(mv);
        let key = before.key_after(self.key, mv, &position);
        let mut next = Self { position, key, ..*self };
        for square in mv.victims() {
            if let Some(kind) = before.kind_at(square) {
                next.add(weights.piece(us.other(), kind, square), -1);
                next.phase -= weights.phase[kind as usize];
            }
        }
        if let Some(from) = mv.from() {
            if mv.is_castling() {
                next.castle(before, us, weights);
                return next;
            }
            next.add(weights.piece(us, mv.kind(), from), -1);
        } else {
            next.add(weights.in_hand(), if us == Color::White { -1 } else { 1 });
        }
        let becomes = mv.promotion().unwrap_or(mv.kind());
        next.add(weights.piece(us, becomes, mv.to()), 1);
        next.phase += weights.phase[becomes as usize] - weights.phase[mv.kind() as usize];
        next
    }

    fn castle(&mut self, before: &Position, us: Color, weights: &Weights) {
        for kind in [Kind::King, Kind::Rook] {
            for at in before.of(us, kind) {
                self.add(weights.piece(us, kind, at), -1);
            }
            for at in self.position.of(us, kind) {
                self.add(weights.piece(us, kind, at), 1);
            }
        }
    }

    /// With the other side to move, where it is not check.
    pub(super) fn passed_on(&self) -> Self {
        let position = self.position.known_passed_on();
        let key = self.position.key_after_passing(self.key, &position);
        Self { position, key, ..*self }
    }

    /// What the position is worth to the side to move, by its pieces alone.
    #[inline]
    pub(super) fn worth(&self) -> i32 {
        let phase = self.phase.clamp(0, FULL);
        let white = (self.worth[0] * phase + self.worth[1] * (FULL - phase)) / FULL;
        TEMPO + if self.position.turn() == Color::White { white } else { -white }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    /// Whatever was kept up must be what it is from the beginning.
    #[test]
    fn what_is_kept_up_is_what_it_is_from_the_beginning() {
        for variant in Variant::all() {
            let weights = Weights::of(variant);
            let mut state = 7_u64;
            for _ in 0..40 {
                let mut node = Node::new(&Position::start(variant), weights);
                for _ in 0..120 {
                    let moves = node.position.legal_moves();
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                    if !node.position.is_check() {
                        let passed = node.passed_on();
                        assert_eq!(passed.key, passed.position.key(), "passed from {:?}", node.position);
                    }
                    node = node.after(mv, weights);
                    let fresh = Node::new(&node.position, weights);
                    assert_eq!(node.key, fresh.key, "{mv} to {:?}", node.position);
                    assert_eq!((node.worth, node.phase), (fresh.worth, fresh.phase), "{mv}");
                }
            }
        }
    }
}
