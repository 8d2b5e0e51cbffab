//! Perft: counting the leaves of the tree of legal moves, the usual proof of a move generator.

use super::moves::Move;
use super::position::Position;

/// The number of move sequences of exactly `depth` plies; the last ply is counted, not played. Draws do not stop it, a
/// win or stalemate does.
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

/// One kept list a ply, so that the tree is walked without an allocation per node.
fn below(position: &Position, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return position.count_legal_moves() };
    moves.clear();
    position.legal_moves_into(moves);
    moves.iter().map(|mv| below(&position.after_legal(mv), rest)).sum()
}

/// The leaves below each legal move, in byte order of the canonical texts.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut rows: Vec<(Move, u64)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after_legal(&mv), depth.saturating_sub(1))))
        .collect();
    rows.sort_by_cached_key(|(mv, _)| mv.to_string());
    rows
}
