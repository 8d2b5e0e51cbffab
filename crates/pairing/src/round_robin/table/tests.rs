use super::*;

fn player(number: u8) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

fn pair(one: u8, other: u8) -> Pair {
    Pair::new(player(one), player(other))
}

/// Parses games as `1-2 w`: White, Black, and `w`, `b`, `d`, or `W`, `B`, `0` for a game that was never
/// begun.
fn games(text: &str) -> Vec<RoundRobinGame> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = |words: &[&str]| {
        let (white, black) = words[0].split_once('-').unwrap();
        let pairing =
            Pairing { white: player(white.parse().unwrap()), black: player(black.parse().unwrap()) };
        let outcome = match words[1] {
            "w" => Outcome::Won(Side::White),
            "b" => Outcome::Won(Side::Black),
            "d" => Outcome::Drawn,
            "W" => Outcome::Forfeited(Side::White),
            "B" => Outcome::Forfeited(Side::Black),
            _ => Outcome::NobodyCame,
        };
        RoundRobinGame { pairing, outcome }
    };
    words.chunks(2).map(game).collect()
}

fn single(players: usize, text: &str) -> RoundRobin {
    RoundRobin {
        players,
        cycles: Cycles::Single,
        games: games(text),
        out: BTreeSet::new(),
        apart: BTreeSet::new(),
    }
}

/// Returns the table as `place:player points`.
fn told(tournament: &RoundRobin) -> String {
    let rows = table(tournament).unwrap();
    let line = |row: &Row| {
        let place = row.place.map_or("-".to_owned(), |place| place.0.to_string());
        format!("{place}:{} {}", row.player, row.points.halves())
    };
    rows.iter().map(line).collect::<Vec<_>>().join(", ")
}

#[test]
fn points_decide_first() {
    assert_eq!(told(&single(3, "1-2 b 1-3 w 2-3 d")), "1:2 3, 2:1 2, 3:3 1");
}

#[test]
fn of_two_who_are_level_the_winner_of_their_game_is_first() {
    // 4 has beaten 1, who beat the others.
    let tournament = single(4, "1-2 w 1-3 w 4-1 w 2-4 d 3-4 d 2-3 d");
    assert_eq!(told(&tournament), "1:4 4, 2:1 4, 3:2 2, 3:3 2");
}

#[test]
fn direct_encounter_is_taken_again_among_those_it_leaves_level() {
    // 1 to 4 are level. Among them 1 and 2 have two points, 3 and 4 one; 2 has beaten 1, and 4 has beaten 3.
    let among = "2-1 w 1-3 w 1-4 w 3-2 w 2-4 w 4-3 w";
    let others = "1-5 d 1-6 d 2-5 d 2-6 d 3-5 w 3-6 w 4-5 w 4-6 w 5-6 d";
    let tournament = single(6, &format!("{among} {others}"));
    assert_eq!(told(&tournament), "1:2 6, 2:1 6, 3:4 6, 4:3 6, 5:5 3, 5:6 3");
}

#[test]
fn sonneborn_berger_decides_when_the_games_among_them_do_not() {
    // 1 and 2 drew. 1 beat 3, and 2 beat 4, who has more points than 3.
    let tournament = single(4, "1-2 d 2-4 w 2-3 d 1-3 w 1-4 d 4-3 w");
    assert_eq!(told(&tournament), "1:2 4, 2:1 4, 3:4 3, 4:3 1");
    let rows = table(&tournament).unwrap();
    // In half points: a draw with 1, who has 4, a win against 4, who has 3, a draw with 3, who has 1.
    assert_eq!(rows[0].sonneborn_berger, 4 + 2 * 3 + 1);
    assert_eq!(rows[1].sonneborn_berger, 4 + 2 + 3);
}

#[test]
fn whoever_is_level_in_everything_shares_a_place() {
    assert_eq!(told(&single(3, "1-2 w 2-3 w 3-1 w")), "1:1 2, 1:2 2, 1:3 2");
    assert_eq!(told(&single(4, "")), "1:1 0, 1:2 0, 1:3 0, 1:4 0");
}

#[test]
fn while_games_are_missing_direct_encounter_ranks_only_who_is_first_whatever_comes() {
    // 1 has beaten 2 and 3, who are level with 1 and have not met.
    let rest = "4-1 w 5-1 w 2-4 w 2-5 w 3-4 w 3-5 w";
    assert_eq!(told(&single(5, &format!("1-2 w 1-3 w {rest}"))), "1:1 4, 2:2 4, 2:3 4, 4:4 2, 4:5 2");
    // Nothing is certain between 1 and 2, and Sonneborn-Berger is better for 1.
    assert_eq!(told(&single(4, "1-3 w 2-4 w 3-4 w")), "1:1 2, 2:2 2, 2:3 2, 4:4 0");
}

#[test]
fn games_of_a_player_who_leaves_early_count_for_nobody() {
    let mut tournament = single(5, "1-2 w 5-1 w 3-4 d");
    tournament.out.insert(player(5));
    assert_eq!(told(&tournament), "1:1 2, 2:3 1, 2:4 1, 4:2 0, -:5 0");
    assert_eq!(table(&tournament).unwrap()[4].presence, Presence::Annulled);
}

#[test]
fn games_of_a_player_who_leaves_after_half_of_them_are_lost() {
    let mut tournament = single(5, "5-1 w 5-2 w");
    tournament.out.insert(player(5));
    assert_eq!(told(&tournament), "1:5 4, 2:3 2, 2:4 2, 4:1 0, 4:2 0");
    let rows = table(&tournament).unwrap();
    assert_eq!((rows[0].presence, rows[0].played, rows[1].wins), (Presence::Withdrawn, 2, 1));
}

#[test]
fn two_who_both_left_get_nothing_from_each_other() {
    let mut tournament = single(4, "1-2 w 1-3 w 4-2 w 4-3 w");
    tournament.out.extend([player(1), player(4)]);
    assert_eq!(told(&tournament), "1:1 4, 1:4 4, 3:2 0, 3:3 0");
}

#[test]
fn two_who_block_each_other_get_half_a_point_each() {
    let mut tournament = single(3, "1-3 w 2-3 w");
    tournament.apart.insert(pair(1, 2));
    assert_eq!(told(&tournament), "1:1 3, 1:2 3, 3:3 0");
    tournament.cycles = Cycles::Double;
    assert_eq!(told(&tournament), "1:1 4, 1:2 4, 3:3 0", "for both of their games");
}

#[test]
fn a_game_that_was_never_begun_counts_in_the_table_but_not_as_played() {
    let rows = table(&single(3, "1-2 W 1-3 0 2-3 B")).unwrap();
    let seen: Vec<_> = rows.iter().map(|row| (row.player.get(), row.points.halves(), row.wins)).collect();
    assert_eq!(seen, [(1, 2, 1), (3, 2, 1), (2, 0, 0)]);
    assert!(rows.iter().all(|row| row.played == 0));
}

#[test]
fn games_that_cannot_be_are_refused() {
    let refused = |text: &str| table(&single(3, text)).unwrap_err();
    assert_eq!(refused("1-4 w"), FieldError::Unknown(player(4)));
    let twice = Pairing { white: player(2), black: player(1) };
    assert_eq!(refused("1-2 w 2-1 w"), FieldError::Meeting(twice));
    let alone = Pairing { white: player(1), black: player(1) };
    assert_eq!(refused("1-1 w"), FieldError::Meeting(alone));
    assert_eq!(table(&single(2, "")), Err(FieldError::Size { least: 3, most: 10 }));
}
