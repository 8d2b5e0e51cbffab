//! A position with the values that a search updates incrementally: its key and its score.

use rules::{Color, Kind, Move, Piece, Position, Square};

use super::network::Accumulator;
use super::score::SURE;
use super::weights::{FULL, Weights};

/// The value of having the move.
const TEMPO: i32 = 12;

/// A position in a search.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) key: u64,
    /// White's value minus Black's, in the opening and in the ending.
    score: [i32; 2],
    phase: i32,
    /// The network's accumulator, if the game has a network.
    sums: Accumulator,
}

impl Node {
    /// Computes all values from scratch.
    pub(super) fn new(position: &Position, weights: &Weights) -> Self {
        let sums = weights.network.as_ref().map(|network| network.empty()).unwrap_or_default();
        let mut node = Self { position: *position, key: position.key(), score: [0; 2], phase: 0, sums };
        for (square, piece) in position.pieces() {
            node.put(piece, square, weights);
        }
        for color in Color::BOTH {
            for _ in 0..position.hand(color) {
                node.add(weights.in_hand(), if color == Color::White { 1 } else { -1 });
                if let Some(network) = &weights.network {
                    network.take_in_hand(&mut node.sums, color);
                }
            }
        }
        node
    }

    #[inline]
    fn add(&mut self, score: [i16; 2], times: i32) {
        self.score[0] += times * i32::from(score[0]);
        self.score[1] += times * i32::from(score[1]);
    }

    /// Returns the node after a legal move.
    #[inline]
    pub(super) fn after(&self, mv: &Move, weights: &Weights) -> Self {
        let before = &self.position;
        let us = before.turn();
        let position = before.after_known(mv);
        let key = before.key_after(self.key, mv, &position);
        let mut next = Self { position, key, ..*self };
        for square in mv.victims() {
            if let Some(kind) = before.kind_at(square) {
                next.lift(Piece { color: us.other(), kind }, square, weights);
            }
        }
        if let Some(from) = mv.from() {
            if mv.is_castling() {
                next.castle(before, us, weights);
                return next;
            }
            next.lift(Piece { color: us, kind: mv.kind() }, from, weights);
        } else {
            next.leave_hand(us, weights);
        }
        if before.explodes(mv) {
            next.explode(before, mv, weights);
            return next;
        }
        next.put(Piece { color: us, kind: mv.becomes() }, mv.to(), weights);
        next
    }

    #[inline]
    fn put(&mut self, piece: Piece, at: Square, weights: &Weights) {
        self.add(weights.piece(piece.color, piece.kind, at), 1);
        self.phase += weights.phase[piece.kind.index()];
        if let Some(network) = &weights.network {
            network.put(&mut self.sums, piece, at);
        }
    }

    #[inline]
    fn lift(&mut self, piece: Piece, at: Square, weights: &Weights) {
        self.add(weights.piece(piece.color, piece.kind, at), -1);
        self.phase -= weights.phase[piece.kind.index()];
        if let Some(network) = &weights.network {
            network.lift(&mut self.sums, piece, at);
        }
    }

    /// Removes what a capture blows up; the captured and the capturing piece are gone already.
    #[cold]
    fn explode(&mut self, before: &Position, mv: &Move, weights: &Weights) {
        for square in before.blown_up(mv) {
            if let Some(piece) = before.piece_at(square) {
                self.lift(piece, square, weights);
            }
        }
    }

    #[inline]
    fn leave_hand(&mut self, us: Color, weights: &Weights) {
        self.add(weights.in_hand(), if us == Color::White { -1 } else { 1 });
        if let Some(network) = &weights.network {
            network.leave_hand(&mut self.sums, us);
        }
    }

    fn castle(&mut self, before: &Position, us: Color, weights: &Weights) {
        let after = self.position;
        for kind in [Some(Kind::KING), after.spec().rook].into_iter().flatten() {
            let piece = Piece { color: us, kind };
            for at in before.of(us, kind) {
                self.lift(piece, at, weights);
            }
            for at in after.of(us, kind) {
                self.put(piece, at, weights);
            }
        }
    }

