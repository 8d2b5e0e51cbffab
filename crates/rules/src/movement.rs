//! How each kind moves and takes, told once. The generator, the reach of attacks, the lines on which a king's safety
//! depends and the brake all ask here, so the compiler asks here when a kind is added.

use super::geometry::{Direction, leaps, neighbours, rays};
use super::piece::{Color, Kind};
use super::square::{CELLS, Square, SquareSet};

/// The ways to move; kinds that differ in directions or leaps alone share one.
#[derive(Clone, Copy)]
pub(super) enum Movement {
    /// One step in any direction; it alone may enter exits.
    King,
    /// One step in any direction.
    Stepper,
    /// Over whatever stands between.
    Leaper(&'static [SquareSet; CELLS]),
    /// Along lines, as far as the first piece.
    Slider(&'static Lines),
    /// Slides like a rook, takes by flying over, hops exactly two squares.
    Bomber,
    /// One or two diagonal steps, taking what it leaps over.
    NinjaGuard,
    /// By the game's own [`super::spec::PawnRule`].
    Pawn,
    /// By the game's own [`super::spec::DropRule`].
    NinjaPawn,
}

/// The lines of a slider.
pub(super) struct Lines {
    pub(super) directions: &'static [Direction],
    /// All cells on them, by origin.
    cells: [SquareSet; CELLS],
}

impl Lines {
    const fn along(directions: &'static [Direction]) -> Self {
        Self { directions, cells: rays(directions) }
    }
}

static ORTHOGONAL: Lines = Lines::along(&Direction::ORTHOGONAL);
static DIAGONAL: Lines = Lines::along(&Direction::DIAGONAL);
static ALL: Lines = Lines::along(&Direction::ALL);

static KNIGHT: [SquareSet; CELLS] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static CAMEL: [SquareSet; CELLS] =
    leaps(&[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]);
static SQUIRREL: [SquareSet; CELLS] = leaps(&[
    (2, -2),
    (2, -1),
    (2, 0),
    (2, 1),
    (2, 2),
    (1, 2),
    (0, 2),
    (-1, 2),
    (-2, 2),
    (-2, 1),
    (-2, 0),
    (-2, -1),
    (-2, -2),
    (-1, -2),
    (0, -2),
    (1, -2),
]);
static NINJA_REACH: [SquareSet; CELLS] =
    leaps(&[(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 2), (2, -2), (-2, 2), (-2, -2)]);
static PAWN_REACH_WHITE: [SquareSet; CELLS] = leaps(&[(-1, -1), (1, -1)]);
static PAWN_REACH_BLACK: [SquareSet; CELLS] = leaps(&[(-1, 1), (1, 1)]);

/// What the brake of an enemy Guard does to a piece on the squares round it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brake {
    /// Nothing.
    Free,
    /// It moves one square at most, and one that comes from outside stops there.
    OneSquare,
    /// It cannot move; nor does it ever take a Guard.
    Held,
    /// It makes no second step.
    NoSecondStep,
}

impl Kind {
    /// How it moves.
    #[inline]
    pub(super) const fn movement(self) -> Movement {
        match self {
            Self::King => Movement::King,
            Self::QueenGuard | Self::IceQueen | Self::Guard => Movement::Stepper,
            Self::Knight => Movement::Leaper(&KNIGHT),
            Self::Camel => Movement::Leaper(&CAMEL),
            Self::Squirrel => Movement::Leaper(&SQUIRREL),
            Self::Queen => Movement::Slider(&ALL),
            Self::Rook => Movement::Slider(&ORTHOGONAL),
            Self::Bishop => Movement::Slider(&DIAGONAL),
            Self::FlyingBomber => Movement::Bomber,
            Self::NinjaGuard => Movement::NinjaGuard,
            Self::Pawn => Movement::Pawn,
            Self::NinjaPawn => Movement::NinjaPawn,
        }
    }

    /// What a Guard's brake does to it.
    #[inline]
    pub const fn brake(self) -> Brake {
        match self.movement() {
            Movement::Slider(_) => Brake::OneSquare,
            Movement::Leaper(_) => Brake::Held,
            Movement::Pawn => Brake::NoSecondStep,
            Movement::King
            | Movement::Stepper
            | Movement::Bomber
            | Movement::NinjaGuard
            | Movement::NinjaPawn => Brake::Free,
        }
    }

