//! What the layers below give as data, told in English: the one place of `app` that knows `words`. It goes when the answers
//! of `app` are data themselves.

use crate::game::UserId;
use crate::render::BoardView;
use crate::rules::{DescribedMove, Goal, Hold, Move, Position, Square, stuck};
use crate::words::Words;

/// That a king has reached its goal.
pub(super) fn goal_news(goal: &Goal, square: Square) -> String {
    Words::english().goal_news(goal, square)
}

/// Why a piece of the side to move cannot move, as a choice of a list; none where it can.
pub(super) fn stuck_choice(position: &Position, square: Square) -> Option<String> {
    let (kind, why) = (position.piece_at(square)?.kind, stuck(position, square)?);
    Some(Words::english().stuck_choice(kind, square, why))
}

/// What holds the piece on a square, a sentence each.
pub(super) fn holds(position: &Position, square: Square, holds: &[Hold]) -> Vec<String> {
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    holds.iter().map(|hold| Words::english().hold(piece.kind, square, *hold)).collect()
}

/// A move that may be played in a position, with every victim.
pub(super) fn told_move(before: &Position, mv: &Move) -> String {
    Words::english().told_move(&DescribedMove::new(before, mv))
}

/// The same as a choice of a list.
pub(super) fn move_choice(before: &Position, mv: &Move) -> String {
    Words::english().move_choice(&DescribedMove::new(before, mv))
}

/// Where the marked piece can go; none where no moves are marked.
pub(super) fn ways(view: &BoardView) -> Option<String> {
    Words::english().told_ways(view)
}

/// A person, as the chat writes one.
pub(super) fn mention(user: UserId) -> String {
    format!("<@{user}>")
}
