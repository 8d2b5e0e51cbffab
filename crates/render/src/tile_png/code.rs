//! One Huffman code for all pictures of a set (RFC 1951, section 3.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::Bits;
use super::token::{DeflateToken, LONGEST, SHORTEST};

/// The symbol that ends a block (3.2.5).
const END: usize = 256;
/// The symbol of the shortest match.
const FIRST_LENGTH: usize = 257;
/// The number of symbols for literals, end of block and lengths, and of symbols for distances.
const LITERALS: usize = 286;
const DISTANCES: usize = 30;
/// The longest code of a symbol, and of a symbol that encodes a code length (3.2.7).
const LONGEST_CODE: u8 = 15;
const LONGEST_LENGTH_CODE: u8 = 7;

/// The starts of the ranges of match lengths, and the number of extra bits within each range.
const LENGTH_BASE: [u32; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
];
const LENGTH_EXTRA: [u8; 29] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

/// A symbol, the number of bits that follow it, and their value.
type Symbol = (usize, u8, u32);

fn length_symbol(length: u32) -> Symbol {
    let at = LENGTH_BASE.iter().rposition(|base| *base <= length).unwrap_or(0);
    (FIRST_LENGTH + at, LENGTH_EXTRA[at], length - LENGTH_BASE[at])
}

/// The ranges of distances double with every two symbols.
#[inline]
fn distance_symbol(distance: u32) -> Symbol {
    let from_zero = distance - 1;
    if from_zero < 4 {
        return (from_zero as usize, 0, 0);
    }
    let magnitude = from_zero.ilog2();
    let half = from_zero >> (magnitude - 1) & 1;
    let extra = magnitude - 1;
    ((2 * magnitude + half) as usize, extra as u8, from_zero & ((1 << extra) - 1))
}

/// The weight of an occurrence. Every symbol starts with a weight of 1.
const WEIGHT: u64 = 4;

/// The number of occurrences of each symbol.
pub(super) struct SymbolCounts {
    literals: [u64; LITERALS],
    distances: [u64; DISTANCES],
}

impl SymbolCounts {
    /// Counts every possible symbol once.
    ///
    /// These are literals up to the number of colours, the end of the block, all lengths and distances.
    pub(super) fn new(colours: usize) -> Self {
        let literal = |symbol: usize| u64::from(symbol < colours || symbol >= END);
        Self { literals: std::array::from_fn(literal), distances: [1; DISTANCES] }
    }

    /// Counts a token.
    pub(super) fn add(&mut self, token: DeflateToken) {
        match token {
            DeflateToken::Literal(colour) => self.literals[usize::from(colour)] += WEIGHT,
            DeflateToken::Match { length, distance } => {
                self.literals[length_symbol(length).0] += WEIGHT;
                self.distances[distance_symbol(distance).0] += WEIGHT;
            }
        }
    }
}

/// Bits and their number.
type Word = (u64, u32);

/// The code: bits for every token, and the header that describes the code to a decoder.
pub(super) struct HuffmanCode {
    literals: [Word; END + 1],
    /// The words of match lengths, by length.
    lengths: Box<[Word]>,
    distances: [Word; DISTANCES],
    header: Bits,
}

impl HuffmanCode {
    /// Returns the best code for these counts.
    pub(super) fn new(counts: &SymbolCounts) -> Self {
        let literal_lengths = code_lengths(&counts.literals, LONGEST_CODE);
        let distance_lengths = code_lengths(&counts.distances, LONGEST_CODE);
        let (literals, distances) = (codes(&literal_lengths), codes(&distance_lengths));
        let length = |length: u32| {
            let (symbol, extra, value) = length_symbol(length.max(SHORTEST));
            joined(literals[symbol], (u64::from(value), u32::from(extra)))
        };
        Self {
            lengths: (0..=LONGEST).map(length).collect(),
            literals: std::array::from_fn(|symbol| literals[symbol]),
            distances: std::array::from_fn(|symbol| distances[symbol]),
            header: header(&literal_lengths, &distance_lengths),
        }
    }

    /// Returns the bits of a token.
    #[inline]
    pub(super) fn bits(&self, token: DeflateToken) -> Word {
        match token {
            DeflateToken::Literal(colour) => self.literals[usize::from(colour)],
            DeflateToken::Match { length, distance } => {
                joined(self.lengths[length as usize], self.distance(distance))
            }
        }
    }

    #[inline]
    fn distance(&self, distance: u32) -> Word {
        let (symbol, extra, value) = distance_symbol(distance);
        joined(self.distances[symbol], (u64::from(value), u32::from(extra)))
    }

    /// Returns the number of bits of a literal.
    pub(super) fn literal_price(&self, colour: u8) -> u32 {
        self.literals[usize::from(colour)].1
    }

    /// Returns the number of bits of a match length.
    pub(super) fn length_price(&self, length: u32) -> u32 {
        self.lengths[length as usize].1
    }

    /// Returns the number of bits of a match distance.
    pub(super) fn distance_price(&self, distance: u32) -> u32 {
        self.distance(distance).1
    }

    /// Begins the only block of a picture's data.
    pub(super) fn begin(&self, bits: &mut Bits) {
        bits.append(&self.header);
    }

    /// Ends the block.
    pub(super) fn end(&self, bits: &mut Bits) {
        let (value, count) = self.literals[END];
        bits.push(value, count);
    }
}

/// Concatenates two words.
#[inline]
const fn joined((first, count): Word, (second, more): Word) -> Word {
    (first | second << count, count + more)
}

