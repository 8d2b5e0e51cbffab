//! The order of a Swiss tournament: points, Buchholz Cut 1, Buchholz, direct encounter, wins (FIDE C.07).
//!
//! Buchholz is the sum of the opponents' points. For unplayed rounds (article 16, as in effect from March
//! 2026), a bye with half a point or none is a requested bye; requested byes and forfeit losses are
//! voluntary:
//!
//! - An opponent's byes count as half a point each if only voluntary unplayed rounds come after them (16.3).
//! - In a player's own round without a game, the opponent is a dummy with as many points as the player, but
//!   at most as the scheduled opponent (16.4.1), or as half a point for each round of the tournament
//!   (16.4.2).
//! - Cut 1 leaves out the lowest of the voluntary unplayed rounds if there are any, otherwise the lowest of
//!   all (16.5).

use super::{Swiss, SwissRound};
use crate::tiebreak::{Criterion, Encounter, placed, ranked};
use crate::{FieldError, Place, PlayerNumber, Points};

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissRow {
    /// The place. Players level in everything share it.
    pub place: Place,
    /// The player of the row.
    pub player: PlayerNumber,
    /// The points.
    pub points: Points,
    /// The opponents' points without the lowest (C.07, articles 8.1 and 14.1).
    pub buchholz_cut: Points,
    /// The opponents' points (C.07, article 8.1).
    pub buchholz: Points,
    /// Rounds with a whole point, with or without a game (C.07, article 7.1).
    pub wins: u16,
    /// Games played.
    pub played: u16,
}

/// Returns the table after the rounds so far, best first. Players who share a place are ordered by number.
///
/// # Errors
///
/// [`FieldError`] if the tournament data is contradictory.
pub fn table(tournament: &Swiss) -> Result<Vec<SwissRow>, FieldError> {
    tournament.played_rounds()?;
    let rows: Vec<SwissRow> = (0..tournament.players.len()).map(|index| row(tournament, index)).collect();
    let of = |player: PlayerNumber| &rows[player.index()];
    let direct = |one: PlayerNumber, other: PlayerNumber| {
        let mut rounds = tournament.players[one.index()].iter();
        let met = rounds.find(|round| round.played().is_some_and(|(opponent, _)| opponent == other));
        met.map_or(Encounter { scored: Points::ZERO, missing: 1 }, |round| Encounter {
            scored: round.points(),
            missing: 0,
        })
    };
    let groups = ranked(
        rows.iter().map(|row| row.player).collect(),
        &[
            Criterion::Value(&|player| of(player).points.halves().into()),
            Criterion::Value(&|player| of(player).buchholz_cut.halves().into()),
            Criterion::Value(&|player| of(player).buchholz.halves().into()),
            Criterion::Direct(&direct),
            Criterion::Value(&|player| of(player).wins.into()),
        ],
    );
    Ok(placed(groups).into_iter().map(|(place, player)| SwissRow { place, ..*of(player) }).collect())
}

/// Returns a player's row without its place.
fn row(tournament: &Swiss, index: usize) -> SwissRow {
    let rounds = &tournament.players[index];
    let own = points(rounds);
    let others = |opponent: PlayerNumber| adjusted(&tournament.players[opponent.index()]);
    let half_of_all = Points::from_halves(Points::HALF.halves() * tournament.rounds as u16);
    let worth = |round: &SwissRound| match *round {
        SwissRound::Paired { opponent, outcome, .. } if outcome.is_played() => others(opponent),
        SwissRound::Paired { opponent, .. } => own.min(others(opponent)),
        SwissRound::PairingBye | SwissRound::HalfPointBye | SwissRound::Absent => own.min(half_of_all),
    };
    let buchholz: Points = rounds.iter().map(worth).sum();
    let voluntary = rounds.iter().filter(|round| is_voluntary(**round)).map(worth).min();
    let cut = voluntary.or(rounds.iter().map(worth).min()).unwrap_or_default();
    SwissRow {
        place: Place(0),
        player: PlayerNumber::at(index),
        points: own,
        buchholz_cut: Points::from_halves(buchholz.halves() - cut.halves()),
        buchholz,
        wins: rounds.iter().filter(|round| round.points() == Points::ONE).count() as u16,
        played: rounds.iter().filter(|round| round.played().is_some()).count() as u16,
    }
}

fn points(rounds: &[SwissRound]) -> Points {
    rounds.iter().map(|round| round.points()).sum()
}

/// True if a round is a requested bye (16.1.1).
fn is_requested(round: SwissRound) -> bool {
    matches!(round, SwissRound::Absent | SwissRound::HalfPointBye)
}

/// True if a player chose not to play a round: a requested bye, or a forfeit loss (16.1.2).
fn is_voluntary(round: SwissRound) -> bool {
    let forfeit_loss = round.played().is_none() && round.points() == Points::ZERO;
    forfeit_loss || is_requested(round)
}

