//! The state of a knock-out: derives from the bracket and the games so far which games to begin, who
//! advances, and the places.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::{Bracket, KnockoutRound};
use crate::{FieldError, Outcome, Pair, Pairing, Place, PlayerNumber, Points, Side};

/// A knock-out in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// The bracket.
    pub bracket: Bracket,
    /// The games that were begun or will never be, in any order.
    pub games: Vec<KnockoutGame>,
    /// The players who have withdrawn or were deleted, with their round at that time.
    ///
    /// They lose the pairing of that round, unless its games have decided it, and otherwise that of the next
    /// round. Two players with the same round are out together.
    pub out: BTreeMap<PlayerNumber, KnockoutRound>,
    /// Players who block each other. Their pairing is not played unless one of its games was begun.
    pub apart: BTreeSet<Pair>,
    /// The lot that determines the sides in deciding games.
    pub lot: u64,
}

/// The number of a game within its pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// The first game, in which the better seed has White.
    First,
    /// The second game, with the sides reversed.
    Second,
    /// The game that decides after a level score. Black wins a draw.
    Deciding,
}

/// A game of a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutGame {
    /// The round of its pairing.
    pub round: KnockoutRound,
    /// The game's number within the pairing.
    pub leg: Leg,
    /// The players' sides.
    pub pairing: Pairing,
    /// The outcome; `None` while it is being played.
    pub outcome: Option<Outcome>,
}

/// The state of a seat in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Not yet known: a pairing of the previous round is open.
    Open,
    /// This player.
    Taken(PlayerNumber),
    /// Empty for good: a bye for the opponent.
    Empty,
}

/// What decided a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The games.
    Games,
    /// A bye.
    Bye,
    /// The opponent is out.
    OpponentOut,
    /// The two block each other, and the better seed advances.
    NotToBePlayed,
}

/// The state of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for the previous round.
    Waiting,
    /// It is being played.
    Playing,
    /// This player advances.
    Through(PlayerNumber, By),
    /// Neither player advances, and the next opponent has a bye.
    Nobody,
}

/// A pairing of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutPairing {
    /// Its round.
    pub round: KnockoutRound,
    /// Its two seats, the upper one of the bracket first.
    pub seats: [Seat; 2],
    /// Its state.
    pub state: State,
}

/// The state of a knock-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// All pairings by round, each from the top of the bracket to its bottom.
    pub pairings: Vec<KnockoutPairing>,
    /// The games to begin now. The first two of a pairing are listed together, because both can be played at
    /// once.
    pub to_begin: Vec<KnockoutGame>,
    /// The winner of the tournament.
    pub champion: Option<PlayerNumber>,
    /// The places of the winner and of all eliminated players, best first.
    ///
    /// Losers of the same round share a place: 2 in the final, 3 in the round before it, then 5, 9 and 17.
    pub places: Vec<(Place, PlayerNumber)>,
}

impl Stand {
    /// True if nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let is_open = |pairing: &KnockoutPairing| matches!(pairing.state, State::Waiting | State::Playing);
        !self.pairings.iter().any(is_open)
    }

    /// Returns the current or last round of a player: the value for [`Knockout::out`] when they leave.
    #[must_use]
    pub fn round_of(&self, player: PlayerNumber) -> Option<KnockoutRound> {
        let has = |pairing: &&KnockoutPairing| pairing.seats.contains(&Seat::Taken(player));
        self.pairings.iter().rev().find(has).map(|pairing| pairing.round)
    }
}

/// The deciding game of a pairing whose first two games are level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decider(Pairing);

impl Decider {
    /// Draws the sides of the deciding game for each pairing; deterministic for a lot.
    #[must_use]
    pub fn new(lot: u64, round: KnockoutRound, pair: Pair) -> Self {
        let numbers = [round.0, pair.stronger().get(), pair.weaker().get()];
        let mixed = numbers.into_iter().fold(lot, |seed, number| scattered(seed ^ u64::from(number)));
        let sides = Pairing { white: pair.stronger(), black: pair.weaker() };
        Self(if mixed.count_ones().is_multiple_of(2) { sides } else { sides.reversed() })
    }

    /// Returns the players' sides.
    #[must_use]
    pub fn pairing(self) -> Pairing {
        self.0
    }

