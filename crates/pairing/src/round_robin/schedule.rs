//! Berger tables (FIDE C.05, Annex 1).

use super::{LEAST_PLAYERS, MOST_PLAYERS};
use crate::{FieldError, Pairing, PlayerNumber};

/// The number of games between each two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// One game.
    Single,
    /// Two games, the second with the sides reversed.
    Double,
}

impl Cycles {
    /// Returns the number of games between each two players.
    #[must_use]
    pub fn games(self) -> u16 {
        match self {
            Self::Single => 1,
            Self::Double => 2,
        }
    }
}

/// A round of a round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its games.
    pub games: Vec<Pairing>,
    /// The player without a game, if the number of players is odd.
    pub bye: Option<PlayerNumber>,
}

/// Returns all rounds by the Berger table for this number of players.
///
/// If the number is odd, the highest number of the table is the bye.
///
/// The order of the rounds is that of the table in both cycles. The annex advises exchanging the last two
/// rounds of a first cycle, so that no player has one side three times in a row. That is meant for
/// tournaments in which each round waits for the previous one.
///
/// # Errors
///
/// [`FieldError::Size`] for fewer than 3 or more than 10 players.
pub fn schedule(players: usize, cycles: Cycles) -> Result<Vec<Round>, FieldError> {
    if !(LEAST_PLAYERS..=MOST_PLAYERS).contains(&players) {
        return Err(FieldError::Size { least: LEAST_PLAYERS, most: MOST_PLAYERS });
    }
    let seats = players.next_multiple_of(2);
    let first = || (0..seats - 1).map(|round| berger(round, seats, players));
    let second = || first().map(|round| Round { games: reversed(&round.games), bye: round.bye });
    Ok(match cycles {
        Cycles::Single => first().collect(),
        Cycles::Double => first().chain(second()).collect(),
    })
}

fn reversed(games: &[Pairing]) -> Vec<Pairing> {
    games.iter().map(|game| game.reversed()).collect()
}

/// Returns a round of the table for an even number of seats, of which the last may be empty.
///
/// All seats except the last form a circle. In each round, the opponent of the last seat is half a circle
/// further, and the others meet across from there: those before have White, those after have Black. The last
/// seat has White in every second round.
fn berger(round: usize, seats: usize, players: usize) -> Round {
    let circle = seats - 1;
    let middle = round * (seats / 2) % circle;
    let last = PlayerNumber::at(seats - 1);
    let alone = Pairing { white: PlayerNumber::at(middle), black: last };
    let across = (1..seats / 2).map(|step| Pairing {
        white: PlayerNumber::at((middle + step) % circle),
        black: PlayerNumber::at((middle + circle - step) % circle),
    });
    if seats != players {
        return Round { games: across.collect(), bye: Some(alone.white) };
    }
    let alone = if round.is_multiple_of(2) { alone } else { alone.reversed() };
    Round { games: std::iter::once(alone).chain(across).collect(), bye: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pair;
    use std::collections::BTreeMap;

    /// FIDE C.05, Annex 1: White first.
    const PUBLISHED: &[(usize, &str)] = &[
        (
            4,
            "1-4 2-3
             4-3 1-2
             2-4 3-1",
        ),
        (
            6,
            "1-6 2-5 3-4
             6-4 5-3 1-2
             2-6 3-1 4-5
             6-5 1-4 2-3
             3-6 4-2 5-1",
        ),
        (
            8,
            "1-8 2-7 3-6 4-5
             8-5 6-4 7-3 1-2
             2-8 3-1 4-7 5-6
             8-6 7-5 1-4 2-3
             3-8 4-2 5-1 6-7
             8-7 1-6 2-5 3-4
             4-8 5-3 6-2 7-1",
        ),
        (
            10,
            "1-10 2-9 3-8 4-7 5-6
             10-6 7-5 8-4 9-3 1-2
             2-10 3-1 4-9 5-8 6-7
             10-7 8-6 9-5 1-4 2-3
             3-10 4-2 5-1 6-9 7-8
             10-8 9-7 1-6 2-5 3-4
             4-10 5-3 6-2 7-1 8-9
             10-9 1-8 2-7 3-6 4-5
             5-10 6-4 7-3 8-2 9-1",
        ),
    ];

    fn read(table: &str) -> Vec<Vec<Pairing>> {
        let number = |text: &str| PlayerNumber::new(text.parse().unwrap()).unwrap();
        let game = |text: &str| {
            let (white, black) = text.split_once('-').unwrap();
            Pairing { white: number(white), black: number(black) }
        };
        table.lines().map(|line| line.split_whitespace().map(game).collect()).collect()
    }

    #[test]
    fn rounds_are_those_of_the_published_berger_tables() {
        for (players, table) in PUBLISHED {
            let rounds = schedule(*players, Cycles::Single).unwrap();
            let games: Vec<_> = rounds.into_iter().map(|round| round.games).collect();
            assert_eq!(games, read(table), "{players} players");
        }
    }

    #[test]
    fn with_an_odd_number_whoever_would_meet_the_highest_number_has_a_bye() {
        for (seats, table) in PUBLISHED {
            let empty = PlayerNumber::at(seats - 1);
            let rounds = schedule(seats - 1, Cycles::Single).unwrap();
            for (round, published) in rounds.iter().zip(read(table)) {
                let (byes, games): (Vec<_>, Vec<_>) =
                    published.into_iter().partition(|game| game.pair().has(empty));
                assert_eq!(round.games, games);
                assert!(byes[0].pair().has(round.bye.unwrap()));
            }
        }
    }

    #[test]
    fn each_two_meet_once_or_once_with_each_side() {
        for players in LEAST_PLAYERS..=MOST_PLAYERS {
            for cycles in [Cycles::Single, Cycles::Double] {
                let mut met: BTreeMap<Pair, Vec<Pairing>> = BTreeMap::new();
                for round in schedule(players, cycles).unwrap() {
                    let busy = round.games.len() * 2 + usize::from(round.bye.is_some());
                    assert_eq!(busy, players, "everybody is in every round");
                    for game in round.games {
                        met.entry(game.pair()).or_default().push(game);
                    }
                }
                assert_eq!(met.len(), players * (players - 1) / 2);
                for games in met.values() {
                    match cycles {
                        Cycles::Single => assert_eq!(games.len(), 1),
                        Cycles::Double => assert_eq!(games[1..], [games[0].reversed()]),
                    }
                }
            }
        }
    }

    #[test]
    fn two_and_eleven_players_are_no_round_robin() {
        for players in [0, 2, 11] {
            assert_eq!(schedule(players, Cycles::Single), Err(FieldError::Size { least: 3, most: 10 }));
        }
    }
}
