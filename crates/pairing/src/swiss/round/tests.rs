use super::*;
use crate::swiss::SwissRound;
use crate::{FieldError, Outcome, Pairing, PlayerNumber, Side};

fn player(number: u8) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

fn pair_of(one: u8, other: u8) -> Pair {
    Pair::new(player(one), player(other))
}

fn begun(players: usize) -> Swiss {
    Swiss {
        rounds: 7,
        players: vec![Vec::new(); players],
        absent: BTreeSet::new(),
        apart: BTreeSet::new(),
        initial: Side::White,
    }
}

fn told(pairings: &SwissPairings) -> Vec<(u8, u8)> {
    pairings.games.iter().map(|game| (game.white.get(), game.black.get())).collect()
}

impl Swiss {
    /// Plays a round with outcomes that depend on the two players.
    fn play(&mut self, pairings: &SwissPairings, outcome: impl Fn(Pairing) -> Outcome) {
        let round = self.players[0].len();
        for game in &pairings.games {
            let outcome = outcome(*game);
            for (own, opponent, side) in
                [(game.white, game.black, Side::White), (game.black, game.white, Side::Black)]
            {
                self.players[own.index()].push(SwissRound::Paired { opponent, side, outcome });
            }
        }
        if let Some(bye) = pairings.bye {
            self.players[bye.index()].push(SwissRound::PairingBye);
        }
        for rounds in &mut self.players {
            rounds.resize(round + 1, SwissRound::Absent);
        }
    }
}

/// The lower number wins.
fn stronger_wins(game: Pairing) -> Outcome {
    Outcome::Won(if game.white < game.black { Side::White } else { Side::Black })
}

#[test]
fn in_the_first_round_the_upper_half_meets_the_lower_with_sides_in_turn() {
    let first = pair_round(&begun(10)).unwrap();
    assert_eq!(told(&first), [(1, 6), (7, 2), (3, 8), (9, 4), (5, 10)]);
    let other = Swiss { initial: Side::Black, ..begun(10) };
    assert_eq!(told(&pair_round(&other).unwrap()), [(6, 1), (2, 7), (8, 3), (4, 9), (10, 5)]);
}

#[test]
fn of_an_odd_number_the_lowest_has_the_bye_and_nobody_has_it_twice() {
    let mut tournament = begun(9);
    let mut byes = BTreeSet::new();
    for round in 0..7 {
        let pairings = pair_round(&tournament).unwrap();
        assert!(byes.insert(pairings.bye.unwrap()), "a second bye");
        assert!(round > 0 || pairings.bye == Some(player(9)));
        tournament.play(&pairings, stronger_wins);
    }
    assert_eq!(pair_round(&tournament), Err(SwissError::Over));
}

#[test]
fn nobody_meets_twice_and_nobody_has_one_side_three_times_in_a_row() {
    let mut tournament = begun(24);
    let mut met = BTreeSet::new();
    for _ in 0..tournament.rounds - 1 {
        let pairings = pair_round(&tournament).unwrap();
        assert_eq!(pairings.games.len(), 12);
        assert!(pairings.games.iter().all(|game| met.insert(game.pair())), "two met again");
        tournament.play(&pairings, stronger_wins);
    }
    for rounds in &tournament.players {
        let sides: Vec<Side> =
            rounds.iter().filter_map(|round| round.played()).map(|(_, side)| side).collect();
        assert!(sides.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{sides:?}");
        let white = sides.iter().filter(|side| **side == Side::White).count();
        assert!((2..=4).contains(&white), "{sides:?}");
    }
}

#[test]
fn two_whose_game_was_never_begun_can_be_paired_again() {
    let mut tournament = begun(10);
    // All except 1 and 6 are absent from the second round.
    tournament.play(&pair_round(&tournament).unwrap(), |_| Outcome::NobodyCame);
    tournament.absent = (1..=10).map(player).filter(|one| ![1, 6].contains(&one.get())).collect();
    assert_eq!(told(&pair_round(&tournament).unwrap()), [(1, 6)]);
}

#[test]
fn whoever_won_without_a_game_has_no_bye() {
    let mut tournament = begun(10);
    tournament.play(&pair_round(&tournament).unwrap(), |game| {
        if game.black == player(10) { Outcome::Forfeited(Side::Black) } else { Outcome::Drawn }
    });
    tournament.absent = (1..=7).map(player).collect();
    // 8 and 9 have half a point, 10 has one.
    assert_eq!(pair_round(&tournament).unwrap().bye, Some(player(9)));
    tournament.absent.extend([player(8), player(9)]);
    assert_eq!(pair_round(&tournament), Err(SwissError::Impossible));
}

#[test]
fn who_is_absent_is_not_paired() {
    let mut tournament = begun(10);
    tournament.absent = [player(1), player(6)].into();
    assert_eq!(told(&pair_round(&tournament).unwrap()), [(7, 2), (3, 8), (9, 4), (5, 10)]);
}

#[test]
fn two_who_block_each_other_are_not_paired_where_there_is_another_way() {
    let mut tournament = begun(10);
    tournament.apart = [pair_of(1, 6), pair_of(3, 8)].into();
    let pairings = pair_round(&tournament).unwrap();
    assert!(pairings.despite.is_empty());
    assert!(pairings.games.iter().all(|game| !tournament.apart.contains(&game.pair())), "{pairings:?}");
}

#[test]
fn where_there_is_no_other_way_as_few_as_possible_who_block_each_other_are_paired_and_told() {
    let mut tournament = begun(10);
    tournament.apart = (2..=10).map(|other| pair_of(1, other)).collect();
    tournament.apart.insert(pair_of(2, 3));
    let pairings = pair_round(&tournament).unwrap();
    assert_eq!(pairings.games.len(), 5);
    assert_eq!(pairings.despite.len(), 1);
    assert!(pairings.despite[0].has(player(1)));
}

#[test]
fn two_who_have_met_are_not_paired_even_if_there_is_no_other_way() {
    let mut tournament = begun(10);
    tournament.play(&pair_round(&tournament).unwrap(), stronger_wins);
    tournament.absent = (1..=10).map(player).filter(|one| ![1, 6].contains(&one.get())).collect();
    assert_eq!(pair_round(&tournament), Err(SwissError::Impossible));
}

#[test]
fn a_tournament_that_cannot_be_is_refused() {
    let size = FieldError::Size { least: 9, most: 64 };
    assert_eq!(pair_round(&begun(8)), Err(size.into()));
    assert_eq!(pair_round(&begun(65)), Err(size.into()));
    let mut tournament = begun(9);
    tournament.absent.insert(player(10));
    assert_eq!(pair_round(&tournament), Err(FieldError::Unknown(player(10)).into()));
    let mut tournament = begun(9);
    tournament.players[3].push(SwissRound::Absent);
    assert_eq!(pair_round(&tournament), Err(FieldError::Contradiction(player(4)).into()));
    let mut tournament = begun(10);
    tournament.play(&pair_round(&tournament).unwrap(), stronger_wins);
    tournament.players[5][0] = SwissRound::HalfPointBye;
    assert_eq!(pair_round(&tournament), Err(FieldError::Contradiction(player(1)).into()));
}
