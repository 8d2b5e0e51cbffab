use super::*;

fn player(number: u8) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

fn pair(one: u8, other: u8) -> Pair {
    Pair::new(player(one), player(other))
}

fn knockout(players: usize) -> Knockout {
    Knockout {
        bracket: Bracket::seeded(players).unwrap(),
        games: Vec::new(),
        out: BTreeMap::new(),
        apart: BTreeSet::new(),
        lot: 0,
    }
}

impl Knockout {
    /// Ends the game of these two in a round, with `winner` as its winner, or as a draw.
    fn end(&mut self, round: u8, leg: Leg, two: Pair, winner: Option<u8>) {
        let first = Pairing { white: two.stronger(), black: two.weaker() };
        let pairing = match leg {
            Leg::First => first,
            Leg::Second => first.reversed(),
            Leg::Deciding => Decider::new(self.lot, KnockoutRound(round), two).pairing(),
        };
        let side = winner.map(|winner| pairing.side_of(player(winner)).unwrap());
        let outcome = Some(side.map_or(Outcome::Drawn, Outcome::Won));
        self.games.push(KnockoutGame { round: KnockoutRound(round), leg, pairing, outcome });
    }

    /// Ends a pairing after two games.
    fn win(&mut self, round: u8, winner: u8, loser: u8) {
        self.end(round, Leg::First, pair(winner, loser), Some(winner));
        self.end(round, Leg::Second, pair(winner, loser), Some(winner));
    }

    /// Returns the states of a round: `3` advances, `.` waits, `?` is being played, `-` neither advances.
    fn told(&self, round: u8) -> String {
        let state = |pairing: &KnockoutPairing| match pairing.state {
            State::Waiting => ".".to_owned(),
            State::Playing => "?".to_owned(),
            State::Through(player, _) => player.to_string(),
            State::Nobody => "-".to_owned(),
        };
        let stand = stand(self).unwrap();
        let of_round = stand.pairings.iter().filter(|pairing| pairing.round.0 == round);
        of_round.map(state).collect::<Vec<_>>().join(" ")
    }

    fn places(&self) -> Vec<(u8, u8)> {
        stand(self).unwrap().places.iter().map(|(place, player)| (place.0, player.get())).collect()
    }
}

fn begun(knockout: &Knockout) -> Vec<(u8, Leg, u8, u8)> {
    let games = stand(knockout).unwrap().to_begin.into_iter();
    games.map(|game| (game.round.0, game.leg, game.pairing.white.get(), game.pairing.black.get())).collect()
}

#[test]
fn a_pairing_is_two_games_with_the_sides_reversed() {
    let expected =
        [(1, Leg::First, 1, 4), (1, Leg::Second, 4, 1), (1, Leg::First, 2, 3), (1, Leg::Second, 3, 2)];
    assert_eq!(begun(&knockout(4)), expected);
}

#[test]
fn the_best_seeds_go_on_without_a_game_where_there_are_byes() {
    let five = knockout(5);
    assert_eq!(five.told(1), "1 ? 2 3");
    assert_eq!(five.told(2), ". ?");
    assert_eq!(begun(&five).len(), 4, "2 and 3 can begin as well as 4 and 5");
}

#[test]
fn a_game_that_is_being_played_is_not_begun_again() {
    let mut four = knockout(4);
    four.end(1, Leg::First, pair(1, 4), Some(1));
    four.games[0].outcome = None;
    assert_eq!(begun(&four)[0], (1, Leg::Second, 4, 1));
    assert_eq!(four.told(1), "? ?");
}

#[test]
fn more_points_of_two_games_decide() {
    let mut four = knockout(4);
    four.end(1, Leg::First, pair(1, 4), None);
    four.end(1, Leg::Second, pair(1, 4), Some(4));
    assert_eq!(four.told(1), "4 ?");
}

#[test]
fn a_level_pairing_has_one_more_game_in_which_black_wins_a_draw() {
    let mut four = knockout(4);
    four.end(1, Leg::First, pair(1, 4), Some(1));
    four.end(1, Leg::Second, pair(1, 4), Some(4));
    let (_, leg, white, black) = begun(&four)[0];
    assert_eq!((leg, white + black), (Leg::Deciding, 5));
    let mut drawn = four.clone();
    drawn.end(1, Leg::Deciding, pair(1, 4), None);
    assert_eq!(drawn.told(1), format!("{black} ?"));
    four.end(1, Leg::Deciding, pair(1, 4), Some(white));
    assert_eq!(four.told(1), format!("{white} ?"));
}

#[test]
fn the_lot_gives_either_side_equally_often_and_always_the_same_one() {
    let is_white = |lot: u64| {
        let decider = Decider::new(lot, KnockoutRound(2), pair(3, 9));
        assert_eq!(decider, Decider::new(lot, KnockoutRound(2), pair(9, 3)));
        decider.pairing().white == player(3)
    };
    let white = (0..1000).filter(|lot| is_white(*lot)).count();
    assert!((450..550).contains(&white), "{white}");
}

#[test]
fn the_winner_of_the_last_pairing_wins_the_tournament() {
    let mut five = knockout(5);
    five.win(1, 5, 4);
    five.win(2, 5, 1);
    five.win(2, 2, 3);
    assert!(!stand(&five).unwrap().is_over());
    five.win(3, 2, 5);
    let stand = stand(&five).unwrap();
    assert!(stand.is_over() && stand.to_begin.is_empty());
    assert_eq!(stand.champion, Some(player(2)));
    assert_eq!(five.places(), [(1, 2), (2, 5), (3, 1), (3, 3), (5, 4)]);
}

