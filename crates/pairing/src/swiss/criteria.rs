//! The quality of a pair for its bracket as one number: criteria C.4 to C.19, each of which outweighs all
//! later ones (C.04.3 C).
//!
//! A matching adds up the weights of its pairs. Each criterion is therefore a digit that is wide enough for
//! the sum of all pairs: counts to maximise are added, counts to minimise are subtracted.

use std::collections::BTreeMap;

use super::contender::{Contender, Float, Strength};
use crate::Points;
use crate::wide::Wide;

/// The position of a bracket in its round (A.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// More than one bracket follows.
    Ordinary,
    /// The penultimate pairing bracket: it must leave over players with whom the last can be paired.
    Penultimate,
    /// No bracket follows.
    Last,
}

/// The players of a bracket and those of the next one, in order of rank.
pub(super) struct Scope<'a> {
    pub contenders: &'a [Contender],
    /// The players moved down, then the residents, then those of the next bracket, as indices of contenders.
    pub members: Vec<usize>,
    /// The number of players moved down.
    pub moved_down: usize,
    /// The number of players of this bracket, moved down or residents.
    pub own: usize,
    pub kind: Kind,
    /// The number of rounds played.
    pub rounds: usize,
}

impl Scope<'_> {
    pub fn member(&self, index: usize) -> &Contender {
        &self.contenders[self.members[index]]
    }

    pub fn residents(&self) -> std::ops::Range<usize> {
        self.moved_down..self.own
    }

    fn halves(&self, index: usize) -> u16 {
        self.member(index).points.halves()
    }

    /// Returns how far a player falls who is left over: to one point below the lowest of the bracket (A.8).
    fn fall(&self, index: usize) -> u16 {
        self.halves(index) + Points::ONE.halves() - self.halves(self.own - 1)
    }
}

