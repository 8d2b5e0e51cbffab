//! Perft: counts the leaves of the tree of legal moves, the usual test of a move generator.

use crate::board::position::Position;
use crate::movegen::moves::Move;

/// Returns the number of move sequences of exactly `depth` plies.
///
/// The last ply is counted without being made. A win or stalemate ends a sequence; other draws do not.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut lists = vec![Vec::new(); depth as usize - 1];
            below(position, &mut lists)
        }
    }
}

/// Counts the leaves below a position. Each ply reuses one list, so there is no allocation per node.
fn below(position: &Position, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return position.count_legal_moves() };
    moves.clear();
    position.legal_moves_into(moves);
    moves.iter().map(|mv| below(&position.after_legal(mv), rest)).sum()
}

/// Returns the leaves below each legal move, in byte order of the canonical texts.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut rows: Vec<(Move, u64)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after_legal(&mv), depth.saturating_sub(1))))
        .collect();
    rows.sort_by_cached_key(|(mv, _)| mv.to_string());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Square, with_bodyguards};

    /// Checks a known count for a position that no game can reach: it has more Bodyguards than a side can
    /// have.
    #[test]
    fn many_bodyguards_are_counted() {
        let bare = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
        let mut position = Position::from_fen(with_bodyguards(), bare).expect("two kings");
        let pieces = "hb9 rc9 hd9 pj9 rb8 Hc8 Hb7 pi7 Hc6 hb5 hd5 Ha4 hb4 hd4 hb3 Nf3 Hf2";
        for text in pieces.split(' ') {
            let (letter, square) = text.split_at(1);
            let letter = letter.chars().next().expect("a letter");
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let kind = position.spec().kind(letter.to_ascii_uppercase()).expect("a kind");
            position.board.put(square.parse::<Square>().expect("a square"), Piece { color, kind });
        }
        assert_eq!([1, 2].map(|depth| perft(&position, depth)), [47, 3_020]);
    }
}
