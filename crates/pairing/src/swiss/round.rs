//! The pairing of a round, from the highest bracket to the lowest (C.04.3 A.9).

use std::collections::BTreeSet;

use super::bracket::{Paired, pair};
use super::colours::game;
use super::contender::Contender;
use super::criteria::{Kind, Scope};
use super::{Swiss, SwissError, SwissPairings};
use crate::matching::Graph;
use crate::wide::Wide;
use crate::{Pair, Points};

/// Pairs the next round of the players present.
///
/// Two players who block each other are treated like two who have met. If the round cannot be paired that
/// way, as few of them as possible are paired anyway.
///
/// # Errors
///
/// [`SwissError`] if the tournament data is contradictory, the tournament is over, or the players present
/// cannot be paired.
pub fn pair_round(tournament: &Swiss) -> Result<SwissPairings, SwissError> {
    let played_rounds = tournament.played_rounds()?;
    if played_rounds >= tournament.rounds {
        return Err(SwissError::Over);
    }
    let contenders = Contender::ranked(tournament, played_rounds);
    let allowed = unavoidable(&contenders, &tournament.apart)?;
    let may_meet = |one: &Contender, other: &Contender| {
        let pair = Pair::new(one.number, other.number);
        one.may_meet(other) && (!tournament.apart.contains(&pair) || allowed.contains(&pair))
    };
    let round = Round { contenders: &contenders, rounds: played_rounds, may_meet: &may_meet };
    let (mut pairs, bye) = round.pair();
    let board = |one: usize, other: usize| {
        let (higher, lower) = (&contenders[one.min(other)], &contenders[one.max(other)]);
        (higher.points, lower.points, std::cmp::Reverse(higher.number))
    };
    pairs.sort_by_key(|(one, other)| std::cmp::Reverse(board(*one, *other)));
    let games: Vec<_> = pairs
        .into_iter()
        .map(|(one, other)| game(&contenders[one], &contenders[other], tournament.initial))
        .collect();
    let blocked = games.iter().map(|game| game.pair()).filter(|pair| tournament.apart.contains(pair));
    Ok(SwissPairings { despite: blocked.collect(), games, bye: bye.map(|index| contenders[index].number) })
}

/// Returns the pairs of blocked players that must be allowed so that the round can be paired.
///
/// None if that is possible without, otherwise as few as possible.
fn unavoidable(contenders: &[Contender], apart: &BTreeSet<Pair>) -> Result<BTreeSet<Pair>, SwissError> {
    let all: Vec<usize> = (0..contenders.len()).collect();
    let is_blocked =
        |one: &Contender, other: &Contender| apart.contains(&Pair::new(one.number, other.number));
    let free = |one: &Contender, other: &Contender| one.may_meet(other) && !is_blocked(one, other);
    if completion(contenders, &all, &free, &|_, _| false).is_some() {
        return Ok(BTreeSet::new());
    }
    let any = |one: &Contender, other: &Contender| one.may_meet(other);
    let pairs = completion(contenders, &all, &any, &is_blocked).ok_or(SwissError::Impossible)?;
    let numbers =
        pairs.into_iter().map(|(one, other)| Pair::new(contenders[one].number, contenders[other].number));
    Ok(numbers.filter(|pair| apart.contains(pair)).collect())
}

/// Returns a complete pairing of some contenders with as few pairs to avoid as possible.
///
/// If their number is odd, one of them has a bye. `None` if there is no such pairing.
fn completion(
    contenders: &[Contender],
    indices: &[usize],
    may_meet: &dyn Fn(&Contender, &Contender) -> bool,
    avoid: &dyn Fn(&Contender, &Contender) -> bool,
) -> Option<Vec<(usize, usize)>> {
    // More weight than all pairs to avoid together.
    let pair = Wide::<1>::ZERO.plus_at(8, 1);
    let bye = indices.len();
    let seats = bye.next_multiple_of(2);
    let mut graph = Graph::new(seats);
    for (place, one) in indices.iter().map(|index| &contenders[*index]).enumerate() {
        for (other_place, other) in indices[..place].iter().map(|index| &contenders[*index]).enumerate() {
            if may_meet(one, other) {
                graph.set(place, other_place, pair.minus_at(0, u64::from(avoid(one, other))));
            }
        }
        if bye < seats && !one.had_bye {
            graph.set(place, bye, pair);
        }
    }
    let mates = graph.matching();
    let mut pairs = Vec::new();
    for (place, mate) in mates.iter().enumerate() {
        let mate = (*mate)?;
        if place < mate && mate < bye {
            pairs.push((indices[place], indices[mate]));
        }
    }
    Some(pairs)
}

/// A round being paired.
struct Round<'a> {
    contenders: &'a [Contender],
    rounds: usize,
    may_meet: &'a dyn Fn(&Contender, &Contender) -> bool,
}

impl Round<'_> {
    /// Returns all pairs, and the player with the bye.
    fn pair(&self) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut groups = self.score_groups();
        let mut collapsed = false;
        let mut moved_down: Vec<usize> = Vec::new();
        let mut pairs = Vec::new();
        let mut at = 0;
        while at < groups.len() {
            let next = groups.get(at + 1).map_or(&[][..], Vec::as_slice);
            let kind = match (next.is_empty(), collapsed) {
                (true, _) => Kind::Last,
                (false, true) => Kind::Penultimate,
                (false, false) => Kind::Ordinary,
            };
            let paired = self.pair_bracket(&moved_down, &groups[at], next, kind);
            let rest =
                || paired.left.iter().chain(groups[at + 1..].iter().flatten()).copied().collect::<Vec<_>>();
            if kind == Kind::Ordinary && !self.can_be_completed(&rest()) {
                // This is the penultimate bracket, and all below are merged into one.
                let below = groups.split_off(at + 1).concat();
                groups.push(below);
                collapsed = true;
                continue;
            }
            pairs.extend(paired.pairs);
            moved_down = paired.left;
            at += 1;
        }
        (pairs, moved_down.first().copied())
    }

    /// Returns the contenders by score, the highest first (A.3).
    fn score_groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Points, Vec<usize>)> = Vec::new();
        for (index, contender) in self.contenders.iter().enumerate() {
            match groups.last_mut() {
                Some((points, group)) if *points == contender.points => group.push(index),
                _ => groups.push((contender.points, vec![index])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    fn pair_bracket(&self, moved_down: &[usize], residents: &[usize], next: &[usize], kind: Kind) -> Paired {
        let scope = Scope {
            contenders: self.contenders,
            members: [moved_down, residents, next].concat(),
            moved_down: moved_down.len(),
            own: moved_down.len() + residents.len(),
            kind,
            rounds: self.rounds,
        };
        pair(&scope, self.may_meet)
    }

    fn can_be_completed(&self, rest: &[usize]) -> bool {
        completion(self.contenders, rest, self.may_meet, &|_, _| false).is_some()
    }
}

#[cfg(test)]
mod tests;
