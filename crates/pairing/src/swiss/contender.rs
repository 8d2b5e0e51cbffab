//! A player's data from the rounds so far that matters for pairing (C.04.3 A.2 to A.7).

use super::{Swiss, SwissRound};
use crate::{PlayerNumber, Points, Side};

/// The strength of a side preference for the next game (A.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The player should alternate.
    Mild,
    /// The player had the other side once more often.
    Strong,
    /// The player had the other side twice more often, or in the last two games.
    Absolute,
}

/// The side that a player should have in the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub side: Side,
    pub strength: Strength,
}

/// Whether a player floated up or down in a round (A.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// The opponent had fewer points, or there was no game.
    Down,
    /// The opponent had more points.
    Up,
}

/// A player to be paired.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub number: PlayerNumber,
    pub points: Points,
    /// The side preference; `None` before the first game.
    pub preference: Option<Preference>,
    /// Games with White minus games with Black.
    pub difference: i8,
    /// Whether the last two games were with the same side.
    pub same_side_twice: bool,
    /// The sides of all games played.
    pub sides: Vec<Side>,
    /// The float of the last round, and of the one before.
    pub floats: [Option<Float>; 2],
    /// The opponents met, as a bit for each index.
    met: u64,
    /// Whether the player may not have the bye (C.2): they had it, or won without a game.
    pub had_bye: bool,
    /// Whether the player has more than half of all points when the last round is paired (A.7).
    pub is_topscorer: bool,
}

impl Contender {
    /// Returns all players to be paired, the highest first (A.2).
    pub fn ranked(tournament: &Swiss, played_rounds: usize) -> Vec<Self> {
        let all = (0..tournament.players.len()).map(PlayerNumber::at);
        let present = all.filter(|number| !tournament.absent.contains(number));
        let mut contenders: Vec<Self> =
            present.map(|number| Self::new(tournament, number, played_rounds)).collect();
        contenders.sort_by_key(|one| (std::cmp::Reverse(one.points), one.number));
        contenders
    }

    fn new(tournament: &Swiss, number: PlayerNumber, played_rounds: usize) -> Self {
        let rounds = &tournament.players[number.index()];
        let points: Points = rounds.iter().map(|round| round.points()).sum();
        let games = rounds.iter().filter_map(|round| round.played());
        let sides: Vec<Side> = games.clone().map(|(_, side)| side).collect();
        let white = sides.iter().filter(|side| **side == Side::White).count() as i8;
        let difference = white * 2 - sides.len() as i8;
        let float =
            |back: usize| played_rounds.checked_sub(back).and_then(|round| float(tournament, number, round));
        let most = Points::ONE.halves() * played_rounds as u16;
        Self {
            number,
            points,
            preference: preference(&sides, difference),
            difference,
            same_side_twice: same_side_twice(&sides),
            floats: [float(1), float(2)],
            met: games.fold(0, |met, (opponent, _)| met | 1 << opponent.index()),
            had_bye: rounds.iter().any(|round| forbids_bye(*round)),
            is_topscorer: played_rounds + 1 == tournament.rounds && points.halves() * 2 > most,
            sides,
        }
    }

    pub fn has_met(&self, other: &Self) -> bool {
        self.met & 1 << other.number.index() != 0
    }

    pub fn prefers(&self) -> Option<Side> {
        self.preference.map(|preference| preference.side)
    }

    pub fn prefers_at_least(&self, strength: Strength) -> bool {
        self.preference.is_some_and(|preference| preference.strength >= strength)
    }

    /// True if two players can be paired at all, apart from blocks: C.1 and C.3.
    pub fn may_meet(&self, other: &Self) -> bool {
        let absolute = |one: &Self| one.prefers_at_least(Strength::Absolute);
        let is_free = self.is_topscorer || other.is_topscorer;
        let both_need_one_side = absolute(self) && absolute(other) && self.prefers() == other.prefers();
        !self.has_met(other) && (is_free || !both_need_one_side)
    }
}

fn same_side_twice(sides: &[Side]) -> bool {
    matches!(sides, [.., one, other] if one == other)
}

/// Returns the side preference (A.6).
fn preference(sides: &[Side], difference: i8) -> Option<Preference> {
    let last = *sides.last()?;
    let by_difference = if difference > 0 { Side::Black } else { Side::White };
    Some(match difference.abs() {
        2.. => Preference { side: by_difference, strength: Strength::Absolute },
        _ if same_side_twice(sides) => Preference { side: last.other(), strength: Strength::Absolute },
        1 => Preference { side: by_difference, strength: Strength::Strong },
        _ => Preference { side: last.other(), strength: Strength::Mild },
    })
}

/// Returns the float of a round (A.4 b).
fn float(tournament: &Swiss, number: PlayerNumber, round: usize) -> Option<Float> {
    let before = |number: PlayerNumber| -> Points {
        tournament.players[number.index()][..round].iter().map(|round| round.points()).sum()
    };
    let Some((opponent, _)) = tournament.players[number.index()][round].played() else {
        return Some(Float::Down);
    };
    match before(number).cmp(&before(opponent)) {
        std::cmp::Ordering::Greater => Some(Float::Down),
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
    }
}

/// True if the round excludes a later bye (C.2).
fn forbids_bye(round: SwissRound) -> bool {
    match round {
        SwissRound::PairingBye => true,
        SwissRound::Paired { side, outcome, .. } => !outcome.is_played() && outcome.winner() == Some(side),
        SwissRound::HalfPointBye | SwissRound::Absent => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};

    fn preferred(sides: &[Side]) -> Option<(Side, Strength)> {
        let white = sides.iter().filter(|side| **side == White).count() as i8;
        let found = preference(sides, white * 2 - sides.len() as i8);
        found.map(|preference| (preference.side, preference.strength))
    }

    #[test]
    fn whoever_has_not_played_prefers_no_side() {
        assert_eq!(preferred(&[]), None);
    }

    #[test]
    fn whoever_had_both_sides_equally_often_mildly_prefers_to_alternate() {
        assert_eq!(preferred(&[White, Black]), Some((White, Strength::Mild)));
        assert_eq!(preferred(&[Black, White]), Some((Black, Strength::Mild)));
    }

    #[test]
    fn whoever_had_a_side_once_more_strongly_prefers_the_other() {
        assert_eq!(preferred(&[White]), Some((Black, Strength::Strong)));
        assert_eq!(preferred(&[Black, White, Black]), Some((White, Strength::Strong)));
    }

    #[test]
    fn whoever_had_a_side_twice_more_or_twice_in_a_row_must_have_the_other() {
        assert_eq!(preferred(&[White, White]), Some((Black, Strength::Absolute)));
        assert_eq!(preferred(&[White, Black, Black]), Some((White, Strength::Absolute)));
        assert_eq!(preferred(&[White, White, Black, White]), Some((Black, Strength::Absolute)));
        assert_eq!(preferred(&[White, Black, White, Black, Black]), Some((White, Strength::Absolute)));
    }
}