    /// Returns the node after a null move; the side to move must not be in check.
    pub(super) fn passed_on(&self) -> Self {
        let position = self.position.known_passed_on();
        let key = self.position.key_after_passing(self.key, &position);
        Self { position, key, ..*self }
    }

    /// Returns the static score for the side to move, by the tables and the network if there is one.
    #[inline]
    pub(super) fn score(&self, weights: &Weights) -> i32 {
        let tables = self.by_tables();
        let Some(network) = &weights.network else { return tables };
        (tables + network.score(&self.sums, self.position.turn())).clamp(1 - SURE, SURE - 1)
    }

    /// Returns the static score by the tables alone, which is never that of a win.
    #[inline]
    pub(super) fn by_tables(&self) -> i32 {
        let phase = self.phase.clamp(0, FULL);
        let white = (self.score[0] * phase + self.score[1] * (FULL - phase)) / FULL;
        let mine = TEMPO + if self.position.turn() == Color::White { white } else { -white };
        mine.clamp(1 - SURE, SURE - 1)
    }
}

/// Returns the static score of a position for the side to move, by the tables alone.
pub fn score_by_tables(position: &Position, weights: &Weights) -> i32 {
    Node::new(position, weights).by_tables()
}

/// Returns what the network adds to that score.
pub fn score_by_network(position: &Position, weights: &Weights) -> i32 {
    let node = Node::new(position, weights);
    node.score(weights) - node.by_tables()
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::some;
    use super::*;
    use rules::Variant;

    fn with_some(weights: &Weights, variant: Variant) -> Weights {
        let network = some(variant, weights.mark(variant));
        weights.with_network(variant, &network.bytes()).expect("it was made for them")
    }

    /// Incremental values must equal those computed from scratch.
    #[test]
    fn what_is_kept_up_is_what_it_is_from_the_beginning() {
        for variant in games::all() {
            let weights = with_some(Weights::of(variant), variant);
            let mut state = 7_u64;
            for _ in 0..40 {
                let mut node = Node::new(&Position::start(variant), &weights);
                for _ in 0..120 {
                    let moves = node.position.legal_moves();
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                    if !node.position.is_check() {
                        let passed = node.passed_on();
                        assert_eq!(passed.key, passed.position.key(), "passed from {:?}", node.position);
                    }
                    node = node.after(mv, &weights);
                    let fresh = Node::new(&node.position, &weights);
                    assert_eq!(node.key, fresh.key, "{mv} to {:?}", node.position);
                    assert_eq!((node.score, node.phase), (fresh.score, fresh.phase), "{mv}");
                    assert_eq!(node.sums, fresh.sums, "{mv}");
                }
            }
        }
    }

    /// A game's file may give weights that add up to more than a win.
    #[test]
    fn no_material_is_a_win() {
        let chess = games::from_slug("chess").expect("a game");
        let weights = Weights::uniform(chess, |_| 5_000);
        for (fen, sign) in [
            ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 1),
            ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", -1),
        ] {
            let position = Position::from_fen(chess, fen).expect("a position");
            assert_eq!(Node::new(&position, &weights).score(&weights), sign * (SURE - 1), "{fen}");
        }
    }

    #[test]
    fn a_network_is_added_to_the_tables() {
        for variant in games::all() {
            let tables = Weights::of(variant).without_network();
            let both = with_some(&tables, variant);
            let start = Position::start(variant);
            let (alone, node) = (Node::new(&start, &tables), Node::new(&start, &both));
            assert_eq!(alone.score(&tables), node.by_tables());
            assert_ne!(node.score(&both), node.by_tables());
            assert_eq!(Node::new(&start, &both.without_network()).score(&tables), alone.score(&tables));
        }
    }
}
