//! Examples of how moves are written in a game, taken from its possible first moves.

use std::cmp::Reverse;

use super::suggest::off_centre;
use crate::board::piece_type::KNIGHT;
use crate::board::position::Position;
use crate::movegen::moves::Move;
use crate::notation::Notation;
use crate::variant::Variant;

/// Returns examples of a pawn's move and a knight's move from the start of the game, such as `e2e4` and
/// `Nf3`; of any move if there is neither.
pub fn examples(position: &Position) -> Vec<String> {
    let start = Position::start(position.variant());
    let notation = Notation::new(&start);
    let pawns = pawn_move(&notation).map(|mv| mv.to_string());
    let knights = knight_move(&notation).map(|mv| notation.unsigned(&mv));
    let found: Vec<String> = pawns.into_iter().chain(knights).collect();
    if found.is_empty() { notation.moves().iter().take(1).map(ToString::to_string).collect() } else { found }
}

/// Returns the first moves of a sample game as pairs of White's move and Black's reply.
///
/// For example `e2e4` and `e7e5`, `g1f3` and `g8f6`.
pub fn example_replies(game: Variant) -> Vec<(Move, Move)> {
    let picks: [fn(&Notation<'_>) -> Option<Move>; 2] = [pawn_move, knight_move];
    let mut position = Position::start(game);
    let mut replies = Vec::new();
    for pick in picks {
        let Some(when) = pick(&Notation::new(&position)) else { continue };
        let met = position.after_legal(&when);
        let Some(reply) = pick(&Notation::new(&met)) else { continue };
        position = met.after_legal(&reply);
        replies.push((when, reply));
    }
    replies
}

fn pawn_move(notation: &Notation<'_>) -> Option<Move> {
    let spec = notation.position().spec();
    let is_on_e = |mv: &&Move| spec.is_pawn(mv.kind()) && mv.from().is_some_and(|at| at.file() == 4);
    let on_e = notation.moves().iter().filter(is_on_e);
    on_e.min_by_key(|mv| off_centre(spec, mv.to())).copied()
}

/// Returns the most central knight move; ties go to the furthest advanced, then to the king's side, as in
/// chess.
fn knight_move(notation: &Notation<'_>) -> Option<Move> {
    let (spec, us) = (notation.position().spec(), notation.position().turn());
    let up = |mv: &Move| (spec.relative_rank(us, mv.to().rank()), mv.to().file());
    let knight = spec.kind_of(&KNIGHT);
    let knights = notation.moves().iter().filter(|mv| Some(mv.kind()) == knight);
    knights.min_by_key(|mv| (off_centre(spec, mv.to()), Reverse(up(mv)))).copied()
}
