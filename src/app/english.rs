//! What the layers below give as data, told in English: the one place of `app` that knows `words`. It goes when the answers
//! of `app` are data themselves.

use crate::rules::{DescribedMove, Move, Position, Square, stuck};
use crate::words::Words;

/// Why a piece of the side to move cannot move, as a choice of a list; none where it can.
pub(super) fn stuck_choice(position: &Position, square: Square) -> Option<String> {
    let (kind, why) = (position.piece_at(square)?.kind, stuck(position, square)?);
    Some(Words::english().stuck_choice(kind, square, why))
}

/// A move that may be played in a position, with every victim.
#[cfg(test)]
pub(super) fn told_move(before: &Position, mv: &Move) -> String {
    Words::english().told_move(&DescribedMove::new(before, mv))
}

/// The same as a choice of a list.
pub(super) fn move_choice(before: &Position, mv: &Move) -> String {
    Words::english().move_choice(&DescribedMove::new(before, mv))
}
