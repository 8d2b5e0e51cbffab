//! Pieces whose ways differ by direction, or between moving and taking, and riders that leap from square to square.

use super::geometry::{Cells, Direction, leaps, offset};
use super::piece::{ByColor, Color};
use super::piece_type::Ride;
use super::square::{CELLS, Square, SquareSet};

/// The rides of a kind, as each side makes them.
#[derive(Clone, Debug)]
pub(crate) struct Rides {
    /// The single steps and leaps that may end on empty squares.
    steps: ByColor<Cells>,
    /// The single steps and leaps that may take.
    captures: ByColor<Cells>,
    /// What is made more than once. Rides that are possible only at first are the last ones.
    repeated: ByColor<Vec<Ride>>,
    /// How many of these are possible from everywhere.
    from_everywhere: usize,
    /// The squares from which those go that are possible only at first.
    homes: ByColor<SquareSet>,
}

/// What stands on the board, as a piece that rides meets it.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    pub(crate) occupied: SquareSet,
    pub(crate) enemy: SquareSet,
    /// The cells at which a ride ends, though nobody stands there.
    pub(crate) walls: SquareSet,
    /// The squares on which a ride along a rank, file or diagonal stops.
    pub(crate) braked: SquareSet,
}

impl Rides {
    /// The rides of a kind whose pieces stand on these squares in the start position.
    pub(crate) fn of(rides: &[Ride], homes: &ByColor<SquareSet>) -> Self {
        let once = |color, wanted: fn(&Ride) -> bool| {
            let from = |at_first: bool| {
                let steps =
                    rides.iter().filter(|ride| ride.most == 1 && ride.at_first == at_first && wanted(ride));
                leaps(&steps.map(|ride| seen_by(color, ride.step)).collect::<Vec<_>>())
            };
            let mut cells = from(false);
            if rides.iter().any(|ride| ride.at_first) {
                let first = from(true);
                for home in homes[color] {
                    cells[home.index()] |= first[home.index()];
                }
            }
            cells
        };
        let both = |wanted| ByColor { white: once(Color::White, wanted), black: once(Color::Black, wanted) };
        let repeated = |color| {
            let many =
                |at_first: bool| rides.iter().filter(move |ride| ride.most > 1 && ride.at_first == at_first);
            let all = many(false).chain(many(true));
            all.map(|ride| Ride { step: seen_by(color, ride.step), ..*ride }).collect()
        };
        Self {
            steps: both(|ride| ride.moves),
            captures: both(|ride| ride.takes),
            repeated: ByColor { white: repeated(Color::White), black: repeated(Color::Black) },
            from_everywhere: rides.iter().filter(|ride| ride.most > 1 && !ride.at_first).count(),
            homes: *homes,
        }
    }

    /// Whether any of it is made more than once.
    pub(crate) fn repeats(&self) -> bool {
        !self.repeated.white.is_empty()
    }

    /// The cells that a piece of this colour reaches from a cell; those of its own side are left out.
    #[inline]
    pub(crate) fn targets(&self, color: Color, from: Square, met: Met) -> SquareSet {
        let mut targets =
            self.steps[color][from.index()] & !met.occupied | self.captures[color][from.index()] & met.enemy;
        for ride in self.from(color, from) {
            let (files, ranks) = ride.step;
            let stops = if is_straight(ride) { met.braked } else { SquareSet::EMPTY };
            let mut at = from;
            for _ in 0..ride.most {
                let Some(next) = offset(at, files, ranks) else { break };
                at = next;
                if met.occupied.contains(at) {
                    if ride.takes && met.enemy.contains(at) {
                        targets.insert(at);
                    }
                    break;
                }
                if met.walls.contains(at) {
                    break;
                }
                if ride.moves {
                    targets.insert(at);
                }
                if stops.contains(at) {
                    break;
                }
            }
        }
        targets
    }

    /// What a piece of this colour makes more than once from a cell.
    #[inline]
    fn from(&self, color: Color, from: Square) -> &[Ride] {
        let all = &self.repeated[color];
        if self.homes[color].contains(from) { all } else { &all[..self.from_everywhere] }
    }

    /// The cells from which a piece of this colour could ever take what stands on a cell.
    pub(crate) fn reach(&self, color: Color) -> Cells {
        let mut reach = Box::new([SquareSet::EMPTY; CELLS]);
        for from in (0..CELLS as u8).map(Square) {
            let mut taken = self.captures[color][from.index()];
            for ride in self.from(color, from).iter().filter(|ride| ride.takes) {
                let (files, ranks) = ride.step;
                let way = std::iter::successors(Some(from), |at| offset(*at, files, ranks));
                taken |= way.skip(1).take(usize::from(ride.most)).collect();
            }
            for target in taken {
                reach[target.index()].insert(from);
            }
        }
        reach
    }

    /// Whether it takes at a distance along lines of this sort.
    pub(crate) fn takes_along(&self, is_orthogonal: bool) -> bool {
        let direction = |(files, ranks): (i8, i8)| (files == 0 || ranks == 0) == is_orthogonal;
        self.repeated.white.iter().any(|ride| ride.takes && is_straight(ride) && direction(ride.step))
    }

    /// Whether it takes at a distance, but not along ranks, files and diagonals square by square.
    pub(crate) fn takes_crookedly(&self) -> bool {
        self.repeated.white.iter().any(|ride| ride.takes && !is_straight(ride))
    }
}

/// Whether it passes every square of a rank, file or diagonal.
fn is_straight(ride: &Ride) -> bool {
    Direction::STEPS.contains(&ride.step)
}

/// A step of a side in files and ranks of the board.
const fn seen_by(color: Color, (files, ranks): (i8, i8)) -> (i8, i8) {
    match color {
        Color::White => (files, ranks),
        Color::Black => (-files, -ranks),
    }
}
