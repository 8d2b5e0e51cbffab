//! Proves what can be won by captures, whatever the other side does.

use std::sync::LazyLock;

use crate::score::MATE;
use crate::see::gain;
use crate::solver::Solver;
use crate::weights::{Weights, WeightsOfGames};
use rules::{Color, Kind, Move, Position, Variant};

/// The most positions looked at for one claim. If they do not suffice, nothing is claimed.
const BUDGET: u32 = 40_000;
/// How many plies deep captures are followed.
const DEEPEST: u32 = 12;
/// The least gain that is worth mentioning, in hundredths of a pawn: about a pawn.
pub(super) const TELLING: i32 = 95;
/// More than any material.
const ALL: i32 = MATE / 2;
/// A win counts as threatened or prevented if it takes at most this many moves of the winning side, ...
const SOON: u32 = 2;
/// ... and this many positions may be looked at to prove that there is none.
const PROOF: u64 = 4_000;

/// The material balance for the side to move by the usual values of pieces, in hundredths of a pawn.
pub fn balance(position: &Position) -> i32 {
    let spec = position.spec();
    let sign = |color: Color| if color == position.turn() { 1 } else { -1 };
    let count = |kind: Kind| spec.piece_type(kind).worth;
    let board: i32 = position.pieces().map(|(_, piece)| sign(piece.color) * count(piece.kind)).sum();
    let dropped = spec.ninja_pawn().map_or(0, count);
    let hand = |color: Color| sign(color) * i32::from(position.hand(color)) * dropped;
    board + hand(Color::White) + hand(Color::Black)
}

/// Whether the side to move may have a win within two moves: it has one, or the proof that it has none would take too long.
pub(super) fn may_win(position: &Position) -> bool {
    Solver::new(PROOF).shortest(position, SOON) != Ok(None)
}

/// Weights by the usual values of pieces. The tuned weights know better where a piece stands well, but a player who reads that a Knight is
/// won counts just a Knight.
pub(super) fn counted(variant: Variant) -> &'static Weights {
    static COUNTED: LazyLock<WeightsOfGames> = LazyLock::new(WeightsOfGames::default);
    COUNTED.of(variant, Weights::by_worth)
}

/// Counts material by captures, promotions and the answers to checks.
pub(super) struct MeritProver {
    weights: &'static Weights,
    left: u32,
}

impl MeritProver {
    pub(super) fn new(variant: Variant) -> Self {
        Self { weights: counted(variant), left: BUDGET }
    }

    /// Whether the budget is used up, so that the results are not certain.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The material a move gains by what it takes and by promotion.
    pub(super) fn gain(&self, position: &Position, mv: &Move) -> i32 {
        gain(position, mv, self.weights)
    }

    /// What the side to move wins by captures at best; 0 where it had better not capture. In check every move is tried.
    pub(super) fn settled(&mut self, position: &Position) -> i32 {
        self.settle(position, (-MATE, MATE), DEEPEST)
    }

    fn settle(&mut self, position: &Position, (mut alpha, beta): (i32, i32), deep: u32) -> i32 {
        if self.left == 0 || deep == 0 {
            return 0;
        }
        self.left -= 1;
        let mut moves = Vec::new();
        let mut best = if position.settling_moves_into(&mut moves) { -MATE } else { 0 };
        alpha = alpha.max(best);
        moves.sort_by_cached_key(|mv| self.weights.value(mv.kind()) / 16 - self.gain(position, mv));
        for mv in moves {
            if best >= beta {
                break;
            }
            if position.is_arrival(&mv) {
                return MATE;
            }
            let now = self.gain(position, &mv);
            let score = now - self.settle(&position.after_known(&mv), (now - beta, now - alpha), deep - 1);
            best = best.max(score);
            alpha = alpha.max(score);
        }
        best
    }

    /// What a capture or promotion wins if only captures follow, wherever they happen.
    pub(super) fn pays(&mut self, position: &Position, mv: &Move) -> i32 {
        self.gain(position, mv) - self.settled(&position.after_known(mv))
    }

    /// What a move has won after the best answer and the captures that follow, and that answer. `None` where there is no answer or one side
    /// wins the game.
    pub(super) fn answered(&mut self, position: &Position, mv: &Move) -> Option<(i32, Move)> {
        self.worst(position, mv).filter(|(secured, _)| secured.abs() < ALL)
    }

    fn worst(&mut self, position: &Position, mv: &Move) -> Option<(i32, Move)> {
        let after = position.after_known(mv);
        let won = self.gain(position, mv);
        let mut worst: Option<(i32, Move)> = None;
        for answer in after.legal_moves() {
            if after.is_arrival(&answer) {
                return Some((-MATE, answer));
            }
            let lost = self.gain(&after, &answer);
            let low = worst.map_or(-MATE, |(worst, _)| won - lost - worst);
            // Only a result worse than the worst so far matters.
            let back = self.settle(&after.after_known(&answer), (-MATE, MATE.min(-low)), DEEPEST);
            let sum = won - lost + back;
            if worst.is_none_or(|(worst, _)| sum < worst) {
                worst = Some((sum, answer));
            }
        }
        worst
    }

    /// The sequence of captures with which the side to move wins most if both sides play best.
    pub(super) fn captures(&mut self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (*position, Vec::new());
        for _ in 0..DEEPEST {
            let mut moves = Vec::new();
            let check = position.settling_moves_into(&mut moves);
            let tried: Vec<(i32, Move)> =
                moves.into_iter().map(|mv| (self.pays(&position, &mv), mv)).collect();
            // The first among equals.
            let Some((pays, mv)) = tried.into_iter().rev().max_by_key(|(pays, _)| *pays) else { break };
            if !check && pays <= 0 {
                break;
            }
            line.push(mv);
            position = position.after_known(&mv);
        }
        line
    }

    /// The captures of the side to move that win material; captures that win the game are left out.
    pub(super) fn threats(&mut self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        position.tactical_moves_into(&mut moves);
        moves.retain(|mv| mv.is_capture() && !position.is_arrival(mv));
        moves.retain(|mv| (TELLING..ALL).contains(&self.pays(position, mv)));
        moves
    }

    /// Whether the piece that moves can now be taken with profit on its target, by a capture that was not legal in the position before,
    /// where it could not be taken with profit at all.
    pub(super) fn newly_falls(&mut self, was: (&Position, &Move), now: (&Position, &Move)) -> bool {
        let takes = |back: &Move, mv: &Move| back.victims().contains(mv.to());
        let before = was.0.after_known(was.1);
        let mut new = self.threats(&now.0.after_known(now.1));
        new.retain(|back| takes(back, now.1) && !before.is_legal(back));
        !new.is_empty() && !self.threats(&before).iter().any(|back| takes(back, was.1))
    }
}
