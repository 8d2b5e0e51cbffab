//! Strings of bits, first bit lowest, as RFC 1951 (section 3.1.1) packs them into bytes.

/// A bit string being written, 64 bits at a time.
#[derive(Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    /// The bits after the last full word, and their number (below 64).
    rest: u64,
    used: u32,
}

impl Bits {
    /// Creates an empty string with room for about this many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { words: Vec::with_capacity(bytes / 8), ..Self::default() }
    }

    /// Adds the lowest `count` bits of `value` (at most 64). All higher bits must be 0.
    #[inline]
    pub(super) fn push(&mut self, value: u64, count: u32) {
        self.rest |= value << self.used;
        let total = self.used + count;
        if total < 64 {
            self.used = total;
        } else {
            self.words.push(self.rest);
            // If no bit was used before, the whole value has been written.
            self.rest = value.checked_shr(64 - self.used).unwrap_or(0);
            self.used = total - 64;
        }
    }

    /// Adds the first `count` bits of a string that starts at a word boundary.
    #[inline]
    pub(super) fn extend(&mut self, words: &[u64], count: u32) {
        let full = (count / 64) as usize;
        for word in &words[..full] {
            self.push(*word, 64);
        }
        let rest = count % 64;
        if rest > 0 {
            self.push(words[full], rest);
        }
    }

    /// Adds all bits of another string.
    pub(super) fn append(&mut self, other: &Self) {
        self.extend(&other.words, other.words.len() as u32 * 64);
        self.push(other.rest, other.used);
    }

    /// Returns the number of bits.
    pub(super) fn len(&self) -> u32 {
        self.words.len() as u32 * 64 + self.used
    }

    /// Pads the last word with zeroes, so that the next bits start a new word.
    pub(super) fn align(&mut self) {
        if self.used > 0 {
            self.words.push(self.rest);
            (self.rest, self.used) = (0, 0);
        }
    }

    /// Returns the words, the last one padded with zeroes.
    pub(super) fn into_words(mut self) -> Box<[u64]> {
        self.align();
        self.words.into()
    }

    /// Appends the bytes to a file, the last one padded with zeroes.
    pub(super) fn write_to(&self, file: &mut Vec<u8>) {
        file.reserve(self.words.len() * 8 + 8);
        for word in &self.words {
            file.extend_from_slice(&word.to_le_bytes());
        }
        file.extend_from_slice(&self.rest.to_le_bytes()[..self.used.div_ceil(8) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_out_in_the_order_they_went_in() {
        let mut bits = Bits::with_capacity(64);
        let mut expected = Vec::new();
        for count in (1..=64).chain([64, 64, 1, 63, 64, 7]) {
            let value = 0x9e37_79b9_7f4a_7c15_u64.rotate_left(count) >> (64 - count);
            bits.push(value, count);
            expected.extend((0..count).map(|bit| value >> bit & 1));
        }
        assert_eq!(bits.len() as usize, expected.len());
        let mut file = Vec::new();
        bits.write_to(&mut file);
        assert_eq!(file.len(), expected.len().div_ceil(8));
        for (at, bit) in expected.iter().enumerate() {
            assert_eq!(u64::from(file[at / 8] >> (at % 8) & 1), *bit, "bit {at}");
        }
    }

    #[test]
    fn a_string_is_added_at_any_place() {
        for before in [0, 1, 63] {
            for count in [0, 1, 63, 64, 65, 128] {
                let words = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1];
                let (mut one, mut other) = (Bits::default(), Bits::default());
                one.push(0, before);
                other.push(0, before);
                let kept: Vec<u64> = words
                    .iter()
                    .enumerate()
                    .map(|(at, word)| word & mask(count - (64 * at as i64)))
                    .collect();
                one.extend(&kept, count as u32);
                for bit in 0..count {
                    other.push(words[(bit / 64) as usize] >> (bit % 64) & 1, 1);
                }
                assert_eq!(one.into_words(), other.into_words(), "{count} bits after {before}");
            }
        }
    }

    fn mask(bits: i64) -> u64 {
        match bits {
            ..=0 => 0,
            1..=63 => (1 << bits) - 1,
            _ => u64::MAX,
        }
    }
}
