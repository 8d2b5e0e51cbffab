//! The moves that autocompletion offers before anything is typed.

use std::collections::HashMap;

use crate::board::square::Square;
use crate::movegen::moves::Move;
use crate::notation::Notation;
use crate::spec::Spec;

/// Returns all legal moves in the order in which autocompletion offers them.
///
/// Captures of a checking piece come first, then captures, checks, and the pieces in turn, each with its most
/// central moves first, so that neither one piece nor the drops fill the list.
pub(super) fn suggestions(notation: &Notation<'_>) -> Vec<Move> {
    let position = notation.position();
    let checkers = position.checkers();
    let urgency = |mv: &Move| {
        if mv.victims().meets(checkers) {
            0
        } else if mv.is_capture() {
            1
        } else if notation.is_signed(mv) {
            2
        } else {
            3
        }
    };
    let mut moves: Vec<_> = notation
        .moves()
        .iter()
        .map(|mv| {
            let squares = (mv.from().map(Square::index), mv.to().index());
            ((urgency(mv), off_centre(position.spec(), mv.to()), squares), *mv)
        })
        .collect();
    moves.sort_by_key(|(rank, _)| *rank);
    // Number of quiet moves of each piece (or drops) listed so far.
    let mut before: HashMap<Option<Square>, usize> = HashMap::new();
    let mut spread: Vec<_> = moves
        .into_iter()
        .map(|((urgency, ..), mv)| {
            let turn = if urgency < 3 {
                0
            } else {
                let count = before.entry(mv.from()).or_insert(0);
                *count += 1;
                *count
            };
            ((urgency, turn), mv)
        })
        .collect();
    // The sort is stable, so central moves stay in front.
    spread.sort_by_key(|(rank, _)| *rank);
    spread.into_iter().map(|(_, mv)| mv).collect()
}

/// Returns the distance of a square from the middle of the board: files plus ranks, in half squares.
pub(super) fn off_centre(spec: &Spec, square: Square) -> u8 {
    let files = (2 * square.file()).abs_diff(spec.files - 1);
    let ranks = (2 * square.rank()).abs_diff(spec.first_rank + spec.last_rank);
    files + ranks
}
