//! The start squares of a game's pieces.

use super::description::Description;
use crate::board::piece::{ByColor, Color};
use crate::board::piece_type::PieceType;
use crate::board::square::{Square, SquareSet};

/// Returns the squares on which each side's pieces of this type start, if some of their moves are possible
/// only there.
///
/// Anything that is not a square of the board is skipped, because the position is read and refused elsewhere.
pub(super) fn homes(description: &Description, piece: &PieceType) -> ByColor<SquareSet> {
    let mut homes = ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY };
    if !piece.movement.has_first_moves() {
        return homes;
    }
    let board = description.start_fen.split([' ', '[']).next().unwrap_or_default();
    for (row, rank) in board.split('/').zip((description.first_rank..=description.last_rank).rev()) {
        let mut file: u8 = 0;
        let mut letters = row.chars().peekable();
        while let Some(sign) = letters.next() {
            let Some(mut run) = sign.to_digit(10) else {
                let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
                if sign.to_ascii_uppercase() == piece.letter
                    && let Some(square) = Square::at(file, rank)
                {
                    homes[color].insert(square);
                }
                file = file.saturating_add(1);
                continue;
            };
            while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                run = run.saturating_mul(10).saturating_add(digit);
                letters.next();
            }
            file = file.saturating_add(u8::try_from(run).unwrap_or(u8::MAX));
        }
    }
    homes
}
