//! How a game's kinds move, compiled once from their descriptions. Used by move generation, check detection
//! and the brake.

use super::geometry::{Cells, Direction, leaps, rays, runs};
use super::piece::{ByColor, Color, Kind};
use super::piece_type::{PieceType, Special};
use super::rides::Rides;
use super::square::{RANKS, SquareSet};

/// The kinds of movement; kinds that differ only in directions or leaps share one.
#[derive(Clone, Debug)]
pub(crate) enum MovementKind {
    /// Leaps over any pieces in between; only the king may enter exits.
    King(Cells),
    /// Leaps over any pieces in between.
    Leaper(Cells),
    /// Slides along lines up to the first piece.
    Slider(Slider),
    /// Slides like a rook, captures by flying over a piece, hops exactly two squares.
    Bomber {
        /// Whether it may land on any empty square behind the captured piece, not only on the first.
        extended: bool,
    },
    /// One step or a leap of two along some lines, capturing what it leaps over.
    Ninja {
        directions: &'static [Direction],
        /// Further leaps, which capture only on their target.
        leaps: Cells,
    },
    /// Steps, leaps and rides that differ by direction, or between moving and capturing.
    Rider(Box<Rides>),
    /// Moves by the game's own [`crate::spec::description::PawnRule`].
    Pawn {
        /// Whether it may slip diagonally past an enemy directly in front of it.
        slides: bool,
    },
    /// Moves by the game's own [`crate::spec::DropRule`].
    NinjaPawn,
}

/// A piece that slides along lines and may leap as well.
#[derive(Clone, Debug)]
pub(crate) struct Slider {
    pub(crate) directions: &'static [Direction],
    /// The cells within its range, if the range is limited.
    pub(crate) within: Option<Cells>,
    pub(crate) leaps: Option<Cells>,
}

/// A kind as move generation sees it.
#[derive(Clone, Debug)]
pub(crate) struct CompiledMovement {
    pub(crate) way: MovementKind,
    /// Whether any of its leaps goes further than one square.
    pub(crate) leaps_afar: bool,
    /// Whether it never captures a king.
    pub(crate) spares_kings: bool,
    /// Whether it may capture a king and never promotes, so that its moves need no further check.
    pub(crate) is_plain: bool,
    /// The kind it becomes on these squares, by colour.
    pub(crate) promotes_on: Option<(Kind, ByColor<SquareSet>)>,
}

/// The effect of an enemy piece's brake on a piece next to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brake {
    /// No effect.
    Free,
    /// It moves at most one square, and a slider coming from outside stops there.
    OneSquare,
    /// It cannot move, and it never captures the piece that brakes it.
    Held,
    /// It cannot advance more than one square.
    NoSecondStep,
}

impl CompiledMovement {
    /// Compiles the movement of a kind whose pieces start on these squares. The king is kind 0 in every game.
    pub(crate) fn of(kind: Kind, piece: &PieceType, homes: &ByColor<SquareSet>) -> Self {
        let movement = &piece.movement;
        let way = match movement.special {
            Some(Special::Bomber) => MovementKind::Bomber { extended: false },
            Some(Special::ExtendedBomber) => MovementKind::Bomber { extended: true },
            Some(Special::Ninja(directions)) => {
                MovementKind::Ninja { directions, leaps: leaps(&movement.leaps) }
            }
            Some(Special::Pawn) => MovementKind::Pawn { slides: false },
            Some(Special::SlidingPawn) => MovementKind::Pawn { slides: true },
            Some(Special::NinjaPawn) => MovementKind::NinjaPawn,
            None if kind == Kind::KING => MovementKind::King(leaps(&movement.leaps)),
            None if !movement.rides.is_empty() => {
                MovementKind::Rider(Box::new(Rides::of(&movement.rides, homes)))
            }
            None if movement.lines.is_empty() => MovementKind::Leaper(leaps(&movement.leaps)),
            None => MovementKind::Slider(Slider {
                directions: movement.lines,
                within: (movement.range < RANKS).then(|| runs(movement.lines, movement.range)),
                leaps: (!movement.leaps.is_empty()).then(|| leaps(&movement.leaps)),
            }),
        };
        let mut steps = movement.leaps.iter().copied().chain(movement.rides.iter().map(|ride| ride.step));
        let leaps_afar = steps.any(|step| !Direction::STEPS.contains(&step));
        Self {
            way,
            leaps_afar,
            spares_kings: movement.spares_kings,
            is_plain: !movement.spares_kings,
            promotes_on: None,
        }
    }

    /// Makes the piece become another kind as soon as it lands on one of these squares.
    pub(crate) fn promote_on(&mut self, becomes: Kind, squares: ByColor<SquareSet>) {
        self.promotes_on = Some((becomes, squares));
        self.is_plain = false;
    }

    /// Returns the effect of a brake on it. Some brakes hold knights and other leapers in place.
    pub(crate) fn brake(&self, holds_leapers: bool) -> Brake {
        match &self.way {
            MovementKind::Slider(_) => Brake::OneSquare,
            MovementKind::Rider(rides) if rides.repeats() => Brake::OneSquare,
            MovementKind::Leaper(_) | MovementKind::Rider(_) if holds_leapers && self.leaps_afar => {
                Brake::Held
            }
            MovementKind::Pawn { .. } => Brake::NoSecondStep,
            MovementKind::King(_)
            | MovementKind::Leaper(_)
            | MovementKind::Rider(_)
            | MovementKind::Bomber { .. }
            | MovementKind::Ninja { .. }
            | MovementKind::NinjaPawn => Brake::Free,
        }
    }

