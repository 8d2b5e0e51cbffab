//! Joins tiles into a file.

use super::bits::Bits;
use super::code::{HuffmanCode, SymbolCounts};
use super::parse::{Parsed, Pixels, Prices};
use super::ready::Ready;
use super::token::DeflateToken;
use super::walk::{Outline as _, StepSink, stride, walk};
use crate::themes::Rgb;

/// The modulus of Adler-32 (RFC 1950, section 9).
const ADLER: u64 = 65_521;
/// The header of a zlib stream (RFC 1950, section 2.2): Deflate, a window of 32 KiB, fast compression.
const ZLIB: [u8; 2] = [0x78, 0x01];
/// The first bytes of every PNG file (section 5.2).
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// Encodes tiles and joins them into files. Holds the pictures' columns, their code, and the file up to its
/// data.
pub(crate) struct TilePng {
    columns: Vec<u32>,
    code: HuffmanCode,
    head: Vec<u8>,
}

impl TilePng {
    /// Derives the code for pictures with columns of these widths from sample pictures, and encodes their
    /// tiles.
    ///
    /// Each sample is a list of tile numbers, row by row of the grid; the code is based on the frequency of
    /// each step.
    pub(crate) fn new(
        columns: &[u32],
        height: u32,
        palette: &[Rgb],
        tiles: &[Pixels<'_>],
        samples: &[Vec<usize>],
    ) -> (Self, Vec<Ready>) {
        let parsed: Vec<Parsed> =
            tiles.iter().map(|tile| Parsed::new(*tile, stride(columns), &Prices::Usual)).collect();
        let mut counts = SymbolCounts::new(palette.len());
        for sample in samples {
            let sample: Vec<&Parsed> = sample.iter().map(|tile| &parsed[*tile]).collect();
            walk(&sample, columns, &mut counts);
        }
        let code = HuffmanCode::new(&counts);
        let ready =
            tiles.iter().zip(&parsed).map(|(tile, parsed)| Ready::new(*tile, parsed, &code)).collect();
        let head = head(columns.iter().sum(), height, palette);
        (Self { columns: columns.to_vec(), code, head }, ready)
    }

    /// Encodes another tile.
    pub(crate) fn ready(&self, tile: Pixels<'_>) -> Ready {
        let parsed = Parsed::new(tile, stride(&self.columns), &Prices::Of(&self.code));
        Ready::new(tile, &parsed, &self.code)
    }

    /// Returns the file of a picture with these tiles, row by row of the grid. Equal tiles must be the same
    /// object.
    pub(crate) fn file(&self, tiles: &[&Ready]) -> Vec<u8> {
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

struct Writer<'a> {
    code: &'a HuffmanCode,
    bits: Bits,
}

impl StepSink<Ready> for Writer<'_> {
    #[inline]
    fn token(&mut self, token: DeflateToken) {
        let (value, count) = self.code.bits(token);
        self.bits.push(value, count);
    }

    #[inline]
    fn row(&mut self, tile: &Ready, row: usize) {
        tile.write(row, &mut self.bits);
    }
}

impl StepSink<Parsed> for SymbolCounts {
    fn token(&mut self, token: DeflateToken) {
        self.add(token);
    }

    fn row(&mut self, tile: &Parsed, row: usize) {
        for token in &tile.steps[row] {
            self.add(*token);
        }
    }
}

/// Computes the Adler-32 of the picture's data (RFC 1950, section 8.2).
///
/// `a` is one more than the sum of all bytes, `b` the sum of all values of `a`. A tile's row of n bytes adds
/// its sum to `a`. To `b` it adds n times the previous `a`, plus each byte times the number of bytes from it
/// to the row's end.
fn adler(tiles: &[&Ready], columns: &[u32]) -> u32 {
    let (mut a, mut b) = (1_u64, 0_u64);
    for tiles in tiles.chunks(columns.len()) {
        for row in 0..tiles[0].height() {
            // The filter byte is 0.
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

/// Returns the file up to its data.
///
/// This is the signature, header (section 11.2.1: size, eight bits per pixel, indexed colour) and palette.
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
