//! The bracket: the pairings if the better seed always won.

use std::collections::BTreeSet;

use super::{LEAST_PLAYERS, MOST_PLAYERS};
use crate::{FieldError, Pair, PlayerNumber};

/// The seats of the first round from top to bottom. Two neighbours meet, then the winners of two neighbouring
/// pairings, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The seed of each seat; seats with seeds above the number of players are empty.
    seats: Vec<PlayerNumber>,
    players: usize,
    exchanged: Vec<Pair>,
}

impl Bracket {
    /// Creates the standard bracket. Seeds are the players' numbers, by rating.
    ///
    /// # Errors
    ///
    /// [`FieldError::Size`] for fewer than 4 or more than 32 players.
    pub fn seeded(players: usize) -> Result<Self, FieldError> {
        if !(LEAST_PLAYERS..=MOST_PLAYERS).contains(&players) {
            return Err(FieldError::Size { least: LEAST_PLAYERS, most: MOST_PLAYERS });
        }
        // Doubling the size puts next to each seat the seed that makes the sum one more than the size.
        let mut seats = vec![0];
        while seats.len() < players {
            let last = seats.len() * 2 - 1;
            seats = seats.into_iter().flat_map(|seed| [seed, last - seed]).collect();
        }
        let seats = seats.into_iter().map(PlayerNumber::at).collect();
        Ok(Self { seats, players, exchanged: Vec::new() })
    }

    /// Creates the standard bracket with seeds of equal strength exchanged to keep apart players who block
    /// each other.
    ///
    /// They then do not meet in the first round, as far as possible. No player gains or loses a bye.
    ///
    /// Seeds of equal strength are those who would lose in the first round if the better seed always won. The
    /// weaker of two is exchanged, with the nearest seed for which it helps. Exchanging the stronger instead
    /// would bring the same players together.
    ///
    /// # Errors
    ///
    /// [`FieldError::Size`] for fewer than 4 or more than 32 players.
    pub fn keeping_apart(players: usize, apart: &BTreeSet<Pair>) -> Result<Self, FieldError> {
        let mut bracket = Self::seeded(players)?;
        for seat in (0..bracket.seats.len()).step_by(2) {
            let pair = Pair::new(bracket.seats[seat], bracket.seats[seat + 1]);
            if !apart.contains(&pair) {
                continue;
            }
            if let Some(exchange) = bracket.neighbours(pair.weaker(), apart) {
                bracket.exchange(exchange);
            }
        }
        Ok(bracket)
    }

    /// Creates the standard bracket with earlier exchanges, as returned by [`exchanged`](Self::exchanged).
    ///
    /// # Errors
    ///
    /// [`FieldError`] for a wrong number of players, or if an exchanged player is not among them.
    pub fn with_exchanges(players: usize, exchanged: &[Pair]) -> Result<Self, FieldError> {
        let mut bracket = Self::seeded(players)?;
        for exchange in exchanged {
            if exchange.weaker().index() >= players {
                return Err(FieldError::Unknown(exchange.weaker()));
            }
            bracket.exchange(*exchange);
        }
        Ok(bracket)
    }

    /// Returns the exchanges of seeds that were made to keep players apart, in order.
    #[must_use]
    pub fn exchanged(&self) -> &[Pair] {
        &self.exchanged
    }