    /// True if it captures at a distance along ranks and files, or along diagonals.
    pub(crate) fn takes_along(&self, is_orthogonal: bool) -> bool {
        match &self.way {
            MovementKind::Slider(slider) if !self.spares_kings => {
                slider.directions.iter().any(|direction| direction.is_orthogonal() == is_orthogonal)
            }
            MovementKind::Rider(rides) if !self.spares_kings => rides.takes_along(is_orthogonal),
            MovementKind::Bomber { .. } => is_orthogonal,
            MovementKind::Slider(_)
            | MovementKind::Rider(_)
            | MovementKind::King(_)
            | MovementKind::Leaper(_)
            | MovementKind::Ninja { .. }
            | MovementKind::Pawn { .. }
            | MovementKind::NinjaPawn => false,
        }
    }

    /// True if it captures at a distance off the lines and can still be blocked.
    pub(crate) fn takes_crookedly(&self) -> bool {
        matches!(&self.way, MovementKind::Rider(rides) if !self.spares_kings && rides.takes_crookedly())
    }

    /// True if a capture at a distance depends on the cell behind the victim, where the piece lands.
    pub(crate) fn lands_behind(&self) -> bool {
        matches!(self.way, MovementKind::Bomber { .. })
    }

    /// True if it can capture pieces that it does not land on.
    pub(crate) fn takes_in_passing(&self) -> bool {
        matches!(self.way, MovementKind::Bomber { .. } | MovementKind::Ninja { .. })
    }
}

/// Returns, for each cell, the cells from which a piece that moves like this could ever capture there.
///
/// A superset is enough because move generation decides. Too wide a reach costs time; too narrow a reach
/// would be wrong.
pub(crate) fn reach_of(way: &MovementKind, color: Color) -> Cells {
    let both = |mut one: Cells, other: &Cells| {
        for (cells, more) in one.iter_mut().zip(other.iter()) {
            *cells |= *more;
        }
        one
    };
    let pawns: &[(i8, i8)] = match color {
        Color::White => &[(-1, -1), (1, -1)],
        Color::Black => &[(-1, 1), (1, 1)],
    };
    match way {
        // Every leap has its opposite among the leaps.
        MovementKind::King(leaps) | MovementKind::Leaper(leaps) => leaps.clone(),
        MovementKind::Slider(slider) => {
            let within = slider.within.clone().unwrap_or_else(|| rays(slider.directions));
            slider.leaps.iter().fold(within, both)
        }
        MovementKind::Rider(rides) => rides.reach(color),
        MovementKind::Bomber { .. } => rays(&Direction::ORTHOGONAL),
        MovementKind::Ninja { directions, leaps } => both(runs(directions, 2), leaps),
        MovementKind::Pawn { .. } => leaps(pawns),
        MovementKind::NinjaPawn => both(leaps(pawns), &leaps(&[(-1, 0), (1, 0)])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::neighbours;
    use crate::board::piece_type::{CAMEL, KNIGHT, PIECE_TYPES, SQUIRREL};
    use crate::{Move, Piece, Position, Square, Variant, with_guards};

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_squirrel_reaches_sixteen_cells_from_the_middle() {
        let count = |piece: &PieceType| leaps(&piece.movement.leaps)[square("e5").index()].len();
        assert_eq!([&SQUIRREL, &CAMEL, &KNIGHT].map(count), [16, 8, 8]);
    }

    #[test]
    fn a_leap_has_its_opposite() {
        for piece in PIECE_TYPES {
            let leaps = &piece.movement.leaps;
            assert!(leaps.iter().all(|(files, ranks)| leaps.contains(&(-files, -ranks))), "{piece}");
        }
    }

    /// Returns the targets of White's piece on e5 of an empty board, with a black Guard next to it on d6 or
    /// far away.
    fn targets(game: Variant, kind: Kind, guard: &str) -> Vec<Square> {
        let mut position =
            Position::from_fen(game, "9k/10/10/10/10/10/10/10/10/9K w - - 0 1").expect("a position");
        let piece = |color, kind| Piece { color, kind };
        position.board.put(square("e5"), piece(Color::White, kind));
        let braker = position.spec().kind('G').expect("a Guard");
        position.board.put(square(guard), piece(Color::Black, braker));
        let moves = position.pseudo_legal_moves(&position.board, true);
        moves.iter().filter(|mv| mv.from() == Some(square("e5"))).map(Move::to).collect()
    }

    #[test]
    fn the_generator_brakes_each_kind_as_it_is_told() {
        let guard = square("d6");
        let game = with_guards();
        let spec = game.spec();
        for kind in spec.kinds() {
            let (braked, free) = (targets(game, kind, "d6"), targets(game, kind, "a10"));
            let steps = |at: &Square| neighbours(square("e5")).contains(*at);
            let mut expected: Vec<Square> = match spec.brake(kind) {
                Brake::Free => free,
                Brake::OneSquare => free.into_iter().filter(steps).collect(),
                Brake::Held => Vec::new(),
                Brake::NoSecondStep => free.into_iter().filter(steps).chain([guard]).collect(),
            };
            let mut found = braked;
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{}", spec.piece_type(kind));
        }
    }
}
