//! The table of a round robin: points, then direct encounter, Sonneborn-Berger and wins (FIDE C.07).

use std::collections::BTreeSet;

use super::{Cycles, LEAST_PLAYERS, MOST_PLAYERS};
use crate::tiebreak::{Criterion, Encounter, placed, ranked};
use crate::{FieldError, Outcome, Pair, Pairing, Place, PlayerNumber, Points, Side};

/// A round robin in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// The number of players at the start.
    pub players: usize,
    /// The number of games between each two players.
    pub cycles: Cycles,
    /// The finished games, in any order.
    pub games: Vec<RoundRobinGame>,
    /// The players who have withdrawn or were deleted.
    pub out: BTreeSet<PlayerNumber>,
    /// Players who block each other and do not meet: each gets half a point for each unplayed game.
    pub apart: BTreeSet<Pair>,
}

/// A finished game of a round robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobinGame {
    /// The players' sides.
    pub pairing: Pairing,
    /// The outcome.
    pub outcome: Outcome,
}

/// Whether a player is still in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Still playing.
    Playing,
    /// Left after at least half of their games. The remaining ones are lost.
    Withdrawn,
    /// Left before that, so their games count for no player.
    Annulled,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place; `None` for a player whose games are annulled.
    pub place: Option<Place>,
    /// The player of the row.
    pub player: PlayerNumber,
    /// Whether the player is still in the tournament.
    pub presence: Presence,
    /// The points.
    pub points: Points,
    /// Sonneborn-Berger in quarter points: for each game, the score times the opponent's total (C.07, article
    /// 9.1).
    pub sonneborn_berger: u32,
    /// Games won, on the board or by forfeit (C.07, article 7.1).
    pub wins: u16,
    /// Games played on the board.
    pub played: u16,
}

/// Returns the table, best first. Players level in everything share a place, ordered by number.
///
/// Points decide, then direct encounter, Sonneborn-Berger and wins. An unplayed game counts for these like
/// any other: the rules for rounds without a game are for Swiss tournaments (C.07, article 16).
///
/// # Errors
///
/// [`FieldError`] for a wrong number of players, a number that no player has, or too many games between two
/// players.
pub fn table(tournament: &RoundRobin) -> Result<Vec<Row>, FieldError> {
    let meetings = Meetings::of(tournament)?;
    let presence = presences(tournament, &meetings);
    let meetings = meetings.settled(tournament, &presence);
    let is_annulled = |player: &PlayerNumber| presence[player.index()] == Presence::Annulled;
    let all = (0..tournament.players).map(PlayerNumber::at);
    let (annulled, counted): (Vec<_>, Vec<_>) = all.partition(is_annulled);

    let points = |player| meetings.total(player, |one| one.scored.halves());
    let wins = |player| meetings.total(player, |one| one.wins);
    let berger = |player: PlayerNumber| {
        let products = counted.iter().map(|other| {
            let scored = meetings.of_two(player, *other).scored.halves();
            u32::from(scored) * u32::from(points(*other))
        });
        products.sum::<u32>()
    };
    let direct = |one, other| {
        let meeting = meetings.of_two(one, other);
        Encounter { scored: meeting.scored, missing: meeting.missing }
    };
    let groups = ranked(
        counted.clone(),
        &[
            Criterion::Value(&|player| u32::from(points(player))),
            Criterion::Direct(&direct),
            Criterion::Value(&berger),
            Criterion::Value(&|player| u32::from(wins(player))),
        ],
    );
    let places = placed(groups).into_iter().map(|(place, player)| (Some(place), player));
    let struck = annulled.iter().map(|player| (None, *player));
    let row = |(place, player): (Option<Place>, PlayerNumber)| Row {
        place,
        player,
        presence: presence[player.index()],
        points: Points::from_halves(points(player)),
        sonneborn_berger: berger(player),
        wins: wins(player),
        played: meetings.total(player, |one| one.played),
    };
    Ok(places.chain(struck).map(row).collect())
}

/// The games of one player against another.
#[derive(Clone, Copy, Default)]
struct Meeting {
    scored: Points,
    wins: u16,
    played: u16,
    missing: u16,
}

/// The meetings of each player with each other.
struct Meetings {
    players: usize,
    all: Vec<Meeting>,
}

