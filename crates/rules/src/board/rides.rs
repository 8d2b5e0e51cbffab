//! Pieces that move differently by direction or when capturing, and riders that leap from square to square.

use super::geometry::{Cells, Direction, leaps, offset};
use super::piece::{ByColor, Color};
use super::piece_type::Ride;
use super::square::{CELLS, Square, SquareSet};

/// The rides of a kind, for each side.
#[derive(Clone, Debug)]
pub(crate) struct Rides {
    /// Single steps and leaps that may end on empty squares.
    steps: ByColor<Cells>,
    /// Single steps and leaps that may capture.
    captures: ByColor<Cells>,
    /// Repeated rides. Those allowed only from the home squares come last.
    repeated: ByColor<Vec<Ride>>,
    /// How many of `repeated` are allowed from every square.
    from_everywhere: usize,
    /// The squares from which the remaining ones are allowed.
    homes: ByColor<SquareSet>,
}

/// The board as a riding piece sees it.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    pub(crate) occupied: SquareSet,
    pub(crate) enemy: SquareSet,
    /// The empty cells at which a ride ends.
    pub(crate) walls: SquareSet,
    /// The squares on which a ride along a rank, file or diagonal stops.
    pub(crate) braked: SquareSet,
}

impl Rides {
    /// Compiles the rides of a kind whose pieces start on these squares.
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

    /// True if any ride is repeated.
    pub(crate) fn repeats(&self) -> bool {
        !self.repeated.white.is_empty()
    }

    /// Returns the cells that a piece of this colour reaches from a cell, excluding those of its own side.
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

    /// Returns the repeated rides of this colour from a cell.
    #[inline]
    fn from(&self, color: Color, from: Square) -> &[Ride] {
        let all = &self.repeated[color];
        if self.homes[color].contains(from) { all } else { &all[..self.from_everywhere] }
    }

    /// Returns, for each cell, the cells from which a piece of this colour could ever capture there.
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

    /// True if it captures at a distance along orthogonals, or along diagonals.
    pub(crate) fn takes_along(&self, is_orthogonal: bool) -> bool {
        let direction = |(files, ranks): (i8, i8)| (files == 0 || ranks == 0) == is_orthogonal;
        self.repeated.white.iter().any(|ride| ride.takes && is_straight(ride) && direction(ride.step))
    }

    /// True if it captures at a distance without following a rank, file or diagonal square by square.
    pub(crate) fn takes_crookedly(&self) -> bool {
        self.repeated.white.iter().any(|ride| ride.takes && !is_straight(ride))
    }
}

/// True if it passes every square of a rank, file or diagonal.
fn is_straight(ride: &Ride) -> bool {
    Direction::STEPS.contains(&ride.step)
}

/// Converts a side's step to files and ranks of the board.
const fn seen_by(color: Color, (files, ranks): (i8, i8)) -> (i8, i8) {
    match color {
        Color::White => (files, ranks),
        Color::Black => (-files, -ranks),
    }
}
