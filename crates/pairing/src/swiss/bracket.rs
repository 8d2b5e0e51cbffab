//! The pairs of a bracket (C.04.3 B and D).
//!
//! The best pairing by all criteria is taken, and among equally good ones the one that the procedure would
//! try first. That order is a separate digit below the criteria, in three steps, each of which keeps the
//! results of the previous one:
//!
//! 1. which of the players moved down are paired (D.3), each with the highest possible resident (D.1);
//! 2. which of the other residents are in the upper half S1 and which in the lower half S2 (D.2);
//! 3. each of S1 with the highest possible of S2 (D.1).

use super::contender::Contender;
use super::criteria::{Digits, Scope, width};
use crate::matching::Graph;
use crate::wide::Wide;

/// The pairs of a bracket, as indices of contenders.
pub(super) struct Paired {
    pub pairs: Vec<(usize, usize)>,
    /// The players left over.
    pub left: Vec<usize>,
}

/// Finds the pairs of a bracket. `may_meet` says which players may meet at all.
pub(super) fn pair(scope: &Scope<'_>, may_meet: &dyn Fn(&Contender, &Contender) -> bool) -> Paired {
    let room = room(scope);
    let digits = Digits::new(scope, room);
    // The matching itself needs three more bits.
    match digits.bits + 3 {
        ..=128 => Search::<2>::new(scope, &digits, may_meet).run(),
        129..=256 => Search::<4>::new(scope, &digits, may_meet).run(),
        257..=512 => Search::<8>::new(scope, &digits, may_meet).run(),
        // This does not occur in practice; it takes many rounds and no players with equal points.
        _ => Search::<48>::new(scope, &digits, may_meet).run(),
    }
}

/// Returns the most bits that the order takes in any of the three steps.
fn room(scope: &Scope<'_>) -> u32 {
    let residents = scope.own - scope.moved_down;
    let digit = width(residents);
    let first = scope.moved_down as u32 * (1 + digit);
    let second = residents as u32 + digit + width(residents * residents);
    let third = (residents / 2) as u32 * digit;
    first.max(second).max(third)
}