    /// Returns the number of players at the start.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u8 {
        self.seats.len().ilog2() as u8
    }

    /// Returns the player of each seat in the first round; `None` for an empty seat.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Option<PlayerNumber>> {
        self.seats.iter().map(|seed| (seed.index() < self.players).then_some(*seed))
    }

    /// Returns a player's opponent in the first round; `None` for a bye.
    fn opponent(&self, player: PlayerNumber) -> Option<PlayerNumber> {
        let seat = self.seats.iter().position(|one| *one == player)?;
        let opponent = self.seats[seat ^ 1];
        (opponent.index() < self.players).then_some(opponent)
    }

    /// Returns the exchange with the nearest player of equal strength after which neither meets a blocked
    /// opponent.
    fn neighbours(&self, player: PlayerNumber, apart: &BTreeSet<Pair>) -> Option<Pair> {
        let opponent = self.opponent(player)?;
        let helps = |other: PlayerNumber| {
            self.opponent(other).is_some_and(|theirs| {
                theirs != opponent
                    && !apart.contains(&Pair::new(other, opponent))
                    && !apart.contains(&Pair::new(player, theirs))
            })
        };
        let of_same_strength = |other: &PlayerNumber| other.index() >= self.seats.len() / 2;
        let others = (0..self.players).map(PlayerNumber::at).filter(of_same_strength);
        let nearest =
            others.filter(|other| helps(*other)).min_by_key(|other| other.get().abs_diff(player.get()));
        nearest.map(|other| Pair::new(player, other))
    }

    fn exchange(&mut self, exchange: Pair) {
        for seat in &mut self.seats {
            if *seat == exchange.stronger() {
                *seat = exchange.weaker();
            } else if *seat == exchange.weaker() {
                *seat = exchange.stronger();
            }
        }
        self.exchanged.push(exchange);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(one: u8, other: u8) -> Pair {
        Pair::new(PlayerNumber::new(one).unwrap(), PlayerNumber::new(other).unwrap())
    }

    fn told(bracket: &Bracket) -> Vec<u8> {
        bracket.seats().map(|seat| seat.map_or(0, PlayerNumber::get)).collect()
    }

    #[test]
    fn the_standard_bracket_has_the_first_two_in_different_halves() {
        assert_eq!(told(&Bracket::seeded(4).unwrap()), [1, 4, 2, 3]);
        assert_eq!(told(&Bracket::seeded(8).unwrap()), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(
            told(&Bracket::seeded(16).unwrap()),
            [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
        );
    }

    #[test]
    fn the_best_seeds_have_the_byes() {
        assert_eq!(told(&Bracket::seeded(5).unwrap()), [1, 0, 4, 5, 2, 0, 3, 0]);
        for players in LEAST_PLAYERS..=MOST_PLAYERS {
            let bracket = Bracket::seeded(players).unwrap();
            let byes = bracket.seats.len() - players;
            let with_bye = (0..players).map(PlayerNumber::at).filter(|one| bracket.opponent(*one).is_none());
            assert_eq!(with_bye.collect::<Vec<_>>(), (0..byes).map(PlayerNumber::at).collect::<Vec<_>>());
        }
    }

    #[test]
    fn if_the_better_seed_always_wins_each_round_is_played_by_the_best_left() {
        for players in LEAST_PLAYERS..=MOST_PLAYERS {
            let bracket = Bracket::seeded(players).unwrap();
            let mut left = bracket.seats.clone();
            while left.len() > 1 {
                left = left.chunks(2).map(|two| two[0].min(two[1])).collect();
                assert!(left.iter().all(|seed| seed.index() < left.len()));
            }
        }
    }

    #[test]
    fn two_who_block_each_other_are_kept_apart_by_exchanging_neighbouring_seeds() {
        let bracket = Bracket::keeping_apart(8, &[pair(1, 8)].into()).unwrap();
        assert_eq!(told(&bracket), [1, 7, 4, 5, 2, 8, 3, 6]);
        assert_eq!(bracket.exchanged(), [pair(7, 8)]);
        assert_eq!(Bracket::with_exchanges(8, &[pair(7, 8)]).unwrap(), bracket);
    }

    #[test]
    fn an_exchange_brings_no_other_two_together_who_block_each_other() {
        let bracket = Bracket::keeping_apart(8, &[pair(1, 8), pair(1, 7), pair(3, 8)].into()).unwrap();
        assert_eq!(bracket.exchanged(), [pair(5, 8)]);
    }

    #[test]
    fn where_no_exchange_helps_the_bracket_stays_as_it_is() {
        let apart = [pair(4, 5), pair(4, 6), pair(4, 7), pair(4, 8)].into();
        let bracket = Bracket::keeping_apart(8, &apart).unwrap();
        assert_eq!(bracket, Bracket::seeded(8).unwrap());
    }

    #[test]
    fn an_exchange_takes_no_bye_from_anybody() {
        let bracket = Bracket::keeping_apart(5, &[pair(4, 5)].into()).unwrap();
        assert_eq!(told(&bracket), [1, 0, 4, 5, 2, 0, 3, 0]);
        assert_eq!(bracket.exchanged(), []);
    }

    #[test]
    fn three_and_thirty_three_players_are_no_knock_out() {
        for players in [3, 33] {
            assert_eq!(Bracket::seeded(players), Err(FieldError::Size { least: 4, most: 32 }));
        }
    }
}
