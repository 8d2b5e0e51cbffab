//! Encodes a tile's pixel rows as literals and matches within the tile, so that they are valid wherever the
//! tile is placed.

use super::code::HuffmanCode;
use super::token::{DeflateToken, FARTHEST, SHORTEST};
use super::walk::Outline;

/// The number of rows above that are searched for a match.
const ROWS_ABOVE: u32 = 4;
/// The number of pixels left and right of the same column that are searched in the rows above.
const ASIDE: i32 = 4;
/// The number of pixels to the left that are searched in the same row.
const TO_THE_LEFT: u32 = 4;

/// The rough cost of a step in bits.
const USUAL: u32 = 8;

/// A tile's pixels: colour numbers, row by row.
#[derive(Clone, Copy)]
pub(crate) struct Pixels<'a> {
    pub(crate) numbers: &'a [u8],
    pub(crate) width: u32,
}

impl<'a> Pixels<'a> {
    /// Returns the rows, from the top.
    pub(super) fn rows(self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        self.numbers.chunks(self.width as usize)
    }

    fn row(self, row: u32) -> &'a [u8] {
        let start = (row * self.width) as usize;
        &self.numbers[start..start + self.width as usize]
    }

    /// True if a pixel row equals the row above it in the tile.
    pub(super) fn repeats(self, row: u32) -> bool {
        row > 0 && self.row(row) == self.row(row - 1)
    }
}

/// The costs of steps, in bits.
pub(super) enum Prices<'a> {
    /// Estimates, used before there is a code.
    Usual,
    /// The costs in this code.
    Of(&'a HuffmanCode),
}

impl Prices<'_> {
    fn literal(&self, colour: u8) -> u32 {
        match self {
            // Colours that fill areas have the lowest numbers.
            Self::Usual => {
                if colour < 6 {
                    5
                } else {
                    8
                }
            }
            Self::Of(code) => code.literal_price(colour),
        }
    }

    fn length(&self, length: u32) -> u32 {
        match self {
            Self::Usual => {
                if length < 35 {
                    7
                } else {
                    9
                }
            }
            Self::Of(code) => code.length_price(length),
        }
    }

    fn distance(&self, distance: u32, rows_up: u32) -> u32 {
        match self {
            Self::Usual => match (rows_up, distance) {
                (0, 1) => 1,
                (0, _) => 9,
                (1, _) => 10,
                (2, _) => 13,
                _ => 15,
            },
            Self::Of(code) => code.distance_price(distance),
        }
    }
}

/// A possible source of a match: the distance back in the picture's bytes, its price, and the place within
/// the tile.
#[derive(Clone, Copy)]
struct Source {
    distance: u32,
    price: u32,
    rows_up: u32,
    aside: i32,
}

/// A tile as Deflate steps.
pub(super) struct Parsed {
    /// The steps of each row; empty for a row that equals the one above it.
    pub(super) steps: Vec<Vec<DeflateToken>>,
}

impl Parsed {
    /// Finds the cheapest steps for a tile in pictures whose rows are `stride` bytes apart.
    pub(super) fn new(pixels: Pixels<'_>, stride: u32, prices: &Prices<'_>) -> Self {
        let sources = sources(stride, prices);
        let lengths: Vec<u32> = (0..=pixels.width).map(|n| prices.length(n.max(SHORTEST))).collect();
        let cheapest = |row| {
            if pixels.repeats(row) { Vec::new() } else { cheapest(pixels, row, &sources, &lengths, prices) }
        };
        Self { steps: (0..pixels.rows().len() as u32).map(cheapest).collect() }
    }
}

impl Outline for Parsed {
    fn height(&self) -> usize {
        self.steps.len()
    }

    fn bits(&self, row: usize) -> u32 {
        self.steps[row].len() as u32 * USUAL
    }
}

/// Returns all possible sources of matches.
fn sources(stride: u32, prices: &Prices<'_>) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut add = |rows_up: u32, aside: i32| {
        let Some(distance) = (rows_up * stride).checked_add_signed(-aside).filter(|far| *far <= FARTHEST)
        else {
            return;
        };
        sources.push(Source { distance, price: prices.distance(distance, rows_up), rows_up, aside });
    };
    for left in 1..=TO_THE_LEFT {
        add(0, -(left as i32));
    }
    for rows_up in 1..=ROWS_ABOVE {
        for aside in -ASIDE..=ASIDE {
            add(rows_up, aside);
        }
    }
    // Cheaper sources are tried first.
    sources.sort_by_key(|source| (source.price, source.distance));
    sources
}

/// Finds the cheapest steps for one row, starting from its end.
///
/// The price from each pixel on is the minimum, over all steps possible there, of the step's price plus the
/// price from the end of the step.
fn cheapest(
    pixels: Pixels<'_>,
    row: u32,
    sources: &[Source],
    lengths: &[u32],
    prices: &Prices<'_>,
) -> Vec<DeflateToken> {
    let here = pixels.row(row);
    let width = here.len();
    // A row that equals the row below it is skipped: the nearer one offers the same matches at a lower price.
    let offers = |up: u32| up <= row && (up < 2 || !pixels.repeats(row - up + 1));
    // Each source with its row and the number of equal pixels from the current one on.
    let mut open: Vec<(Source, &[u8], u32)> = sources
        .iter()
        .filter(|source| offers(source.rows_up))
        .map(|source| (*source, pixels.row(row - source.rows_up), 0))
        .collect();
    let mut best = vec![(0_u32, DeflateToken::Literal(0)); width + 1];
    for at in (0..width).rev() {
        let mut choice = (best[at + 1].0 + prices.literal(here[at]), DeflateToken::Literal(here[at]));
        // Lengths up to this one were already tried with a cheaper source.
        let mut tried = SHORTEST - 1;
        for (source, above, agree) in &mut open {
            let from = at.wrapping_add_signed(source.aside as isize);
            *agree = if above.get(from) == Some(&here[at]) { *agree + 1 } else { 0 };
            for length in tried + 1..=*agree {
                let price = best[at + length as usize].0 + lengths[length as usize] + source.price;
                if price < choice.0 {
                    choice = (price, DeflateToken::Match { length, distance: source.distance });
                }
            }
            tried = tried.max(*agree);
        }
        best[at] = choice;
    }
    let mut steps = Vec::new();
    let mut at = 0;
    while at < width {
        let step = best[at].1;
        steps.push(step);
        at += match step {
            DeflateToken::Literal(_) => 1,
            DeflateToken::Match { length, .. } => length as usize,
        };
    }
    steps
}
