//! From tiles to the file.

use super::bits::Bits;
use super::code::{Code, Counts, LONGEST, SHORTEST};
use super::parse::{Parsed, Pixels, Prices, Token};
use super::ready::Ready;
use crate::render::themes::Rgb;

/// Below this many bits a row of a tile is written again rather than copied from its twin: about what a match costs.
const CHEAP: u32 = 14;
/// The modulus of Adler-32 (RFC 1950, section 9).
const ADLER: u64 = 65_521;
/// The head of a zlib stream (RFC 1950, section 2.2): Deflate, a window of 32 KiB, compressed fast.
const ZLIB: [u8; 2] = [0x78, 0x01];
/// The first bytes of every PNG file (section 5.2).
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// A tile as the walk over a picture sees it.
pub(super) trait Outline {
    /// Pixel rows.
    fn height(&self) -> usize;

    /// How many bits a row takes, about; none if it equals the row above it.
    fn bits(&self, row: usize) -> u32;
}

/// What the walk over a picture finds, in the order of the data.
pub(super) trait Sink<T> {
    /// A step between tiles.
    fn token(&mut self, token: Token);

    /// A row of a tile as it was prepared.
    fn row(&mut self, tile: &T, row: usize);
}

/// Makes tiles ready and joins them into files: the pictures' columns, their code, and the file up to its data.
pub(in crate::render) struct Joiner {
    columns: Vec<u32>,
    code: Code,
    head: Vec<u8>,
}

impl Joiner {
    /// Fixes the code for pictures with columns of these widths by how often each step occurs in sample pictures (each a
    /// list of tiles by number, row by row of the grid), and makes those tiles ready.
    pub(in crate::render) fn new(
        columns: &[u32],
        height: u32,
        palette: &[Rgb],
        tiles: &[Pixels<'_>],
        samples: &[Vec<usize>],
    ) -> (Self, Vec<Ready>) {
        let parsed: Vec<Parsed> =
            tiles.iter().map(|tile| Parsed::new(*tile, stride(columns), &Prices::Usual)).collect();
        let mut counts = Counts::new(palette.len());
        for sample in samples {
            let sample: Vec<&Parsed> = sample.iter().map(|tile| &parsed[*tile]).collect();
            walk(&sample, columns, &mut counts);
        }
        let code = Code::new(&counts);
        let ready =
            tiles.iter().zip(&parsed).map(|(tile, parsed)| Ready::new(*tile, parsed, &code)).collect();
        let head = head(columns.iter().sum(), height, palette);
        (Self { columns: columns.to_vec(), code, head }, ready)
    }

    /// Makes another tile ready.
    pub(in crate::render) fn ready(&self, tile: Pixels<'_>) -> Ready {
        let parsed = Parsed::new(tile, stride(&self.columns), &Prices::Of(&self.code));
        Ready::new(tile, &parsed, &self.code)
    }

    /// The file of a picture with these tiles, row by row of the grid. Twins must be one tile, not two equal ones.
    pub(in crate::render) fn file(&self, tiles: &[&Ready]) -> Vec<u8> {
        let mut writer = Writer { code: &self.code, bits: Bits::with_capacity(1 << 16) };
        self.code.begin(&mut writer.bits);
        walk(tiles, &self.columns, &mut writer);
        self.code.end(&mut writer.bits);
        let mut file = Vec::with_capacity(self.head.len() + writer.bits.len() as usize / 8 + 64);
        file.extend_from_slice(&self.head);
        chunk(&mut file, *b"IDAT", |data| {
            data.extend_from_slice(&ZLIB);
            writer.bits.write_to(data);
            data.extend_from_slice(&adler(tiles, &self.columns).to_be_bytes());
        });
        chunk(&mut file, *b"IEND", |_| ());
        file
    }
}

/// The bytes of a row: its filter and one for each pixel.
fn stride(columns: &[u32]) -> u32 {
    1 + columns.iter().sum::<u32>()
}

struct Writer<'a> {
    code: &'a Code,
    bits: Bits,
}

impl Sink<Ready> for Writer<'_> {
    #[inline]
    fn token(&mut self, token: Token) {
        let (value, count) = self.code.bits(token);
        self.bits.push(value, count);
    }

    #[inline]
    fn row(&mut self, tile: &Ready, row: usize) {
        tile.write(row, &mut self.bits);
    }
}

