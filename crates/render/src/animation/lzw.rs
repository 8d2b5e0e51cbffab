//! LZW as GIF has it (appendix F of its specification), made for long runs of one number.
//!
//! A code stands for a string of numbers, and each code that is written names a new string: the one just written and the number
//! behind it. A run so meets ever longer strings of its number alone. These are remembered by their length, so that a
//! code is found at once however many pixels it covers; only strings of several numbers are followed one by one.

/// The most bits of a code.
const MOST_BITS: u32 = 12;
/// The most codes. When there are so many the table is cleared at once: to go on with it is allowed, but not all viewers can.
const MOST_CODES: u16 = 1 << MOST_BITS;
/// Places for strings of several numbers: twice as many as codes, so that few are asked for the same place.
const PLACES: usize = 2 * MOST_CODES as usize;

/// What is held back because it may become longer.
#[derive(Clone, Copy)]
enum Pending {
    Nothing,
    /// So many times one number.
    Run {
        number: u8,
        length: usize,
    },
    /// A string of several numbers, by its code.
    String(u16),
}

/// Writes the data of images. Kept from one to the next, for its tables.
pub(super) struct Lzw {
    /// The bits of a number.
    bits: u32,
    /// For each number the codes of its runs, from the shortest on.
    runs: Vec<Vec<u16>>,
    /// Strings of several numbers by what they are made of: the code of all but the last (12 bits), the last (8) and their
    /// own code (12); nothing where that is 0.
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

    /// The data of an image that consists of these runs, a number and how often it comes: first the bits of a number (2
    /// to 8), as a frame of [`gif::Encoder::write_lzw_pre_encoded_frame`] has it.
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

    /// Forgets all strings but the numbers themselves, and says so.
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

    /// Goes on with so many times a number.
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

    /// Goes from a string to the one with this number behind it, or writes it where there is none; whether the number is
    /// part of what is held now.
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

    /// The string that is made so, or the place where it belongs.
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

    /// Writes what is held, and gives back the code of the string that this names, if the table has room for it.
    fn name(&mut self, code: u16) -> Option<u16> {
        self.codes.push(code);
        self.pending = Pending::Nothing;
        if self.next == MOST_CODES {
            self.clear();
            return None;
        }
        let new = self.next;
        self.next += 1;
        // A reader knows the string one code later, and so needs the wider codes just from the next one on.
        if u32::from(new) == 1 << self.codes.width && self.codes.width < MOST_BITS {
            self.codes.width += 1;
        }
        Some(new)
    }
}

/// Codes as they are packed into bytes, the lowest bit first.
#[derive(Default)]
struct Codes {
    bytes: Vec<u8>,
    /// The bits of the next code.
    width: u32,
    waiting: u64,
    /// How many bits wait: always fewer than 32.
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

    /// All bytes; the next image begins anew.
    fn finished(&mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend(&self.waiting.to_le_bytes()[..rest]);
        (self.waiting, self.count) = (0, 0);
        std::mem::take(&mut self.bytes)
    }
}

/// The LZW data of a GIF image that consists of these numbers, in codes as narrow as they can be: first the bits of a
/// number, then the codes.
pub fn lzw(numbers: &[u8]) -> Vec<u8> {
    let runs = numbers.chunk_by(u8::eq).map(|run| (run[0], run.len()));
    Lzw::new().write(bits(numbers.iter().copied().max().unwrap_or(0)), runs)
}

/// The bits of the numbers up to this one; GIF has two at least.
pub(super) fn bits(highest: u8) -> u32 {
    (u8::BITS - highest.leading_zeros()).max(2)
}
