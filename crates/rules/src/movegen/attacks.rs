//! Attacks on a king: captures of it by the move generator, and the squares on which its safety depends.

use super::moves::Move;
use super::pseudo_legal::{Generator, Sink};
use crate::board::geometry::Direction;
use crate::board::piece::{Color, Kind};
use crate::board::position::Board;
use crate::board::square::{Square, SquareSet};
use crate::spec::Spec;

/// A sink that looks for captures of the king.
struct KingHunt {
    king: Square,
    found: bool,
}

impl Sink for KingHunt {
    #[inline]
    fn walks(&mut self, _: Kind, _: Square, targets: SquareSet) {
        self.found |= targets.contains(self.king);
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        self.found |= mv.victims().contains(self.king);
    }
}

/// Returns the pieces of `by` that could capture an enemy king on `king`.
#[inline]
pub(crate) fn attackers(spec: &Spec, board: &Board, king: Square, by: Color) -> SquareSet {
    hunt(spec, board, king, by, false)
}

/// True if any piece of `by` could capture the king on `king`.
#[inline]
pub(crate) fn is_attacked(spec: &Spec, board: &Board, king: Square, by: Color) -> bool {
    !hunt(spec, board, king, by, true).is_empty()
}

#[inline]
fn hunt(spec: &Spec, board: &Board, king: Square, by: Color, any: bool) -> SquareSet {
    let generator = Generator::new(spec, board, by, SquareSet::EMPTY);
    let mut able = generator.own & !generator.frozen;
    if let Some(rule) = &spec.explosion {
        // No capture may blow up the own king, and a king that captures is blown up itself.
        let own_king = if spec.royal[by] { board.of(by, Kind::KING) } else { SquareSet::EMPTY };
        if rule.reaches_king(king, own_king) {
            return SquareSet::EMPTY;
        }
        able &= !own_king;
    }
    let mut found = SquareSet::EMPTY;
    let reach = &spec.reach[by][king.index()];
    for kind in spec.kinds() {
        for from in reach[kind.index()] & able & board.kinds[kind.index()] {
            let mut hunt = KingHunt { king, found: false };
            // The promotion does not matter for captures, so one is enough.
            generator.piece(kind, from, &[Kind::KING], &mut hunt);
            if hunt.found {
                found.insert(from);
                if any {
                    return found;
                }
            }
        }
    }
    found
}

/// Returns the squares on which the safety of the king of `us` can depend.
///
/// This holds while the king does not move and is not in check. The squares are the lines between the king
/// and enemy line pieces, and the cell behind it for pieces that land there.
#[inline]
pub(super) fn dependence(spec: &Spec, board: &Board, king: Square, us: Color) -> SquareSet {
    let enemy = board.sides[us.other()];
    let of = |kinds: &[Kind]| {
        kinds.iter().fold(SquareSet::EMPTY, |all, kind| all | board.kinds[kind.index()]) & enemy
    };
    let (orthogonal, diagonal) = (of(&spec.liners.orthogonal), of(&spec.liners.diagonal));
    let landing_behind = of(&spec.liners.landing_behind);
    if !spec.liners.crooked.is_empty() && can_ride_to(spec, board, king, us.other()) {
        return SquareSet::ALL;
    }
    let mut squares = SquareSet::EMPTY;
    for direction in Direction::ALL {
        let liners = if direction.is_orthogonal() { orthogonal } else { diagonal };
        let ray = direction.ray(king);
        for liner in ray & liners {
            let line = ray & !direction.ray(liner);
            // A move removes at most three pieces from a line: the mover and two victims.
            if (line & (board.sides.white | board.sides.black)).len() <= 4 {
                squares |= line;
                if landing_behind.contains(liner) {
                    squares |= direction.opposite().step(king).map_or(SquareSet::EMPTY, Square::set);
                }
            }
        }
    }
    squares & spec.squares
}

/// True if pieces of this colour could reach the king off the lines if nothing stood in between.
#[cold]
fn can_ride_to(spec: &Spec, board: &Board, king: Square, by: Color) -> bool {
    let reach = &spec.reach[by][king.index()];
    spec.liners.crooked.iter().any(|kind| board.of(by, *kind).meets(reach[kind.index()]))
}
