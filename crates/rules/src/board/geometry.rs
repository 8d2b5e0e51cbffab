//! Directions, rays and leaps on the grid that all games share. Rays and neighbours are tables built at
//! compile time.

use super::piece::{ByColor, Color};
use super::square::{CELLS, FILES, RANKS, Square, SquareSet};

/// One set of cells for each origin cell.
pub(crate) type Cells = Box<[SquareSet; CELLS]>;

/// One of the eight compass directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Direction(u8);

impl Direction {
    /// Along the file towards higher ranks.
    pub const NORTH: Self = Self(0);
    /// Along the file towards lower ranks.
    pub const SOUTH: Self = Self(4);
    /// Along the rank towards the j-file.
    pub const EAST: Self = Self(1);
    /// Along the rank towards the a-file.
    pub const WEST: Self = Self(5);
    /// Ranks and files.
    pub const ORTHOGONAL: [Self; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];
    /// Diagonals.
    pub const DIAGONAL: [Self; 4] = [Self(2), Self(3), Self(6), Self(7)];
    /// All eight directions.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Steps in (file, rank); the first four raise the square's number, the last four are their opposites.
    pub(crate) const STEPS: [(i8, i8); 8] =
        [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

    /// Returns the step as (files, ranks).
    pub const fn steps(self) -> (i8, i8) {
        Self::STEPS[self.0 as usize]
    }

    /// Returns the opposite direction.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self(self.0 ^ 4)
    }

    /// True if it runs along a rank or a file.
    #[inline]
    pub const fn is_orthogonal(self) -> bool {
        self.0 & 3 < 2
    }

    /// Returns the direction towards the opponent of `color`.
    #[inline]
    pub const fn up(color: Color) -> Self {
        match color {
            Color::White => Self::NORTH,
            Color::Black => Self::SOUTH,
        }
    }

    /// Returns the cells of the grid from `from` outwards, excluding `from`.
    #[inline]
    pub fn ray(self, from: Square) -> SquareSet {
        RAYS[self.0 as usize][from.index()]
    }

    /// Returns the next cell in this direction, or `None` at the edge of the grid.
    #[inline]
    pub fn step(self, from: Square) -> Option<Square> {
        NEXT[self.0 as usize][from.index()]
    }

    /// Returns the member of `set` that is nearest to the ray's origin.
    ///
    /// `set` must be a subset of one of this direction's rays.
    #[inline]
    pub const fn nearest(self, set: SquareSet) -> Option<Square> {
        if self.0 < 4 { set.first() } else { set.last() }
    }

    /// Returns the direction from one square to another if they share a rank, file or diagonal.
    #[inline]
    pub fn between(from: Square, to: Square) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.ray(from).contains(to))
    }
}

/// Returns the cells strictly between two squares; empty if they share no rank, file or diagonal.
#[inline]
pub fn between(from: Square, to: Square) -> SquareSet {
    Direction::between(from, to).map_or(SquareSet::EMPTY, |d| d.ray(from) & d.opposite().ray(to))
}

/// Returns the cells that a rider passes between two squares, in the shortest equal steps.
///
/// On ranks, files and diagonals this equals [`between`].
pub(crate) fn on_the_way(from: Square, to: Square) -> SquareSet {
    const fn common(one: i8, other: i8) -> i8 {
        if other == 0 { one } else { common(other, one % other) }
    }
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let steps = common(files.abs(), ranks.abs());
    (1..steps).filter_map(|step| offset(from, files / steps * step, ranks / steps * step)).collect()
}

/// Returns the distance between two squares in king moves.
#[inline]
pub const fn distance(a: Square, b: Square) -> u8 {
    let files = a.file().abs_diff(b.file());
    let ranks = a.rank().abs_diff(b.rank());
    if files > ranks { files } else { ranks }
}

/// Returns the cell this many files and ranks away, or `None` if it is off the grid.
#[inline]
pub(crate) const fn offset(from: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = from.file() as i8 + files;
    let rank = from.rank() as i8 + ranks;
    if file < 0 || rank < 0 || file >= FILES as i8 || rank >= RANKS as i8 {
        None
    } else {
        Some(Square(rank as u8 * FILES + file as u8))
    }
}

static RAYS: [[SquareSet; CELLS]; 8] = {
    let mut table = [[SquareSet::EMPTY; CELLS]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = Direction::STEPS[direction];
        let mut cell = 0;
        while cell < CELLS {
            let mut at = Square(cell as u8);
            while let Some(next) = offset(at, files, ranks) {
                table[direction][cell].insert(next);
                at = next;
            }
            cell += 1;
        }
        direction += 1;
    }
    table
};