/// Returns the value of a player's points for the opponents they met (16.3).
fn adjusted(rounds: &[SwissRound]) -> Points {
    let last = rounds.iter().rev().take_while(|round| is_voluntary(**round)).count();
    let (stayed, last) = rounds.split_at(rounds.len() - last);
    let worth = |round: &SwissRound| if is_requested(*round) { Points::HALF } else { round.points() };
    points(stayed) + last.iter().map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Side};
    use std::collections::BTreeSet;

    fn player(number: u8) -> PlayerNumber {
        PlayerNumber::new(number).unwrap()
    }

    /// Creates a tournament of nine players from rounds such as `1-2 w`, `1-2 d`, `1-2 W` (a win without a
    /// game), `3 u`, `4 h`.
    ///
    /// All other players are absent.
    fn played(rounds: &[&str]) -> Swiss {
        let mut players = vec![Vec::new(); 9];
        for (number, text) in rounds.iter().enumerate() {
            let words: Vec<&str> = text.split_whitespace().collect();
            for two in words.chunks(2) {
                let of = |text: &str| player(text.parse().unwrap());
                let Some((white, black)) = two[0].split_once('-') else {
                    let bye = if two[1] == "u" { SwissRound::PairingBye } else { SwissRound::HalfPointBye };
                    players[of(two[0]).index()].push(bye);
                    continue;
                };
                let outcome = match two[1] {
                    "w" => Outcome::Won(Side::White),
                    "d" => Outcome::Drawn,
                    _ => Outcome::Forfeited(Side::White),
                };
                let (white, black) = (of(white), of(black));
                for (one, opponent, side) in [(white, black, Side::White), (black, white, Side::Black)] {
                    players[one.index()].push(SwissRound::Paired { opponent, side, outcome });
                }
            }
            for rounds in &mut players {
                rounds.resize(number + 1, SwissRound::Absent);
            }
        }
        let (absent, apart) = (BTreeSet::new(), BTreeSet::new());
        Swiss { rounds: 9, players, absent, apart, initial: Side::White }
    }

    fn row_of(tournament: &Swiss, number: u8) -> SwissRow {
        *table(tournament).unwrap().iter().find(|row| row.player == player(number)).unwrap()
    }

    fn buchholz(tournament: &Swiss, number: u8) -> (u16, u16) {
        let row = row_of(tournament, number);
        (row.buchholz.halves(), row.buchholz_cut.halves())
    }

    #[test]
    fn buchholz_is_what_the_opponents_have_and_cut_1_leaves_out_the_lowest() {
        let tournament = played(&["1-2 w 3-4 w 5-6 w 7-8 w 9 u", "1-3 d 5-7 w 2-4 w 6-8 w 9 h"]);
        // 2 has one point, 3 has one and a half.
        assert_eq!(buchholz(&tournament, 1), (5, 3));
    }

    #[test]
    fn a_round_without_a_game_counts_as_one_against_somebody_with_the_same_points() {
        let tournament = played(&["1-2 w 3 u", "1-2 d 3-4 w"]);
        // 3 has two points, 4 has none: an absence counts only if no game follows.
        assert_eq!(buchholz(&tournament, 3), (4, 4));
        let far_ahead = Swiss { rounds: 3, ..played(&["1 u", "1-2 w", "1-3 w"]) };
        assert_eq!(
            buchholz(&far_ahead, 1).0,
            3 + 1,
            "half of three points, and half a point for the last round of 2"
        );
    }

    #[test]
    fn a_game_that_was_never_begun_counts_as_one_against_somebody_with_no_more_points_than_the_opponent() {
        let tournament = played(&["1-2 W 3-4 w", "1-3 w 2-4 w"]);
        // 1 has two points, 2 has one.
        assert_eq!(buchholz(&tournament, 1), (2 + 2, 2));
        // 2 cannot choose its opponent, and 4 has no points.
        assert_eq!(buchholz(&tournament, 2), (2, 0));
    }

    #[test]
    fn a_forfeit_loss_stays_one_although_byes_around_it_count_as_half_a_point() {
        let tournament = played(&["2-1 w", "3-1 w", "4-3 W", "3 h"]);
        // 3 has a point from the second round and half a point from the last; the absence before both stays
        // one.
        assert_eq!(buchholz(&tournament, 1).0, 2 + 3 + 3, "2 has a point and three byes");
    }

    #[test]
    fn rounds_after_which_an_opponent_never_came_back_count_as_half_a_point_each() {
        let tournament = played(&["1-2 w", "1-3 w", "1-4 w"]);
        assert_eq!(
            buchholz(&tournament, 1).0,
            2 + 1,
            "2 has been away twice, 3 once, 4 came to the last round"
        );
    }

    #[test]
    fn cut_1_first_leaves_out_a_voluntary_unplayed_round() {
        let tournament = played(&["1-2 w", "1-3 w 2-4 d", "2-3 d 1 h"]);
        // 1 has two and a half, which is the value of the half-point bye. 2 has one, 3 half a point.
        assert_eq!(buchholz(&tournament, 1), (5 + 2 + 1, 3));
    }

    #[test]
    fn of_two_with_the_same_buchholz_the_winner_of_their_game_is_first() {
        let tournament = played(&["2-1 w 3-5 w 6-4 w", "1-3 w 4-2 w 5-6 w", "1-5 w 2-6 w 3-4 d"]);
        let rows = table(&tournament).unwrap();
        let order: Vec<_> = rows[..4].iter().map(|row| (row.place.0, row.player.get())).collect();
        assert_eq!(order, [(1, 2), (2, 1), (3, 3), (3, 4)], "{rows:?}");
    }

    #[test]
    fn whoever_is_level_in_everything_shares_a_place() {
        let rows = table(&played(&[])).unwrap();
        assert!(rows.iter().all(|row| row.place == Place(1)));
        let rows = table(&played(&["1-2 d 3-4 d"])).unwrap();
        assert_eq!(rows.iter().map(|row| row.place.0).collect::<Vec<_>>(), [1, 1, 1, 1, 5, 5, 5, 5, 5]);
    }

    #[test]
    fn a_win_counts_with_or_without_a_game() {
        let row = row_of(&played(&["1-2 W", "1 u", "1-3 w"]), 1);
        assert_eq!((row.wins, row.played), (3, 1));
    }
}
