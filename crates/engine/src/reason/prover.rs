//! Proves what can be won by captures against every defence.

use std::sync::LazyLock;

use crate::score::MATE;
use crate::see::gain;
use crate::solver::Solver;
use crate::weights::{Weights, WeightsOfGames};
use rules::{Color, Kind, Move, Position, Variant};

/// The most positions searched for one claim. If they do not suffice, nothing is claimed.
const BUDGET: u32 = 40_000;
/// The most plies for which captures are followed.
const DEEPEST: u32 = 12;
/// The least gain worth mentioning, in centipawns: about a pawn.
pub(super) const TELLING: i32 = 95;
/// More than any material.
const ALL: i32 = MATE / 2;
/// A win counts as threatened or prevented if it takes at most this many moves of the winning side, ...
const SOON: u32 = 2;
/// ... and at most this many positions are searched to prove that there is none.
const PROOF: u64 = 4_000;

/// Returns the material balance for the side to move by the usual piece values, in centipawns.
pub fn balance(position: &Position) -> i32 {
    let spec = position.spec();
    let sign = |color: Color| if color == position.turn() { 1 } else { -1 };
    let count = |kind: Kind| spec.piece_type(kind).worth;
    let board: i32 = position.pieces().map(|(_, piece)| sign(piece.color) * count(piece.kind)).sum();
    let dropped = spec.ninja_pawn().map_or(0, count);
    let hand = |color: Color| sign(color) * i32::from(position.hand(color)) * dropped;
    board + hand(Color::White) + hand(Color::Black)
}

/// True if the side to move may have a win within two moves.
///
/// It has one, or the proof that it has none would take too long.
pub(super) fn may_win(position: &Position) -> bool {
    Solver::new(PROOF).shortest(position, SOON) != Ok(None)
}

/// Returns weights by the usual piece values.
///
/// The tuned weights also judge squares, but when a player reads that a Knight is won, only a Knight should
/// count.
pub(super) fn counted(variant: Variant) -> &'static Weights {
    static COUNTED: LazyLock<WeightsOfGames> = LazyLock::new(WeightsOfGames::default);
    COUNTED.of(variant, Weights::by_worth)
}

/// Counts material by captures, promotions and the replies to checks.
pub(super) struct MeritProver {
    weights: &'static Weights,
    left: u32,
}

impl MeritProver {
    pub(super) fn new(variant: Variant) -> Self {
        Self { weights: counted(variant), left: BUDGET }
    }

    /// True if the budget is used up, so that the results are not certain.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the material that a move gains by captures and promotion.
    pub(super) fn gain(&self, position: &Position, mv: &Move) -> i32 {
        gain(position, mv, self.weights)
    }

    /// Returns the most that the side to move wins by captures; 0 if it should not capture.
    ///
    /// In check every move is searched.
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

    /// Returns what a capture or promotion wins if only captures follow, on any square.
    pub(super) fn pays(&mut self, position: &Position, mv: &Move) -> i32 {
        self.gain(position, mv) - self.settled(&position.after_known(mv))
    }

    /// Returns what a move has won after the best reply and the captures that follow, with that reply.
    ///
    /// `None` if there is no reply or if one side wins the game.
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

    /// Returns the best sequence of captures for the side to move if both sides play best.
    pub(super) fn captures(&mut self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (*position, Vec::new());
        for _ in 0..DEEPEST {
            let mut moves = Vec::new();
            let check = position.settling_moves_into(&mut moves);
            let tried: Vec<(i32, Move)> =
                moves.into_iter().map(|mv| (self.pays(&position, &mv), mv)).collect();
            // Ties go to the first.
            let Some((pays, mv)) = tried.into_iter().rev().max_by_key(|(pays, _)| *pays) else { break };
            if !check && pays <= 0 {
                break;
            }
            line.push(mv);
            position = position.after_known(&mv);
        }
        line
    }

    /// Returns the captures of the side to move that win material, except those that win the game.
    pub(super) fn threats(&mut self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        position.tactical_moves_into(&mut moves);
        moves.retain(|mv| mv.is_capture() && !position.is_arrival(mv));
        moves.retain(|mv| (TELLING..ALL).contains(&self.pays(position, mv)));
        moves
    }

    /// True if the moved piece can now be captured with profit on its target by a new capture.
    ///
    /// The capture was not legal in the position before, where the piece could not be captured with profit at
    /// all.
    pub(super) fn newly_falls(&mut self, was: (&Position, &Move), now: (&Position, &Move)) -> bool {
        let takes = |back: &Move, mv: &Move| back.victims().contains(mv.to());
        let before = was.0.after_known(was.1);
        let mut new = self.threats(&now.0.after_known(now.1));
        new.retain(|back| takes(back, now.1) && !before.is_legal(back));
        !new.is_empty() && !self.threats(&before).iter().any(|back| takes(back, was.1))
    }
}
