//! Natural numbers of a fixed width, wide enough to stack many criteria.

use std::cmp::Ordering;

/// A number of `64 * N` bits, the lowest word first. Sums and differences wrap around; callers must prevent
/// overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub const ZERO: Self = Self([0; N]);

    /// Returns the number plus `value` times two to the power of `bit`.
    pub fn plus_at(self, bit: u32, value: u64) -> Self {
        self + Self::ZERO.with_at(bit, value)
    }

    /// Returns the number minus `value` times two to the power of `bit`.
    ///
    /// Intermediate results may be negative if the final sum is not.
    pub fn minus_at(self, bit: u32, value: u64) -> Self {
        self - Self::ZERO.with_at(bit, value)
    }

    fn with_at(mut self, bit: u32, value: u64) -> Self {
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        self.0[word] |= value << shift;
        if shift > 0 && word + 1 < N {
            self.0[word + 1] |= value >> (64 - shift);
        }
        self
    }

    /// Returns twice the number.
    pub fn doubled(self) -> Self {
        let mut carry = 0;
        Self(self.0.map(|word| {
            let doubled = word << 1 | carry;
            carry = word >> 63;
            doubled
        }))
    }

    /// Returns half the number, rounded down.
    pub fn halved(mut self) -> Self {
        let mut carry = 0;
        for word in self.0.iter_mut().rev() {
            let halved = *word >> 1 | carry;
            carry = *word << 63;
            *word = halved;
        }
        self
    }

    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

impl<const N: usize> std::ops::Add for Wide<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, added) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(added);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *word = sum;
        }
        self
    }
}

impl<const N: usize> std::ops::Sub for Wide<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, taken) in self.0.iter_mut().zip(other.0) {
            let (rest, first) = word.overflowing_sub(taken);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            *word = rest;
        }
        self
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Two = Wide<2>;

    fn wide(value: u128) -> Two {
        Wide([value as u64, (value >> 64) as u64])
    }

    #[test]
    fn wide_numbers_count_like_ordinary_ones() {
        let values = [0, 1, 2, 63, u128::from(u64::MAX), 1 << 64, (1 << 64) + 5, (1 << 100) - 1, 1 << 100];
        for one in values {
            for other in values {
                assert_eq!(wide(one) + wide(other), wide(one + other));
                assert_eq!(wide(one) - wide(other), wide(one.wrapping_sub(other)));
                assert_eq!(wide(one).cmp(&wide(other)), one.cmp(&other));
            }
            assert_eq!(wide(one).doubled(), wide(one * 2));
            assert_eq!(wide(one).halved(), wide(one / 2));
            assert_eq!(wide(one).is_zero(), one == 0);
        }
    }

    #[test]
    fn a_value_can_lie_across_two_words() {
        assert_eq!(wide(7).plus_at(62, 9), wide(7 + (9 << 62)));
        assert_eq!(wide(7 + (9 << 62)).minus_at(62, 9), wide(7));
        assert_eq!(Two::ZERO.plus_at(64, 3), wide(3 << 64));
    }
}
