//! LZW as used by GIF (appendix F of its specification), optimised for long runs of one number.
//!
//! A code stands for a string of numbers. Each code written adds a new string to the table: the one just
//! written plus the number after it. A run therefore produces ever longer strings of its one number. These
//! are indexed by length, so the code of a run is found in constant time; only strings of mixed numbers are
//! followed number by number.

/// The most bits in a code.
const MOST_BITS: u32 = 12;
/// The most codes.
///
/// A full table is cleared at once: the format lets an encoder keep using it, but not every viewer copes.
const MOST_CODES: u16 = 1 << MOST_BITS;
/// Slots in the hash table for strings of mixed numbers: twice the number of codes, so that collisions are
/// rare.
const PLACES: usize = 2 * MOST_CODES as usize;

/// Input that is held back because it may still become a longer string.
#[derive(Clone, Copy)]
enum Pending {
    Nothing,
    /// One number, repeated.
    Run {
        number: u8,
        length: usize,
    },
    /// A string of mixed numbers, by its code.
    String(u16),
}

/// Encodes the data of images. It is kept between images to reuse its tables.
pub(super) struct Lzw {
    /// The number of bits in a number.
    bits: u32,
    /// For each number, the codes of its runs in order of length, starting at length 1.
    runs: Vec<Vec<u16>>,
    /// Hash table of strings of mixed numbers.
    ///
    /// Each entry holds the code of all but the last number (12 bits), the last number (8) and the string's
    /// own code (12). An entry of 0 is free.
    strings: Vec<u32>,
    /// The code of the next string.
    next: u16,
    pending: Pending,
    codes: Codes,
}

impl Lzw {
    pub(super) fn new() -> Self {
        Self {
            bits: 0,
            runs: vec![Vec::new(); 256],
            strings: vec![0; PLACES],
            next: 0,
            pending: Pending::Nothing,
            codes: Codes::default(),
        }
    }

    /// Encodes an image given as runs, each a number and its count.
    ///
    /// The first byte is the number of bits in a number (2 to 8), as
    /// [`gif::Encoder::write_lzw_pre_encoded_frame`] expects.
    pub(super) fn write(&mut self, bits: u32, runs: impl IntoIterator<Item = (u8, usize)>) -> Vec<u8> {
        self.bits = bits;
        self.codes.bytes.push(bits as u8);
        self.codes.width = bits + 1;
        self.clear();
        for (number, count) in runs {
            self.extend(number, count);
        }
        if let Some(code) = self.pending_code() {
            self.name(code);
        }
        self.codes.push((1 << self.bits) + 1);
        self.pending = Pending::Nothing;
        self.codes.finished()
    }

    /// Writes a clear code and resets the table to the single numbers.
    fn clear(&mut self) {
        let clear = 1 << self.bits;
        self.codes.push(clear);
        for (number, runs) in (0..clear).zip(&mut self.runs) {
            runs.clear();
            runs.push(number);
        }
        self.strings.fill(0);
        self.next = clear + 2;
        self.codes.width = self.bits + 1;
    }

    /// Adds `count` repeats of a number to the input.
    fn extend(&mut self, number: u8, mut count: usize) {
        while count > 0 {
            match self.pending {
                Pending::Nothing => self.pending = Pending::Run { number, length: 0 },
                Pending::Run { number: same, length } if same == number => {
                    let known = &self.runs[usize::from(number)];
                    let more = count.min(known.len() - length);
                    count -= more;
                    self.pending = Pending::Run { number, length: length + more };
                    if count > 0 {
                        let code = known[length + more - 1];
                        if let Some(new) = self.name(code) {
                            self.runs[usize::from(number)].push(new);
                        }
                    }
                }
                Pending::Run { number: other, length } => {
                    let code = self.runs[usize::from(other)][length - 1];
                    count -= usize::from(self.follow(code, number));
                }
                Pending::String(code) => count -= usize::from(self.follow(code, number)),
            }
        }
    }

    /// Extends a string by a number if the table has the longer string; otherwise writes the string's code.
    ///
    /// Returns true if the number is now part of the pending string.
    fn follow(&mut self, code: u16, number: u8) -> bool {
        let key = u32::from(code) << 8 | u32::from(number);
        match self.find(key) {
            Ok(longer) => {
                self.pending = Pending::String(longer);
                true
            }
            Err(place) => {
                if let Some(new) = self.name(code) {
                    self.strings[place] = key << MOST_BITS | u32::from(new);
                }
                false
            }
        }
    }

    fn pending_code(&self) -> Option<u16> {
        match self.pending {
            Pending::Nothing => None,
            Pending::Run { number, length } => Some(self.runs[usize::from(number)][length - 1]),
            Pending::String(code) => Some(code),
        }
    }

    /// Returns the code of the string with this key, or the free slot where it belongs.
    fn find(&self, key: u32) -> Result<u16, usize> {
        // Fibonacci hashing: the upper bits of the product depend on all of the key.
        let mut place = (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - PLACES.ilog2())) as usize;
        loop {
            let found = self.strings[place % PLACES];
            if found == 0 {
                return Err(place % PLACES);
            }
            if found >> MOST_BITS == key {
                return Ok(found as u16 % MOST_CODES);
            }
            place += 1;
        }
    }

    /// Writes the code of the pending string and returns the code of the new string, if the table has room
    /// for it.
    fn name(&mut self, code: u16) -> Option<u16> {
        self.codes.push(code);
        self.pending = Pending::Nothing;
        if self.next == MOST_CODES {
            self.clear();
            return None;
        }
        let new = self.next;
        self.next += 1;
        // A decoder learns the string one code later, so codes get wider only from the next one on.
        if u32::from(new) == 1 << self.codes.width && self.codes.width < MOST_BITS {
            self.codes.width += 1;
        }
        Some(new)
    }
}

/// Codes packed into bytes, lowest bit first.
#[derive(Default)]
struct Codes {
    bytes: Vec<u8>,
    /// The number of bits in the next code.
    width: u32,
    waiting: u64,
    /// The number of pending bits: always fewer than 32.
    count: u32,
}

impl Codes {
    fn push(&mut self, code: u16) {
        self.waiting |= u64::from(code) << self.count;
        self.count += self.width;
        if self.count >= u32::BITS {
            self.bytes.extend((self.waiting as u32).to_le_bytes());
            self.waiting >>= u32::BITS;
            self.count -= u32::BITS;
        }
    }

    /// Takes all bytes and resets for the next image.
    fn finished(&mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend(&self.waiting.to_le_bytes()[..rest]);
        (self.waiting, self.count) = (0, 0);
        std::mem::take(&mut self.bytes)
    }
}

/// Encodes these numbers as the LZW data of a GIF image, in the narrowest codes possible.
///
/// The first byte is the number of bits in a number; the codes follow.
pub fn lzw(numbers: &[u8]) -> Vec<u8> {
    let runs = numbers.chunk_by(u8::eq).map(|run| (run[0], run.len()));
    Lzw::new().write(bits(numbers.iter().copied().max().unwrap_or(0)), runs)
}

/// Returns the number of bits needed for numbers up to this one; GIF requires at least two.
pub(super) fn bits(highest: u8) -> u32 {
    (u8::BITS - highest.leading_zeros()).max(2)
}
