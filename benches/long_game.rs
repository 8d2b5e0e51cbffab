//! Long games for figures and tests: quiet moves drawn at random, the same each time.

use rookery::rules::{Line, Position, Variant};

/// A game of so many plies that goes on: nothing is taken where that can be avoided, pawns move only when the count of
/// moves without one gets long, and no move ends the game.
///
/// # Panics
/// When no move is left that does not end it.
pub fn long_game(variant: Variant, plies: usize) -> Line {
    let mut random = fastrand::Rng::with_seed(400);
    let mut line = Line::new(Position::start(variant));
    while line.moves().len() < plies {
        let position = *line.position();
        let mut moves = position.legal_moves();
        random.shuffle(&mut moves);
        let wants_pawn = position.halfmove() > 100;
        moves.sort_by_key(|mv| (mv.is_capture(), mv.kind().is_pawn() != wants_pawn, mv.is_drop()));
        let next = moves.into_iter().find_map(|mv| {
            let mut next = line.clone();
            next.play(mv);
            (!next.state().is_over()).then_some(next)
        });
        line = next.unwrap_or_else(|| panic!("{variant} ends at ply {}", line.moves().len()));
    }
    line
}
