//! Static exchange evaluation (SEE): what a capture wins after the best recaptures.

use super::weights::Weights;
use rules::{Kind, Move, Position, Square};

/// The most captures in an exchange.
const DEEPEST: u32 = 6;
/// The value of a king that is blown up: more than all else.
const KING_BLOWN_UP: i32 = 20_000;

/// Returns the material that a move gains by captures and promotion.
#[inline]
pub(super) fn gain(position: &Position, mv: &Move, weights: &Weights) -> i32 {
    let victims = mv.victims().iter().filter_map(|at| position.kind_at(at));
    let taken: i32 = victims.map(|kind| weights.value(kind)).sum();
    if position.explodes(mv) {
        return taken + blown_up(position, mv, weights);
    }
    taken + mv.promotion().map_or(0, |kind| weights.value(kind) - weights.value(mv.kind()))
}

/// Returns what the explosion of a capture gains besides the captured piece. The capturing piece is lost.
#[cold]
fn blown_up(position: &Position, mv: &Move, weights: &Weights) -> i32 {
    let value = |at| {
        let Some(piece) = position.piece_at(at) else { return 0 };
        let sign = if piece.color == position.turn() { -1 } else { 1 };
        sign * if piece.kind == Kind::KING { KING_BLOWN_UP } else { weights.value(piece.kind) }
    };
    position.blown_up(mv).iter().map(value).sum::<i32>() - weights.value(mv.kind())
}

/// Returns what a capture or promotion wins if only captures on its target square follow.
///
/// The generator supplies the captures, so that brakes, freezing and captures without landing are counted
/// correctly.
pub(super) fn see(position: &Position, mv: &Move, weights: &Weights) -> i32 {
    let now = gain(position, mv, weights);
    if position.explodes(mv) {
        // Nothing is left to be captured in return.
        return now;
    }
    now - taken_back(&position.after_known(mv), mv.to(), weights, DEEPEST)
}

/// Returns what the side to move wins by capturing on this square; 0 if it should not.
fn taken_back(position: &Position, at: Square, weights: &Weights, left: u32) -> i32 {
    if left == 0 {
        return 0;
    }
    let cost = |mv: &Move| weights.value(mv.kind()) - gain(position, mv, weights);
    let Some(least) = position.cheapest_capture(at, cost) else { return 0 };
    // If the capturing piece lands elsewhere or explodes, there is nothing on the square to recapture.
    let stays = least.to() == at && !position.explodes(&least);
    let back = if stays { taken_back(&position.after_known(&least), at, weights, left - 1) } else { 0 };
    (gain(position, &least, weights) - back).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(variant: &str, fen: &str, text: &str) -> (i32, Weights) {
        let variant = games::from_slug(variant).expect("a game");
        let position = Position::from_fen(variant, fen).expect("a position");
        let mv = position.legal_move(text).expect("a legal move");
        let weights = Weights::uniform(variant, |kind| match variant.spec().letter(kind) {
            'P' => 100,
            'R' | 'F' => 500,
            'Q' => 900,
            _ => 300,
        });
        (see(&position, &mv, &weights), weights)
    }

    #[test]
    fn a_rook_does_not_take_a_guarded_pawn() {
        let (exchange, _) = exchange("chess", "4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5");
        assert_eq!(exchange, 100 - 500);
    }

    #[test]
    fn a_bare_pawn_is_won() {
        let (exchange, _) = exchange("chess", "4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1", "e1e5");
        assert_eq!(exchange, 100);
    }

    #[test]
    fn a_capture_of_two_counts_both() {
        let (exchange, _) = exchange("prison-break", "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1", "c3e5");
        assert_eq!(exchange, 300 + 100);
    }
}
