//! Tiles encoded as bit strings.

use super::bits::Bits;
use super::code::HuffmanCode;
use super::parse::{Parsed, Pixels};
use super::walk::Outline;

/// An encoded tile, ready to be placed.
#[derive(Debug)]
pub(crate) struct Ready {
    /// The colour numbers, row by row, for animations, which do not use the bit strings.
    pub(crate) numbers: Box<[u8]>,
    rows: Box<[RowBits]>,
    words: Box<[u64]>,
}

/// A pixel row of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowBits {
    /// The word where its bits start.
    word: u32,
    /// The number of its bits; 0 for a row that equals the one above it.
    bits: u32,
    /// The sum of its bytes.
    pub(super) sum: u32,
    /// The sum of its bytes, each times the number of bytes from it to the row's end.
    pub(super) weighted: u32,
}

impl Ready {
    /// Encodes a tile of these pixels, whose rows are written as the given steps.
    pub(super) fn new(pixels: Pixels<'_>, parsed: &Parsed, code: &HuffmanCode) -> Self {
        let mut all = Bits::default();
        let rows = pixels
            .rows()
            .zip(&parsed.steps)
            .map(|(row, steps)| {
                all.align();
                let start = all.len();
                for step in steps {
                    let (value, count) = code.bits(*step);
                    all.push(value, count);
                }
                let weighted =
                    (1..).zip(row.iter().rev()).map(|(weight, byte)| weight * u32::from(*byte)).sum();
                let sum = row.iter().map(|byte| u32::from(*byte)).sum();
                RowBits { word: start / 64, bits: all.len() - start, sum, weighted }
            })
            .collect();
        Self { numbers: pixels.numbers.into(), rows, words: all.into_words() }
    }

    /// Appends the bits of a row.
    #[inline]
    pub(super) fn write(&self, row: usize, bits: &mut Bits) {
        let row = self.rows[row];
        bits.extend(&self.words[row.word as usize..], row.bits);
    }

    /// Returns a row's sums.
    #[inline]
    pub(super) fn sums(&self, row: usize) -> RowBits {
        self.rows[row]
    }

    /// Returns the memory of the tile, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.numbers.len() + size_of_val(&*self.rows) + size_of_val(&*self.words)
    }
}

impl Outline for Ready {
    #[inline]
    fn height(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn bits(&self, row: usize) -> u32 {
        self.rows[row].bits
    }
}