/// Returns the lengths of a Huffman code for these frequencies, at most `most` bits.
///
/// A symbol that never occurs has length 0.
fn code_lengths(frequencies: &[u64], most: u8) -> Vec<u8> {
    let mut weights = frequencies.to_vec();
    loop {
        let lengths = huffman(&weights);
        if lengths.iter().all(|length| *length <= most) {
            return lengths;
        }
        // Rare symbols got codes that are too long. Frequencies that differ less give a flatter tree.
        for weight in weights.iter_mut().filter(|weight| **weight > 0) {
            *weight = (*weight / 2).max(1);
        }
    }
}

/// Builds Huffman's tree: the two lightest nodes are joined until one is left. A symbol's length is its
/// depth.
fn huffman(weights: &[u64]) -> Vec<u8> {
    let mut parents: Vec<Option<usize>> = vec![None; weights.len()];
    let occurs = weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
    let mut heap: BinaryHeap<_> = occurs.map(|(symbol, weight)| Reverse((*weight, symbol))).collect();
    while let (Some(Reverse((light, a))), Some(Reverse((heavy, b)))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(None);
        (parents[a], parents[b]) = (Some(node), Some(node));
        heap.push(Reverse((light + heavy, node)));
        if heap.len() == 1 {
            break;
        }
    }
    let depth = |symbol| std::iter::successors(parents[symbol], |node| parents[*node]).count() as u8;
    (0..weights.len()).map(depth).collect()
}

/// Returns the canonical code of these lengths (3.2.2), each word with its first bit lowest.
fn codes(lengths: &[u8]) -> Vec<Word> {
    let mut next = [0_u32; LONGEST_CODE as usize + 2];
    let mut counts = [0; LONGEST_CODE as usize + 1];
    for length in lengths {
        counts[usize::from(*length)] += 1;
    }
    for (length, count) in counts.into_iter().enumerate().skip(1) {
        next[length + 1] = (next[length] + count) << 1;
    }
    let code = |length: &u8| match u32::from(*length) {
        0 => (0, 0),
        count => {
            let code = next[count as usize];
            next[count as usize] += 1;
            (u64::from(code.reverse_bits() >> (32 - count)), count)
        }
    };
    lengths.iter().map(code).collect()
}

/// Returns the header of a block with its own code (3.2.7): the lengths of both codes, encoded in a third
/// one.
fn header(literals: &[u8], distances: &[u8]) -> Bits {
    /// The order of the third code's lengths.
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let all: Vec<u8> = literals.iter().chain(distances).copied().collect();
    // Either a length, or one of three symbols (repeat the last length, a few zeroes, many zeroes) with the
    // bits for the count.
    let mut symbols: Vec<(usize, Word)> = Vec::new();
    for run in all.chunk_by(u8::eq) {
        let mut left = run.len();
        if run[0] > 0 {
            symbols.push((usize::from(run[0]), (0, 0)));
            left -= 1;
        }
        while left >= 3 {
            let (sign, least, most, bits) = match run[0] {
                0 if left > 10 => (18, 11, 138, 7),
                0 => (17, 3, 10, 3),
                _ => (16, 3, 6, 2),
            };
            let taken = left.min(most);
            symbols.push((sign, ((taken - least) as u64, bits)));
            left -= taken;
        }
        symbols.extend(std::iter::repeat_n((usize::from(run[0]), (0, 0)), left));
    }
    let mut counts = [0; 19];
    for (symbol, _) in &symbols {
        counts[*symbol] += 1;
    }
    let lengths = code_lengths(&counts, LONGEST_LENGTH_CODE);
    let code = codes(&lengths);
    let mut bits = Bits::default();
    // The last block, of the type that defines its own code.
    bits.push(0b101, 3);
    bits.push((literals.len() - FIRST_LENGTH) as u64, 5);
    bits.push((distances.len() - 1) as u64, 5);
    bits.push(ORDER.len() as u64 - 4, 4);
    for symbol in ORDER {
        bits.push(u64::from(lengths[symbol]), 3);
    }
    for (symbol, extra) in symbols {
        let (value, count) = joined(code[symbol], extra);
        bits.push(value, count);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_png::token::FARTHEST;

    #[test]
    fn distances_fall_into_the_ranges_of_the_standard() {
        let bases = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
            3073, 4097, 6145, 8193, 12289, 16385, 24577,
        ];
        for distance in 1..=FARTHEST {
            let symbol = bases.iter().rposition(|base| *base <= distance).expect("1 is the least");
            let extra = (symbol / 2).saturating_sub(1) as u8;
            assert_eq!(distance_symbol(distance), (symbol, extra, distance - bases[symbol]), "{distance}");
        }
    }

    #[test]
    fn lengths_fall_into_the_ranges_of_the_standard() {
        for length in SHORTEST..=LONGEST {
            let (symbol, extra, value) = length_symbol(length);
            assert!(symbol < LITERALS && value < 1 << extra, "{length}");
        }
        assert_eq!(length_symbol(257), (284, 5, 30));
        assert_eq!(length_symbol(258), (285, 0, 0));
    }

    #[test]
    fn no_code_is_too_long_and_every_code_is_complete() {
        // Fibonacci numbers give the deepest tree.
        let mut frequencies = vec![1_u64, 1];
        while frequencies.len() < 40 {
            frequencies.push(frequencies[frequencies.len() - 1] + frequencies[frequencies.len() - 2]);
        }
        for most in [7, 15] {
            let lengths = code_lengths(&frequencies, most);
            assert!(lengths.iter().all(|length| (1..=most).contains(length)), "{lengths:?}");
            let sum: f64 = lengths.iter().map(|length| 0.5_f64.powi(i32::from(*length))).sum();
            assert!((sum - 1.0).abs() < 1e-12, "Kraft's sum is {sum}");
        }
    }
}