#[test]
fn who_is_out_loses_the_pairing() {
    let mut four = knockout(4);
    four.end(1, Leg::First, pair(1, 4), Some(1));
    four.out.insert(player(1), KnockoutRound(1));
    assert_eq!(four.told(1), "4 ?");
    assert_eq!(stand(&four).unwrap().pairings[0].state, State::Through(player(4), By::OpponentOut));
    assert_eq!(four.places(), [(3, 1)]);
}

#[test]
fn a_pairing_that_was_decided_stays_so_when_its_winner_leaves() {
    let mut four = knockout(4);
    four.win(1, 1, 4);
    four.out.insert(player(1), KnockoutRound(1));
    assert_eq!(four.told(1), "1 ?");
    four.win(1, 2, 3);
    assert_eq!(stand(&four).unwrap().champion, Some(player(2)));
    assert_eq!(four.places(), [(1, 2), (2, 1), (3, 3), (3, 4)]);
}

#[test]
fn of_two_who_leave_one_after_the_other_the_second_was_through() {
    let mut four = knockout(4);
    four.out.insert(player(4), KnockoutRound(1));
    four.out.insert(player(1), KnockoutRound(2));
    assert_eq!(four.told(1), "1 ?");
    assert_eq!(four.told(2), ".");
    four.win(1, 3, 2);
    assert_eq!(stand(&four).unwrap().champion, Some(player(3)));
}

#[test]
fn where_both_are_out_nobody_goes_on_and_the_next_opponent_has_a_bye() {
    let mut four = knockout(4);
    four.out.extend([(player(1), KnockoutRound(1)), (player(4), KnockoutRound(1))]);
    assert_eq!(four.told(1), "- ?");
    four.win(1, 2, 3);
    let stand = stand(&four).unwrap();
    assert_eq!(stand.pairings[2].state, State::Through(player(2), By::Bye));
    assert_eq!(stand.champion, Some(player(2)));
    assert_eq!(four.places(), [(1, 2), (3, 1), (3, 3), (3, 4)]);
}

#[test]
fn a_tournament_can_end_without_a_winner() {
    let mut four = knockout(4);
    four.out.extend((1..=4).map(|number| (player(number), KnockoutRound(1))));
    let stand = stand(&four).unwrap();
    assert!(stand.is_over() && stand.champion.is_none());
}

#[test]
fn of_two_who_block_each_other_the_better_seed_goes_on_unless_they_have_begun() {
    let mut four = knockout(4);
    four.apart.insert(pair(2, 3));
    assert_eq!(four.told(1), "? 2");
    assert_eq!(stand(&four).unwrap().pairings[1].state, State::Through(player(2), By::NotToBePlayed));
    four.end(1, Leg::First, pair(2, 3), Some(3));
    assert_eq!(four.told(1), "? ?");
}

#[test]
fn the_round_of_a_player_is_the_last_they_reached() {
    let mut five = knockout(5);
    let round = |knockout: &Knockout, number| stand(knockout).unwrap().round_of(player(number)).unwrap().0;
    assert_eq!((round(&five, 1), round(&five, 4)), (2, 1));
    five.win(1, 5, 4);
    assert_eq!((round(&five, 5), round(&five, 4)), (2, 1));
}

#[test]
fn all_sizes_can_be_played_to_the_end() {
    for players in super::super::LEAST_PLAYERS..=super::super::MOST_PLAYERS {
        let mut tournament = knockout(players);
        for _ in 0..200 {
            let next = stand(&tournament).unwrap().to_begin;
            // All games are drawn, so each pairing needs three.
            tournament
                .games
                .extend(next.into_iter().map(|game| KnockoutGame { outcome: Some(Outcome::Drawn), ..game }));
        }
        let stand = stand(&tournament).unwrap();
        assert!(stand.is_over() && stand.champion.is_some());
        assert_eq!(stand.places.len(), players);
        assert_eq!(tournament.games.len(), 3 * (players - 1));
    }
}

#[test]
fn games_that_belong_to_no_pairing_are_refused() {
    let refused = |change: fn(&mut Knockout)| {
        let mut four = knockout(4);
        change(&mut four);
        stand(&four).unwrap_err()
    };
    let game = |white, black| FieldError::Meeting(Pairing { white: player(white), black: player(black) });
    assert_eq!(refused(|four| four.end(1, Leg::First, pair(1, 2), None)), game(1, 2), "not a pairing");
    assert_eq!(refused(|four| four.end(1, Leg::Deciding, pair(2, 3), None)), {
        let sides = Decider::new(0, KnockoutRound(1), pair(2, 3)).pairing();
        FieldError::Meeting(sides)
    });
    let twice = |four: &mut Knockout| {
        four.end(1, Leg::First, pair(1, 4), None);
        four.end(1, Leg::First, pair(1, 4), None);
    };
    assert_eq!(refused(twice), game(1, 4), "twice");
    assert_eq!(
        refused(|four| _ = four.out.insert(player(5), KnockoutRound(1))),
        FieldError::Unknown(player(5))
    );
}
