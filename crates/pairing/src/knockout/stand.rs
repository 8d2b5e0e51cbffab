//! How a knock-out stands: from the bracket and the games so far to what is to be begun, who is through, and the places.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::{Bracket, KnockoutRound};
use crate::{FieldError, Outcome, Pair, Pairing, Place, PlayerNumber, Points, Side};

/// A knock-out as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// Who is to meet whom.
    pub bracket: Bracket,
    /// The games that were begun or will never be, in any order.
    pub games: Vec<KnockoutGame>,
    /// Who has withdrawn or was deleted, and in which round they stood then. They lose the pairing of that round, unless its games have decided
    /// it, and else that of the next. Two with the same round are out together.
    pub out: BTreeMap<PlayerNumber, KnockoutRound>,
    /// Those who block each other. A pairing of them is not to be played, unless one of its games was begun.
    pub apart: BTreeSet<Pair>,
    /// The lot that says who has which side in the games that decide.
    pub lot: u64,
}

/// Which game of a pairing one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// The first, in which the better seed has White.
    First,
    /// The second, with the sides reversed.
    Second,
    /// The one that decides after a level score. Black wins a draw.
    Deciding,
}

/// A game of a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutGame {
    /// The round of its pairing.
    pub round: KnockoutRound,
    /// Which of the pairing's games it is.
    pub leg: Leg,
    /// Who has which side.
    pub pairing: Pairing,
    /// How it came out. None while it is being played.
    pub outcome: Option<Outcome>,
}

/// What is known about a place in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Nobody yet: a pairing of the round before is open.
    Open,
    /// This player.
    Taken(PlayerNumber),
    /// Nobody, and nobody will: a bye for the opponent.
    Empty,
}

/// What decided a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// Its games.
    Games,
    /// There is no opponent.
    Bye,
    /// The opponent is out.
    OpponentOut,
    /// The two block each other, and the better seed goes on.
    NotToBePlayed,
}

/// How a pairing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for the round before.
    Waiting,
    /// It is being played.
    Playing,
    /// This player goes on.
    Through(PlayerNumber, By),
    /// Nobody goes on, and who would meet the winner has a bye.
    Nobody,
}

/// A pairing of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutPairing {
    /// Its round.
    pub round: KnockoutRound,
    /// Its two seats, the upper one of the bracket first.
    pub seats: [Seat; 2],
    /// How it stands.
    pub state: State,
}

/// How a knock-out stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// All pairings, by rounds, each from the top of the bracket to its bottom.
    pub pairings: Vec<KnockoutPairing>,
    /// The games that are to be begun now. The first two of a pairing are named together, for both can be played at once.
    pub to_begin: Vec<KnockoutGame>,
    /// Who has won the tournament.
    pub champion: Option<PlayerNumber>,
    /// The winner's place and those of all who are out, best first. Who loses in the same round shares a place: 2 in the final, 3 in the round
    /// before it, then 5, 9 and 17.
    pub places: Vec<(Place, PlayerNumber)>,
}

impl Stand {
    /// Whether nothing is left to be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let is_open = |pairing: &KnockoutPairing| matches!(pairing.state, State::Waiting | State::Playing);
        !self.pairings.iter().any(is_open)
    }

    /// The round in which a player stands, or stood last: what [`Knockout::out`] needs when they leave.
    #[must_use]
    pub fn round_of(&self, player: PlayerNumber) -> Option<KnockoutRound> {
        let has = |pairing: &&KnockoutPairing| pairing.seats.contains(&Seat::Taken(player));
        self.pairings.iter().rev().find(has).map(|pairing| pairing.round)
    }
}

/// Who decides a pairing whose two first games are level, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decider(Pairing);

impl Decider {
    /// The sides of the deciding game: drawn by lot for each pairing, always the same for the same lot.
    #[must_use]
    pub fn new(lot: u64, round: KnockoutRound, pair: Pair) -> Self {
        let numbers = [round.0, pair.stronger().get(), pair.weaker().get()];
        let mixed = numbers.into_iter().fold(lot, |seed, number| scattered(seed ^ u64::from(number)));
        let sides = Pairing { white: pair.stronger(), black: pair.weaker() };
        Self(if mixed.count_ones().is_multiple_of(2) { sides } else { sides.reversed() })
    }

    /// Who has which side.
    #[must_use]
    pub fn pairing(self) -> Pairing {
        self.0
    }

    /// Who goes on after the game: Black also after a draw. Nobody if neither came to it.
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

/// Spreads a number over all bits, so that lots that differ little give sides that have nothing to do with each other.
fn scattered(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let seed = (seed ^ (seed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let seed = (seed ^ (seed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    seed ^ (seed >> 32)
}

/// How a knock-out stands.
///
/// # Errors
///
/// [`FieldError::Unknown`] for a number that no player has, and [`FieldError::Meeting`] for a game that belongs to no pairing, or is there
/// twice, or has the wrong sides.
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

/// Those of a pairing who do not go on, once it is decided.
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

/// A game that belongs to no pairing, or is there twice.
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

/// How a pairing stands, and how many of the games are its own.
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

    /// What each has of the first two games, the better seed first. None while one of them is not over.
    fn score(&self) -> Option<(Points, Points)> {
        let (first, second) = (self.first?.outcome?, self.second?.outcome?);
        let stronger = first.points(Side::White) + second.points(Side::Black);
        let weaker = first.points(Side::Black) + second.points(Side::White);
        Some((stronger, weaker))
    }

    fn is_level(&self) -> bool {
        self.score().is_some_and(|(stronger, weaker)| stronger == weaker)
    }

    /// What the games say, once they are over: who goes on, or nobody if neither came to the one that decides.
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