    /// Whether it is a pawn of either sort: its moves reset the half-move clock and it promotes.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        match self.movement() {
            Movement::Pawn | Movement::NinjaPawn => true,
            Movement::King
            | Movement::Stepper
            | Movement::Leaper(_)
            | Movement::Slider(_)
            | Movement::Bomber
            | Movement::NinjaGuard => false,
        }
    }

    /// The directions in which it takes from afar.
    #[inline]
    pub(super) const fn lines(self) -> &'static [Direction] {
        match self.movement() {
            Movement::Slider(lines) => lines.directions,
            Movement::Bomber => &Direction::ORTHOGONAL,
            Movement::King
            | Movement::Stepper
            | Movement::Leaper(_)
            | Movement::NinjaGuard
            | Movement::Pawn
            | Movement::NinjaPawn => &[],
        }
    }

    /// Whether what it takes from afar depends on the cell behind its victim, where it comes down.
    #[inline]
    pub(super) const fn lands_behind(self) -> bool {
        match self.movement() {
            Movement::Bomber => true,
            Movement::King
            | Movement::Stepper
            | Movement::Leaper(_)
            | Movement::Slider(_)
            | Movement::NinjaGuard
            | Movement::Pawn
            | Movement::NinjaPawn => false,
        }
    }
}

/// Every cell from which a piece of this kind and colour could ever take something that stands on `target`.
///
/// It only has to be wide enough: the generator decides. A wide reach costs time, a narrow one would be wrong.
#[inline]
pub(super) fn reach(kind: Kind, color: Color, target: Square) -> SquareSet {
    let at = target.index();
    let pawns = || match color {
        Color::White => PAWN_REACH_WHITE[at],
        Color::Black => PAWN_REACH_BLACK[at],
    };
    match kind.movement() {
        Movement::King | Movement::Stepper => neighbours(target),
        // Each leap has its opposite among the leaps.
        Movement::Leaper(leaps) => leaps[at],
        Movement::Slider(lines) => lines.cells[at],
        Movement::Bomber => ORTHOGONAL.cells[at],
        Movement::NinjaGuard => NINJA_REACH[at],
        Movement::Pawn => pawns(),
        Movement::NinjaPawn => {
            pawns() | (neighbours(target) & (Direction::EAST.ray(target) | Direction::WEST.ray(target)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Position, Variant};

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_squirrel_reaches_sixteen_cells_from_the_middle() {
        assert_eq!(SQUIRREL[square("e5").index()].len(), 16);
        assert_eq!(CAMEL[square("e5").index()].len(), 8);
    }

    #[test]
    fn a_leap_has_its_opposite() {
        for leaps in [&KNIGHT, &CAMEL, &SQUIRREL] {
            for (cell, targets) in (0..).zip(leaps) {
                assert!(targets.iter().all(|to| leaps[to.index()].contains(Square(cell))));
            }
        }
    }

    /// The targets of White's piece on e5 of an empty board, with a black Guard beside it on d6 or far away.
    fn targets(kind: Kind, guard: &str) -> Vec<Square> {
        let variant = Variant::from_slug("squirrel").expect("a game");
        let mut position =
            Position::from_fen(variant, "9k/10/10/10/10/10/10/10/10/9K w - - 0 1 0/0").expect("a position");
        let piece = |color, kind| crate::Piece { color, kind };
        position.board.put(square("e5"), piece(Color::White, kind));
        position.board.put(square(guard), piece(Color::Black, Kind::Guard));
        let moves = position.pseudo_legal_moves(&position.board, true);
        moves.iter().filter(|mv| mv.from() == Some(square("e5"))).map(Move::to).collect()
    }

    #[test]
    fn the_generator_brakes_each_kind_as_it_is_told() {
        let guard = square("d6");
        for kind in Kind::ALL {
            let (braked, free) = (targets(kind, "d6"), targets(kind, "a10"));
            let steps = |at: &Square| neighbours(square("e5")).contains(*at);
            let mut expected: Vec<Square> = match kind.brake() {
                Brake::Free => free,
                Brake::OneSquare => free.into_iter().filter(steps).collect(),
                Brake::Held => Vec::new(),
                Brake::NoSecondStep => free.into_iter().filter(steps).chain([guard]).collect(),
            };
            let mut found = braked;
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{kind}");
        }
    }
}