struct Search<'a, const N: usize> {
    scope: &'a Scope<'a>,
    /// The weights of all pairs still possible, by criteria alone.
    weights: Graph<N>,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(scope: &'a Scope<'a>, digits: &Digits, may_meet: &dyn Fn(&Contender, &Contender) -> bool) -> Self {
        let mut weights = Graph::new(scope.members.len());
        for lower in 0..scope.members.len() {
            for higher in 0..lower {
                if may_meet(scope.member(higher), scope.member(lower)) {
                    weights.set(higher, lower, digits.weight(scope, higher, lower));
                }
            }
        }
        Self { scope, weights }
    }

    fn run(mut self) -> Paired {
        let mut mates = self.pair_moved_down();
        self.keep_moved_down(&mates);
        let rest: Vec<usize> = self.scope.residents().filter(|index| !self.is_above(mates[*index])).collect();
        let is_paired =
            |index: &&usize| mates[**index].is_some_and(|mate| self.scope.residents().contains(&mate));
        let pairs = rest.iter().filter(is_paired).count() / 2;
        if pairs > 0 {
            mates = self.split(&rest, pairs);
            let is_upper =
                |index: &usize| mates[*index].is_some_and(|mate| mate > *index && mate < self.scope.own);
            let (upper, lower): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(is_upper);
            mates = self.transpose(&upper, &lower);
        }
        self.paired(&mates)
    }

    /// True if the mate was moved down.
    fn is_above(&self, mate: Option<usize>) -> bool {
        mate.is_some_and(|mate| mate < self.scope.moved_down)
    }

    /// Returns the best matching, with each pair's weight (the higher first) adjusted by its place in the
    /// order.
    fn matching(&self, with_order: impl Fn(usize, usize, Wide<N>) -> Wide<N>) -> Vec<Option<usize>> {
        let members = self.scope.members.len();
        let mut graph = Graph::new(members);
        for lower in 0..members {
            for higher in 0..lower {
                let weight = self.weights.weight(higher, lower);
                if !weight.is_zero() {
                    graph.set(higher, lower, with_order(higher, lower, weight));
                }
            }
        }
        graph.matching()
    }

    /// D.3: the highest players moved down are paired. D.1: each with the highest resident.
    fn pair_moved_down(&self) -> Vec<Option<usize>> {
        let Scope { moved_down, own, .. } = *self.scope;
        let digit = width(own - moved_down);
        self.matching(|higher, lower, weight| {
            if higher >= moved_down || !self.scope.residents().contains(&lower) {
                return weight;
            }
            let after = (moved_down - 1 - higher) as u32;
            let who = moved_down as u32 * digit + after;
            weight.plus_at(who, 1).plus_at(after * digit, (own - lower) as u64)
        })
    }

    /// Fixes the opponents of the players moved down, or that they have none in this bracket.
    fn keep_moved_down(&mut self, mates: &[Option<usize>]) {
        for (moved, mate) in mates.iter().enumerate().take(self.scope.moved_down) {
            let mate = mate.filter(|mate| *mate < self.scope.own);
            for other in 0..self.scope.members.len() {
                if mate == Some(other) {
                    self.keep_only(other, moved);
                } else if mate.is_some() || other < self.scope.own {
                    self.weights.set(moved, other, Wide::ZERO);
                }
            }
        }
    }

    fn keep_only(&mut self, index: usize, mate: usize) {
        for other in (0..self.scope.members.len()).filter(|other| *other != mate) {
            self.weights.set(index, other, Wide::ZERO);
        }
    }

    /// D.2: chooses the halves of the residents.
    ///
    /// As few players as possible change halves (a), those closest together (b), the lowest of S1 (c) and the
    /// highest of S2 (d).
    fn split(&self, rest: &[usize], pairs: usize) -> Vec<Option<usize>> {
        let last = rest.len() - 1;
        let from_lower = 0;
        let from_upper = from_lower + (rest.len() - pairs) as u32;
        let closest = from_upper + pairs as u32;
        let fewest = closest + width(rest.len() * rest.len());
        let place = |index: usize| rest.iter().position(|one| *one == index);
        self.matching(|higher, lower, weight| {
            let (Some(upper), Some(_)) = (place(higher), place(lower)) else {
                return weight;
            };
            // The higher of two is the one in S1.
            let weight = weight.minus_at(closest, upper as u64);
            if upper < pairs {
                weight.plus_at(fewest, 1).minus_at(from_upper + upper as u32, 1)
            } else {
                weight.plus_at(from_lower + (last - upper) as u32, 1)
            }
        })
    }

    /// D.1: each of S1 gets the highest possible of S2.
    fn transpose(&mut self, upper: &[usize], lower: &[usize]) -> Vec<Option<usize>> {
        for (halves, is_upper) in [(upper, true), (lower, false)] {
            for one in halves {
                for other in 0..self.scope.members.len() {
                    let stays = if is_upper {
                        lower.contains(&other) && other > *one
                    } else {
                        upper.contains(&other) && other < *one || other >= self.scope.own
                    };
                    if !stays {
                        self.weights.set(*one, other, Wide::ZERO);
                    }
                }
            }
        }
        let digit = width(lower.len());
        self.matching(|higher, low, weight| {
            let place = upper.iter().position(|one| *one == higher);
            let choice = lower.iter().position(|one| *one == low);
            match (place, choice) {
                (Some(place), Some(choice)) => {
                    let after = (upper.len() - 1 - place) as u32;
                    weight.plus_at(after * digit, (lower.len() - choice) as u64)
                }
                _ => weight,
            }
        })
    }

    fn paired(&self, mates: &[Option<usize>]) -> Paired {
        let Scope { members, own, .. } = self.scope;
        let mut paired = Paired { pairs: Vec::new(), left: Vec::new() };
        for index in 0..*own {
            match mates[index].filter(|mate| mate < own) {
                Some(mate) if index < mate => paired.pairs.push((members[index], members[mate])),
                Some(_) => {}
                None => paired.left.push(members[index]),
            }
        }
        paired
    }
}