impl Sink<Parsed> for Counts {
    fn token(&mut self, token: Token) {
        self.add(token);
    }

    fn row(&mut self, tile: &Parsed, row: usize) {
        for token in &tile.steps[row] {
            self.add(*token);
        }
    }
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

    /// Makes it longer, or ends it and begins another.
    #[inline]
    fn extend<T>(&mut self, distance: u32, by: u32, sink: &mut impl Sink<T>) {
        if self.distance != distance {
            self.end(sink);
            self.distance = distance;
        }
        self.length += by;
    }

    /// Writes it, in as many matches as it needs.
    #[inline]
    fn end<T>(&mut self, sink: &mut impl Sink<T>) {
        while self.length > 0 {
            // What is left must not be shorter than a match can be.
            let length = match self.length {
                ..=LONGEST => self.length,
                left if left - LONGEST < SHORTEST => LONGEST - SHORTEST,
                _ => LONGEST,
            };
            sink.token(Token::Match { length, distance: self.distance });
            self.length -= length;
        }
    }
}

/// Goes through a picture's data from the first byte to the last.
fn walk<T: Outline>(tiles: &[&T], columns: &[u32], sink: &mut impl Sink<T>) {
    let stride = stride(columns);
    let mut run = Run::default();
    let mut twins = vec![0; columns.len()];
    for tiles in tiles.chunks(columns.len()) {
        find_twins(tiles, columns, &mut twins);
        for row in 0..tiles[0].height() {
            // The filter's byte is a nought like the one above it.
            if run.is_at(stride) || tiles[0].bits(row) == 0 {
                run.extend(stride, 1, sink);
            } else {
                run.end(sink);
                sink.token(Token::Literal(0));
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

/// For each tile of a grid's row, how far to the left of it the same tile stands last; 0 for none.
fn find_twins<T>(tiles: &[&T], columns: &[u32], twins: &mut [u32]) {
    for (at, twin) in twins.iter_mut().enumerate() {
        let before = tiles[..at].iter().rposition(|other| std::ptr::eq(*other, tiles[at]));
        *twin = before.map_or(0, |before| columns[before..at].iter().sum());
    }
}

/// Adler-32 of the picture's data (RFC 1950, section 8.2): `a` is one more than the sum of all bytes, `b` the sum of all
/// values that `a` takes. A tile's row of n bytes adds its sum to `a`, and to `b` n times the `a` before it and each byte
/// as often as there are bytes from it to the row's end.
fn adler(tiles: &[&Ready], columns: &[u32]) -> u32 {
    let (mut a, mut b) = (1_u64, 0_u64);
    for tiles in tiles.chunks(columns.len()) {
        for row in 0..tiles[0].height() {
            // The filter's byte is 0.
            b += a;
            for (tile, width) in tiles.iter().zip(columns) {
                let sums = tile.sums(row);
                b += u64::from(*width) * a + u64::from(sums.weighted);
                a += u64::from(sums.sum);
            }
            a %= ADLER;
            b %= ADLER;
        }
    }
    (b << 16 | a) as u32
}

/// The file up to its data: signature, header (section 11.2.1: size, eight bits a pixel, a palette) and palette.
fn head(width: u32, height: u32, palette: &[Rgb]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", |data| {
        data.extend_from_slice(&width.to_be_bytes());
        data.extend_from_slice(&height.to_be_bytes());
        data.extend_from_slice(&[8, 3, 0, 0, 0]);
    });
    chunk(&mut file, *b"PLTE", |data| data.extend_from_slice(palette.as_flattened()));
    file
}

/// Appends a chunk (section 5.3): length, type, data, and the CRC of type and data.
fn chunk(file: &mut Vec<u8>, name: [u8; 4], write: impl FnOnce(&mut Vec<u8>)) {
    let start = file.len();
    file.extend_from_slice(&[0; 4]);
    file.extend_from_slice(&name);
    write(file);
    let length = (file.len() - start - 8) as u32;
    file[start..start + 4].copy_from_slice(&length.to_be_bytes());
    let crc = crc32fast::hash(&file[start + 4..]);
    file.extend_from_slice(&crc.to_be_bytes());
}
