//! Breaks ties, one criterion after another (FIDE C.07).

use crate::{Place, PlayerNumber, Points};

/// A player's points against another, and the number of games still missing between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encounter {
    pub scored: Points,
    pub missing: u16,
}

/// A criterion for ranking tied players.
pub(crate) enum Criterion<'a> {
    /// The higher value ranks higher.
    Value(&'a dyn Fn(PlayerNumber) -> u32),
    /// The games among the tied players.
    Direct(&'a dyn Fn(PlayerNumber, PlayerNumber) -> Encounter),
}

/// Ranks all players by the criteria, best first. Each group shares a place.
pub(crate) fn ranked(players: Vec<PlayerNumber>, criteria: &[Criterion<'_>]) -> Vec<Vec<PlayerNumber>> {
    let mut groups = vec![players];
    for criterion in criteria {
        groups = groups.into_iter().flat_map(|group| split(group, criterion)).collect();
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Returns the players of all groups with their places.
pub(crate) fn placed(groups: Vec<Vec<PlayerNumber>>) -> Vec<(Place, PlayerNumber)> {
    let mut before = 0;
    let mut all = Vec::new();
    for group in groups {
        let place = Place(before + 1);
        before += u8::try_from(group.len()).expect("a tournament has fewer than 255 players");
        all.extend(group.into_iter().map(|player| (place, player)));
    }
    all
}

fn split(group: Vec<PlayerNumber>, criterion: &Criterion<'_>) -> Vec<Vec<PlayerNumber>> {
    match criterion {
        Criterion::Value(value) => by_value(group, *value),
        Criterion::Direct(encounter) => by_encounter(group, *encounter),
    }
}

/// Ranks the highest value first. Players with equal values keep their order.
fn by_value(mut group: Vec<PlayerNumber>, value: &dyn Fn(PlayerNumber) -> u32) -> Vec<Vec<PlayerNumber>> {
    group.sort_by_key(|player| std::cmp::Reverse(value(*player)));
    let mut groups: Vec<Vec<PlayerNumber>> = Vec::new();
    for player in group {
        match groups.last_mut() {
            Some(last) if value(last[0]) == value(player) => last.push(player),
            _ => groups.push(vec![player]),
        }
    }
    groups
}

/// Ranks by direct encounter (C.07, article 6).
///
/// If all have met, the points among them count, then again among those still tied (6.2). If some games are
/// missing, only a player who would be first with any results is set apart, then the rule is applied to the
/// rest (6.3).
fn by_encounter(
    group: Vec<PlayerNumber>,
    encounter: &dyn Fn(PlayerNumber, PlayerNumber) -> Encounter,
) -> Vec<Vec<PlayerNumber>> {
    if group.len() < 2 {
        return vec![group];
    }
    let among = |player: PlayerNumber| {
        let others = group.iter().filter(|other| **other != player);
        others.fold(Encounter::default(), |sum, other| {
            let one = encounter(player, *other);
            Encounter { scored: sum.scored + one.scored, missing: sum.missing + one.missing }
        })
    };
    if group.iter().all(|player| among(*player).missing == 0) {
        let groups = by_value(group.clone(), &|player| u32::from(among(player).scored.halves()));
        if groups.len() == 1 {
            return groups;
        }
        return groups.into_iter().flat_map(|group| by_encounter(group, encounter)).collect();
    }
    // A player's worst results in the missing games are also the others' best, as far as the two are
    // concerned.
    let most = |player: PlayerNumber| {
        let sum = among(player);
        sum.scored.halves() + sum.missing * Points::ONE.halves()
    };
    let leads = |player: PlayerNumber| {
        let mut others = group.iter().filter(|other| **other != player);
        others.all(|other| among(player).scored.halves() > most(*other))
    };
    let Some(first) = group.iter().copied().find(|player| leads(*player)) else {
        return vec![group];
    };
    let rest = group.iter().copied().filter(|player| *player != first).collect();
    let mut groups = vec![vec![first]];
    groups.extend(by_encounter(rest, encounter));
    groups
}