/// Returns the bits of a digit that holds sums up to `most`.
pub(super) fn width(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// Digits about a float in one of the last two rounds, as the numbers of their lowest bits.
#[derive(Default)]
struct FloatDigits {
    /// C.12 and C.14: downfloaters who are not left over or paired below again.
    down: u32,
    /// C.13 and C.15: upfloaters who are paired above again.
    up: u32,
    /// C.16 and C.18: how far those downfloaters fall.
    down_scores: u32,
    /// C.17 and C.19: how far those upfloaters reach up.
    up_scores: u32,
}

/// The position of each criterion in the number, as the numbers of their lowest bits.
#[derive(Default)]
pub(super) struct Digits {
    /// The possible score differences in half points, with the place of each in a digit about score
    /// differences (A.8).
    levels: BTreeMap<u16, u32>,
    /// C.4, and C.2 in the last bracket: all players are paired except one who may have the bye.
    completion: u32,
    /// C.5: pairs of the bracket.
    pairs: u32,
    /// C.6: score differences.
    scores: u32,
    /// C.7: pairs of the next bracket.
    next_pairs: u32,
    /// C.7: score differences of the next bracket.
    next_scores: u32,
    /// C.8: topscorers or their opponents who have one side three times more often.
    difference: u32,
    /// C.9: topscorers or their opponents who have one side three times in a row.
    row: u32,
    /// C.10: preferences that are not granted.
    preferences: u32,
    /// C.11: strong preferences that are not granted.
    strong: u32,
    /// C.12 to C.19.
    floats: [FloatDigits; 2],
    /// The bits of the whole number.
    pub bits: u32,
}

impl Digits {
    /// Creates the digits for a bracket, above `room` bits for the order among equally good pairings.
    pub fn new(scope: &Scope<'_>, room: u32) -> Self {
        let (levels, scores) = levels(scope);
        let count = width(scope.own);
        let mut digits = Self { levels, bits: room, ..Self::default() };
        let bits = &mut digits.bits;
        let mut take = |width: u32| {
            *bits += width;
            *bits - width
        };
        // From the least to the most important.
        let floats = 0..scope.rounds.min(2);
        for back in floats.clone().rev() {
            digits.floats[back].up_scores = take(scores);
            digits.floats[back].down_scores = take(scores);
        }
        for back in floats.rev() {
            digits.floats[back].up = take(count);
            digits.floats[back].down = take(count);
        }
        for digit in [&mut digits.strong, &mut digits.preferences, &mut digits.row, &mut digits.difference] {
            *digit = take(count);
        }
        if scope.kind == Kind::Ordinary {
            digits.next_scores = take(scores);
            digits.next_pairs = take(width(scope.members.len()));
        }
        digits.scores = take(scores);
        digits.pairs = take(count);
        if scope.kind != Kind::Ordinary {
            digits.completion = take(width(scope.members.len() * 2));
        }
        digits
    }

    /// Returns the weight of a pair by all criteria, the higher-ranked player first.
    ///
    /// Zero if they may not meet.
    pub fn weight<const N: usize>(&self, scope: &Scope<'_>, higher: usize, lower: usize) -> Wide<N> {
        let (one, other) = (scope.member(higher), scope.member(lower));
        let mut weight = Wide::ZERO;
        if scope.kind == Kind::Ordinary {
            let own = [higher, lower].into_iter().filter(|index| *index < scope.own);
            for index in own {
                weight = weight.plus_at(self.next_scores + self.levels[&scope.fall(index)], 1);
            }
            weight = weight.plus_at(self.next_pairs, u64::from(lower >= scope.own));
        } else {
            weight = weight.plus_at(self.completion, 1 + u64::from(one.had_bye) + u64::from(other.had_bye));
        }
        if lower >= scope.own {
            return weight;
        }
        weight = weight.plus_at(self.pairs, 1);
        weight = self.with_scores(weight, scope, higher, lower);
        weight = self.with_colours(weight, one, other);
        for back in 0..scope.rounds.min(2) {
            weight = self.with_floats(weight, scope, back, higher, lower);
        }
        weight
    }

    /// Returns the score difference of a pair as a place in a digit.
    ///
    /// `None` if there is no difference, or if it does not matter because two players who were moved down are
    /// not paired with each other.
    fn level(&self, scope: &Scope<'_>, higher: usize, lower: usize) -> Option<u32> {
        let difference = scope.halves(higher) - scope.halves(lower);
        if difference == 0 { None } else { self.levels.get(&difference).copied() }
    }

    /// C.6: a paired player does not fall out of the bracket, but may get an opponent with fewer points.
    fn with_scores<const N: usize>(
        &self,
        weight: Wide<N>,
        scope: &Scope<'_>,
        higher: usize,
        lower: usize,
    ) -> Wide<N> {
        let weight = [higher, lower]
            .into_iter()
            .fold(weight, |weight, index| weight.plus_at(self.scores + self.levels[&scope.fall(index)], 1));
        match self.level(scope, higher, lower) {
            Some(level) => weight.minus_at(self.scores + level, 1),
            None => weight,
        }
    }

    /// C.8 to C.11. If two players want the same side, one does not get it.
    fn with_colours<const N: usize>(&self, weight: Wide<N>, one: &Contender, other: &Contender) -> Wide<N> {
        if one.prefers().is_none() || one.prefers() != other.prefers() {
            return weight;
        }
        let top = one.is_topscorer || other.is_topscorer;
        let is_wide = one.difference.abs() > 1 && other.difference.abs() > 1;
        let is_row = one.same_side_twice && other.same_side_twice;
        let both_strong = one.prefers_at_least(Strength::Strong) && other.prefers_at_least(Strength::Strong);
        weight
            .minus_at(self.difference, u64::from(top && is_wide))
            .minus_at(self.row, u64::from(top && is_row))
            .minus_at(self.preferences, 1)
            .minus_at(self.strong, u64::from(both_strong))
    }

    /// C.12 to C.19, for the round this far back.
    fn with_floats<const N: usize>(
        &self,
        mut weight: Wide<N>,
        scope: &Scope<'_>,
        back: usize,
        higher: usize,
        lower: usize,
    ) -> Wide<N> {
        let digits = &self.floats[back];
        let level = self.level(scope, higher, lower);
        let is_level = scope.halves(higher) == scope.halves(lower);
        let floated = |index: usize, float| scope.member(index).floats[back] == Some(float);
        for index in [higher, lower] {
            if floated(index, Float::Down) {
                let kept = is_level || index == lower;
                weight = weight.plus_at(digits.down, u64::from(kept));
                weight = weight.plus_at(digits.down_scores + self.levels[&scope.fall(index)], 1);
            }
        }
        if let Some(level) = level {
            let down = u64::from(floated(higher, Float::Down));
            weight = weight.minus_at(digits.down_scores + level, down);
            let up = u64::from(floated(lower, Float::Up));
            weight = weight.minus_at(digits.up_scores + level, up);
        }
        let up = !is_level && floated(lower, Float::Up);
        weight.minus_at(digits.up, u64::from(up))
    }
}

/// Returns the possible score differences of a bracket with their places in a digit, and the bits of such a
/// digit.
///
/// The largest difference has the highest place.
fn levels(scope: &Scope<'_>) -> (BTreeMap<u16, u32>, u32) {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for index in 0..scope.own {
        *counts.entry(scope.fall(index)).or_default() += 1;
        // Of the possible pairs of one player with players below, only one is made.
        let below = scope.residents().filter(|other| *other > index);
        let mut differences: Vec<u16> =
            below.map(|other| scope.halves(index) - scope.halves(other)).filter(|one| *one > 0).collect();
        differences.dedup();
        for difference in differences {
            *counts.entry(difference).or_default() += 1;
        }
    }
    let mut bits = 0;
    let place = |(difference, count): (u16, usize)| {
        let place = bits;
        bits += width(count);
        (difference, place)
    };
    let levels = counts.into_iter().map(place).collect();
    (levels, bits)
}