impl Meetings {
    fn of(tournament: &RoundRobin) -> Result<Self, FieldError> {
        let players = tournament.players;
        if !(LEAST_PLAYERS..=MOST_PLAYERS).contains(&players) {
            return Err(FieldError::Size { least: LEAST_PLAYERS, most: MOST_PLAYERS });
        }
        let games = tournament.games.iter().flat_map(|game| [game.pairing.white, game.pairing.black]);
        let apart = tournament.apart.iter().flat_map(|pair| [pair.stronger(), pair.weaker()]);
        let named = games.chain(apart).chain(tournament.out.iter().copied());
        if let Some(unknown) = named.into_iter().find(|player| player.index() >= players) {
            return Err(FieldError::Unknown(unknown));
        }
        let unplayed = Meeting { missing: tournament.cycles.games(), ..Meeting::default() };
        let mut meetings = Self { players, all: vec![unplayed; players * players] };
        for game in &tournament.games {
            meetings.add(*game)?;
        }
        Ok(meetings)
    }

    fn add(&mut self, game: RoundRobinGame) -> Result<(), FieldError> {
        let RoundRobinGame { pairing, outcome } = game;
        if pairing.white == pairing.black || self.of_two(pairing.white, pairing.black).missing == 0 {
            return Err(FieldError::Meeting(pairing));
        }
        for (side, one, other) in
            [(Side::White, pairing.white, pairing.black), (Side::Black, pairing.black, pairing.white)]
        {
            let meeting = self.of_two_mut(one, other);
            meeting.scored += outcome.points(side);
            meeting.wins += u16::from(outcome.winner() == Some(side));
            meeting.played += u16::from(outcome.is_played());
            meeting.missing -= 1;
        }
        Ok(())
    }

    fn of_two(&self, one: PlayerNumber, other: PlayerNumber) -> Meeting {
        self.all[one.index() * self.players + other.index()]
    }

    fn of_two_mut(&mut self, one: PlayerNumber, other: PlayerNumber) -> &mut Meeting {
        &mut self.all[one.index() * self.players + other.index()]
    }

    fn others(&self, player: PlayerNumber) -> impl Iterator<Item = PlayerNumber> + use<> {
        (0..self.players).map(PlayerNumber::at).filter(move |other| *other != player)
    }

    fn total(&self, player: PlayerNumber, of: impl Fn(Meeting) -> u16) -> u16 {
        self.others(player).map(|other| of(self.of_two(player, other))).sum()
    }

    /// Settles the games that will not be played.
    fn settled(mut self, tournament: &RoundRobin, presence: &[Presence]) -> Self {
        for one in (0..self.players).map(PlayerNumber::at) {
            for other in self.others(one) {
                let is_apart = tournament.apart.contains(&Pair::new(one, other));
                let meeting = self.of_two_mut(one, other);
                let missing = std::mem::take(&mut meeting.missing);
                match (presence[one.index()], presence[other.index()]) {
                    (Presence::Annulled, _) | (_, Presence::Annulled) => *meeting = Meeting::default(),
                    _ if is_apart => {
                        meeting.scored += Points::from_halves(missing * Points::HALF.halves());
                    }
                    (Presence::Withdrawn, _) => {}
                    (Presence::Playing, Presence::Withdrawn) => {
                        meeting.scored += Points::from_halves(missing * Points::ONE.halves());
                        meeting.wins += missing;
                    }
                    (Presence::Playing, Presence::Playing) => meeting.missing = missing,
                }
            }
        }
        self
    }
}

/// Returns which players are in the tournament.
///
/// The games of two players who block each other do not count here, unless they were played.
fn presences(tournament: &RoundRobin, meetings: &Meetings) -> Vec<Presence> {
    let presence = |player: PlayerNumber| {
        if !tournament.out.contains(&player) {
            return Presence::Playing;
        }
        let planned = meetings.others(player).map(|other| {
            let meeting = meetings.of_two(player, other);
            let is_apart = tournament.apart.contains(&Pair::new(player, other));
            tournament.cycles.games() - if is_apart { meeting.missing } else { 0 }
        });
        let played = meetings.total(player, |one| one.played);
        if played * 2 < planned.sum() { Presence::Annulled } else { Presence::Withdrawn }
    };
    (0..tournament.players).map(PlayerNumber::at).map(presence).collect()
}

#[cfg(test)]
mod tests;
