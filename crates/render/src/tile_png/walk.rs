//! Walks over a picture's data, tile by tile and row by row.

use super::token::{DeflateToken, LONGEST, SHORTEST};

/// A tile's row of at most this many bits is rewritten instead of copied from its twin: about the cost of a
/// match.
const CHEAP: u32 = 14;

/// The properties of a tile that the walk needs.
pub(super) trait Outline {
    /// Returns the number of pixel rows.
    fn height(&self) -> usize;

    /// Returns the rough number of bits of a row; 0 if it equals the row above it.
    fn bits(&self, row: usize) -> u32;
}

/// Receives the steps of the walk in data order.
pub(super) trait StepSink<T> {
    /// A step between tiles.
    fn token(&mut self, token: DeflateToken);

    /// Receives an encoded row of a tile.
    fn row(&mut self, tile: &T, row: usize);
}

/// Returns the bytes of a row: the filter byte and one per pixel.
pub(super) fn stride(columns: &[u32]) -> u32 {
    1 + columns.iter().sum::<u32>()
}

/// A match that may still grow.
#[derive(Default)]
struct Run {
    length: u32,
    distance: u32,
}

impl Run {
    fn is_at(&self, distance: u32) -> bool {
        self.length > 0 && self.distance == distance
    }

    /// Extends the match, or ends it and begins another.
    #[inline]
    fn extend<T>(&mut self, distance: u32, by: u32, sink: &mut impl StepSink<T>) {
        if self.distance != distance {
            self.end(sink);
            self.distance = distance;
        }
        self.length += by;
    }

    /// Writes the run in as many matches as needed.
    #[inline]
    fn end<T>(&mut self, sink: &mut impl StepSink<T>) {
        while self.length > 0 {
            // The rest must not be shorter than the shortest match.
            let length = match self.length {
                ..=LONGEST => self.length,
                left if left - LONGEST < SHORTEST => LONGEST - SHORTEST,
                _ => LONGEST,
            };
            sink.token(DeflateToken::Match { length, distance: self.distance });
            self.length -= length;
        }
    }
}

/// Walks over a picture's data from the first byte to the last.
pub(super) fn walk<T: Outline>(tiles: &[&T], columns: &[u32], sink: &mut impl StepSink<T>) {
    let stride = stride(columns);
    let mut run = Run::default();
    let mut twins = vec![0; columns.len()];
    for tiles in tiles.chunks(columns.len()) {
        find_twins(tiles, columns, &mut twins);
        for row in 0..tiles[0].height() {
            // The filter byte is 0, like the one above it.
            if run.is_at(stride) || tiles[0].bits(row) == 0 {
                run.extend(stride, 1, sink);
            } else {
                run.end(sink);
                sink.token(DeflateToken::Literal(0));
            }
            for ((tile, width), twin) in tiles.iter().zip(columns).zip(&twins) {
                let bits = tile.bits(row);
                let at_twin = *twin > 0 && run.is_at(*twin);
                if at_twin || *twin > 0 && bits > CHEAP {
                    run.extend(*twin, *width, sink);
                } else if bits == 0 {
                    run.extend(stride, *width, sink);
                } else {
                    run.end(sink);
                    sink.row(tile, row);
                }
            }
        }
    }
    run.end(sink);
}

/// Finds, for each tile in a row of the grid, the distance in bytes to the nearest use of that tile on its
/// left; 0 for none.
fn find_twins<T>(tiles: &[&T], columns: &[u32], twins: &mut [u32]) {
    for (at, twin) in twins.iter_mut().enumerate() {
        let before = tiles[..at].iter().rposition(|other| std::ptr::eq(*other, tiles[at]));
        *twin = before.map_or(0, |before| columns[before..at].iter().sum());
    }
}
