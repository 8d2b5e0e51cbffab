//! The pixels of a frame as runs.

use crate::tile_png::Ready;

/// Marks an unchanged pixel. Palettes are smaller, so no colour has this number.
const UNCHANGED: u8 = u8::MAX;

/// The pixels of a frame row by row, as runs of a number and its count.
pub(super) struct Runs {
    all: Vec<(u8, usize)>,
    /// The colour numbers that occur.
    used: [bool; 256],
    /// A buffer for one row of a tile's changes.
    row: Vec<u8>,
}

/// A cell of the grid in a frame.
pub(super) enum FrameCell<'a> {
    /// An unchanged cell, with its width in pixels.
    Same(usize),
    /// A tile of this width is drawn, over the old one if there was one.
    New { width: usize, old: Option<&'a Ready>, new: &'a Ready },
}

impl Runs {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), used: [false; 256], row: Vec::new() }
    }

    /// Adds a row of cells of this height in pixels.
    pub(super) fn add(&mut self, cells: &[FrameCell<'_>], height: usize) {
        if cells.iter().all(|cell| matches!(cell, FrameCell::Same(_))) {
            let width = |cell: &FrameCell<'_>| if let FrameCell::Same(width) = cell { *width } else { 0 };
            self.push(UNCHANGED, cells.iter().map(width).sum::<usize>() * height);
            return;
        }
        for row in 0..height {
            for cell in cells {
                match cell {
                    FrameCell::Same(width) => self.push(UNCHANGED, *width),
                    FrameCell::New { width, old, new } => {
                        let pixels = row * width..(row + 1) * width;
                        let old = old.map(|old| &old.numbers[pixels.clone()]);
                        self.push_row(old, &new.numbers[pixels]);
                    }
                }
            }
        }
    }

    /// Adds a tile's row; pixels equal to the old tile's are unchanged.
    fn push_row(&mut self, old: Option<&[u8]>, new: &[u8]) {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        match old {
            Some(old) => {
                let changed = |(old, new): (&u8, &u8)| if old == new { UNCHANGED } else { *new };
                row.extend(old.iter().zip(new).map(changed));
            }
            None => row.extend(new),
        }
        for run in row.chunk_by(u8::eq) {
            self.push(run[0], run.len());
        }
        self.row = row;
    }

    fn push(&mut self, number: u8, count: usize) {
        match self.all.last_mut() {
            Some((last, length)) if *last == number => *length += count,
            _ if count == 0 => {}
            _ => {
                self.used[usize::from(number)] = true;
                self.all.push((number, count));
            }
        }
    }

    /// Returns the runs, the number for unchanged pixels, and the highest number that occurs.
    ///
    /// Unchanged pixels get the lowest number that no colour of this frame uses.
    pub(super) fn numbered(&self) -> (impl Iterator<Item = (u8, usize)>, u8, u8) {
        let colours = &self.used[..usize::from(UNCHANGED)];
        let unchanged = colours.iter().position(|used| !used).unwrap_or_default() as u8;
        let highest = colours.iter().rposition(|used| *used).unwrap_or_default() as u8;
        let highest = if self.used[usize::from(UNCHANGED)] { highest.max(unchanged) } else { highest };
        let number = move |number| if number == UNCHANGED { unchanged } else { number };
        let runs = self.all.iter().map(move |(of, length)| (number(*of), *length));
        (runs, unchanged, highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(pixels: &[u8]) -> (Vec<(u8, usize)>, u8, u8) {
        let mut runs = Runs::new();
        runs.push_row(None, pixels);
        let (all, unchanged, highest) = runs.numbered();
        (all.collect(), unchanged, highest)
    }

    #[test]
    fn what_stays_as_it_is_gets_the_lowest_number_that_is_free() {
        assert_eq!(numbered(&[0, 0, UNCHANGED, 2]), (vec![(0, 2), (1, 1), (2, 1)], 1, 2));
        assert_eq!(numbered(&[UNCHANGED; 3]), (vec![(0, 3)], 0, 0));
        // The number is above all colours only if all of them are used, and widens no code if nothing is
        // unchanged.
        let mut colours: Vec<u8> = (0..64).collect();
        let (_, unchanged, highest) = numbered(&colours);
        assert_eq!((unchanged, highest), (64, 63));
        colours.push(UNCHANGED);
        let (all, unchanged, highest) = numbered(&colours);
        assert_eq!((all.last(), unchanged, highest), (Some(&(64, 1)), 64, 64));
    }
}