/// The next cell from each cell, by direction.
static NEXT: [[Option<Square>; CELLS]; 8] = {
    let mut table = [[None; CELLS]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = Direction::STEPS[direction];
        let mut cell = 0;
        while cell < CELLS {
            table[direction][cell] = offset(Square(cell as u8), files, ranks);
            cell += 1;
        }
        direction += 1;
    }
    table
};

/// The one or two cells diagonally ahead of each cell, by side.
static AHEAD: ByColor<[SquareSet; CELLS]> = ByColor { white: diagonally([2, 3]), black: diagonally([6, 7]) };

const fn diagonally(directions: [usize; 2]) -> [SquareSet; CELLS] {
    let mut table = [SquareSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut which = 0;
        while which < directions.len() {
            if let Some(to) = NEXT[directions[which]][cell] {
                table[cell].insert(to);
            }
            which += 1;
        }
        cell += 1;
    }
    table
}

/// Returns the cells diagonally ahead of a square, towards the opponent.
#[inline]
pub(crate) fn diagonally_ahead(color: Color, from: Square) -> SquareSet {
    AHEAD[color][from.index()]
}

/// Returns all cells on the rays of these directions, by origin.
pub(crate) fn rays(directions: &[Direction]) -> Cells {
    by_origin(|from| directions.iter().fold(SquareSet::EMPTY, |all, direction| all | direction.ray(from)))
}

/// Returns the cells on the rays of these directions that are at most `range` steps away, by origin.
pub(crate) fn runs(directions: &[Direction], range: u8) -> Cells {
    let (rays, near) = (rays(directions), |from, to: &Square| distance(from, *to) <= range);
    by_origin(|from| rays[from.index()].iter().filter(|to| near(from, to)).collect())
}

/// Returns the cells that these leaps reach, by origin.
pub(crate) fn leaps(steps: &[(i8, i8)]) -> Cells {
    by_origin(|from| steps.iter().filter_map(|(files, ranks)| offset(from, *files, *ranks)).collect())
}

fn by_origin(cells: impl Fn(Square) -> SquareSet) -> Cells {
    let mut table = Box::new([SquareSet::EMPTY; CELLS]);
    for (at, set) in (0..).map(Square).zip(table.iter_mut()) {
        *set = cells(at);
    }
    table
}

static NEIGHBOURS: [SquareSet; CELLS] = {
    let mut table = [SquareSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut i = 0;
        while i < Direction::STEPS.len() {
            if let Some(to) = offset(Square(cell as u8), Direction::STEPS[i].0, Direction::STEPS[i].1) {
                table[cell].insert(to);
            }
            i += 1;
        }
        cell += 1;
    }
    table
};

/// Returns the cells next to a square, at most eight.
#[inline]
pub fn neighbours(square: Square) -> SquareSet {
    NEIGHBOURS[square.index()]
}

/// Returns all cells next to any square of the set.
#[inline]
pub fn around(set: SquareSet) -> SquareSet {
    set.iter().fold(SquareSet::EMPTY, |zone, square| zone | neighbours(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn rays_run_to_the_edge_of_the_grid() {
        assert_eq!(Direction::NORTH.ray(square("e9")).len(), 2);
        assert_eq!(Direction::WEST.ray(square("c1")), [square("a1"), square("b1")].into_iter().collect());
    }

    #[test]
    fn opposite_directions_undo_each_other() {
        for direction in Direction::ALL {
            let there = direction.step(square("e5")).expect("inside");
            assert_eq!(direction.opposite().step(there), Some(square("e5")));
        }
    }

    #[test]
    fn between_is_the_open_interval() {
        assert_eq!(between(square("a1"), square("d4")).len(), 2);
        assert_eq!(between(square("a1"), square("b3")), SquareSet::EMPTY);
    }

    #[test]
    fn the_way_of_equal_steps_is_that_of_a_line_or_of_a_rider() {
        for from in (0..CELLS as u8).map(Square) {
            for to in (0..CELLS as u8).map(Square).filter(|to| Direction::between(from, *to).is_some()) {
                assert_eq!(on_the_way(from, to), between(from, to), "{from}{to}");
            }
        }
        assert_eq!(
            on_the_way(square("a1"), square("d7")),
            [square("b3"), square("c5")].into_iter().collect()
        );
        assert_eq!(on_the_way(square("a1"), square("b3")), SquareSet::EMPTY);
    }
}