    /// Returns the player who advances after the game: Black also after a draw. `None` if neither appeared.
    #[must_use]
    pub fn winner(self, outcome: Outcome) -> Option<PlayerNumber> {
        match outcome {
            Outcome::Won(Side::White) | Outcome::Forfeited(Side::White) => Some(self.0.white),
            Outcome::Won(Side::Black) | Outcome::Forfeited(Side::Black) | Outcome::Drawn => {
                Some(self.0.black)
            }
            Outcome::NobodyCame => None,
        }
    }
}

/// Spreads a number over all bits, so that similar lots give unrelated sides.
fn scattered(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let seed = (seed ^ (seed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let seed = (seed ^ (seed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    seed ^ (seed >> 32)
}

/// Computes the state of a knock-out.
///
/// # Errors
///
/// [`FieldError::Unknown`] for a number that no player has, and [`FieldError::Meeting`] for a game that
/// belongs to no pairing, is duplicated, or has the wrong sides.
pub fn stand(knockout: &Knockout) -> Result<Stand, FieldError> {
    let players = knockout.bracket.players();
    let apart = knockout.apart.iter().flat_map(|pair| [pair.stronger(), pair.weaker()]);
    let mut named = knockout.out.keys().copied().chain(apart);
    if let Some(unknown) = named.find(|player| player.index() >= players) {
        return Err(FieldError::Unknown(unknown));
    }
    let rounds = knockout.bracket.rounds();
    let mut stand = Stand { pairings: Vec::new(), to_begin: Vec::new(), champion: None, places: Vec::new() };
    let mut seats: Vec<Seat> =
        knockout.bracket.seats().map(|seat| seat.map_or(Seat::Empty, Seat::Taken)).collect();
    let mut games_known = 0;
    for round in (1..=rounds).map(KnockoutRound) {
        let lost = Place((1 << (rounds - round.0)) + 1);
        let mut next = Vec::new();
        for two in seats.chunks(2) {
            let seats = [two[0], two[1]];
            let (state, known) = state(knockout, round, seats, &mut stand.to_begin)?;
            games_known += known;
            stand.pairings.push(KnockoutPairing { round, seats, state });
            next.push(match state {
                State::Waiting | State::Playing => Seat::Open,
                State::Through(player, _) => Seat::Taken(player),
                State::Nobody => Seat::Empty,
            });
            stand.places.extend(losers(seats, state).map(|player| (lost, player)));
        }
        seats = next;
    }
    if games_known < knockout.games.len() {
        return Err(FieldError::Meeting(stray(knockout, &stand)));
    }
    if let [Seat::Taken(champion)] = seats[..] {
        stand.champion = Some(champion);
        stand.places.push((Place(1), champion));
    }
    stand.places.sort();
    Ok(stand)
}

/// Returns the players of a decided pairing who do not advance.
fn losers(seats: [Seat; 2], state: State) -> impl Iterator<Item = PlayerNumber> {
    let through = match state {
        State::Through(player, _) => Some(player),
        _ => None,
    };
    let is_decided = matches!(state, State::Through(..) | State::Nobody);
    seats.into_iter().filter_map(move |seat| match seat {
        Seat::Taken(player) if is_decided && through != Some(player) => Some(player),
        _ => None,
    })
}

/// Returns a game that belongs to no pairing or is duplicated.
fn stray(knockout: &Knockout, stand: &Stand) -> Pairing {
    let belongs = |game: &KnockoutGame| {
        let (white, black) = (Seat::Taken(game.pairing.white), Seat::Taken(game.pairing.black));
        stand
            .pairings
            .iter()
            .any(|one| one.round == game.round && one.seats.contains(&white) && one.seats.contains(&black))
    };
    let is_stray = |(index, game): &(usize, &KnockoutGame)| {
        let same = |other: &KnockoutGame| {
            other.round == game.round && other.leg == game.leg && other.pairing.pair() == game.pairing.pair()
        };
        !belongs(game) || knockout.games[..*index].iter().any(same)
    };
    let found = knockout.games.iter().enumerate().find(is_stray);
    found.map_or(knockout.games[0].pairing, |(_, game)| game.pairing)
}

/// Returns the state of a pairing, and the number of games that belong to it.
fn state(
    knockout: &Knockout,
    round: KnockoutRound,
    seats: [Seat; 2],
    to_begin: &mut Vec<KnockoutGame>,
) -> Result<(State, usize), FieldError> {
    let is_out = |player: &PlayerNumber| knockout.out.get(player).is_some_and(|since| *since <= round);
    let alone = |player: PlayerNumber, by| {
        if is_out(&player) { State::Nobody } else { State::Through(player, by) }
    };
    let pair = match seats {
        [Seat::Taken(one), Seat::Taken(other)] => Pair::new(one, other),
        [Seat::Open, _] | [_, Seat::Open] => return Ok((State::Waiting, 0)),
        [Seat::Taken(one), Seat::Empty] | [Seat::Empty, Seat::Taken(one)] => {
            return Ok((alone(one, By::Bye), 0));
        }
        [Seat::Empty, Seat::Empty] => return Ok((State::Nobody, 0)),
    };
    let games = Games::of(knockout, round, pair)?;
    let known = games.count();
    let state = if let Some(decided) = games.decided() {
        decided
    } else if is_out(&pair.stronger()) {
        alone(pair.weaker(), By::OpponentOut)
    } else if is_out(&pair.weaker()) {
        State::Through(pair.stronger(), By::OpponentOut)
    } else if known == 0 && knockout.apart.contains(&pair) {
        State::Through(pair.stronger(), By::NotToBePlayed)
    } else {
        to_begin.extend(games.to_begin(round));
        State::Playing
    };
    Ok((state, known))
}

/// The games of a pairing.
struct Games {
    pair: Pair,
    decider: Decider,
    first: Option<KnockoutGame>,
    second: Option<KnockoutGame>,
    deciding: Option<KnockoutGame>,
}

impl Games {
    fn of(knockout: &Knockout, round: KnockoutRound, pair: Pair) -> Result<Self, FieldError> {
        let decider = Decider::new(knockout.lot, round, pair);
        let mut games = Self { pair, decider, first: None, second: None, deciding: None };
        let own = knockout.games.iter().filter(|game| game.round == round && game.pairing.pair() == pair);
        for game in own {
            let sides = games.sides(game.leg);
            let place = match game.leg {
                Leg::First => &mut games.first,
                Leg::Second => &mut games.second,
                Leg::Deciding => &mut games.deciding,
            };
            if place.is_some() || game.pairing != sides {
                return Err(FieldError::Meeting(game.pairing));
            }
            *place = Some(*game);
        }
        match games.deciding {
            Some(game) if !games.is_level() => Err(FieldError::Meeting(game.pairing)),
            _ => Ok(games),
        }
    }

    fn sides(&self, leg: Leg) -> Pairing {
        let first = Pairing { white: self.pair.stronger(), black: self.pair.weaker() };
        match leg {
            Leg::First => first,
            Leg::Second => first.reversed(),
            Leg::Deciding => self.decider.pairing(),
        }
    }

    fn count(&self) -> usize {
        [self.first, self.second, self.deciding].into_iter().flatten().count()
    }

    /// Returns the points from the first two games, the better seed first; `None` until both are over.
    fn score(&self) -> Option<(Points, Points)> {
        let (first, second) = (self.first?.outcome?, self.second?.outcome?);
        let stronger = first.points(Side::White) + second.points(Side::Black);
        let weaker = first.points(Side::Black) + second.points(Side::White);
        Some((stronger, weaker))
    }

    fn is_level(&self) -> bool {
        self.score().is_some_and(|(stronger, weaker)| stronger == weaker)
    }

    /// Returns the result of finished games: who advances, or neither if both missed the deciding game.
    fn decided(&self) -> Option<State> {
        let (stronger, weaker) = self.score()?;
        let through = |winner| State::Through(winner, By::Games);
        match stronger.cmp(&weaker) {
            Ordering::Greater => Some(through(self.pair.stronger())),
            Ordering::Less => Some(through(self.pair.weaker())),
            Ordering::Equal => {
                let outcome = self.deciding?.outcome?;
                Some(self.decider.winner(outcome).map_or(State::Nobody, through))
            }
        }
    }

    fn to_begin(&self, round: KnockoutRound) -> impl Iterator<Item = KnockoutGame> {
        let needs_decider = self.is_level() && self.deciding.is_none();
        let missing = [
            (Leg::First, self.first.is_none()),
            (Leg::Second, self.second.is_none()),
            (Leg::Deciding, needs_decider),
        ];
        missing.into_iter().filter(|(_, is_missing)| *is_missing).map(move |(leg, _)| KnockoutGame {
            round,
            leg,
            pairing: self.sides(leg),
            outcome: None,
        })
    }
}

#[cfg(test)]
mod tests;
