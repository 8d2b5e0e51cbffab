//! Decides a tournament's next step. Pure: the store's row goes in, a step comes out.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Color, TournamentKind, TournamentResult, TournamentState};
use crate::pairing::knockout::{self, Bracket, Knockout, KnockoutGame, KnockoutRound, Leg};
use crate::pairing::round_robin::{self, Cycles, RoundRobin, RoundRobinGame};
use crate::pairing::swiss::{self, Swiss, SwissRound};
use crate::pairing::{FieldError, Outcome, Pair, Pairing, PlayerNumber, Side};
use crate::store::{NewPairing, TournamentGame, TournamentRow, TournamentStep};

/// A player who lets this many games run out of time is out.
const LATE_TWICE: usize = 2;

/// The next step of a running tournament. `blocked`: pairs of player numbers with a block between them now.
///
/// # Errors
/// If the stored data is not a valid tournament.
pub fn next(row: &TournamentRow, blocked: &[(u32, u32)]) -> Result<TournamentStep, FieldError> {
    let out = withdrawn(row);
    let newly = row.players.iter().filter(|player| player.out_in.is_none() && out.contains(&player.number));
    let mut step = TournamentStep { round: row.round, ..TournamentStep::default() };
    for player in newly {
        step.out.push((player.number, round_of(row, player.number)?));
    }
    // Applies to running games as well: they are ended afterwards, and their results are forfeits because a
    // player is out.
    for game in row.games.iter().filter(|game| game.result.is_none()) {
        let lost = |number: Option<u32>| number.is_some_and(|number| out.contains(&number));
        step.results.extend(match (lost(Some(game.white)), lost(game.black)) {
            (false, false) => None,
            (true, false) => Some((game.number, TournamentResult::forfeited_by(Color::White))),
            (false, true) => Some((game.number, TournamentResult::forfeited_by(Color::Black))),
            (true, true) => Some((game.number, TournamentResult::BothForfeit)),
        });
    }
    // The next call sees these decisions.
    if step.out.is_empty() && step.results.is_empty() {
        go_on(row, blocked, &mut step)?;
    }
    Ok(step)
}

/// The next step if no player has just gone out.
fn go_on(row: &TournamentRow, blocked: &[(u32, u32)], step: &mut TournamentStep) -> Result<(), FieldError> {
    let open = row.games.iter().any(|game| game.result.is_none());
    match row.made.kind {
        TournamentKind::RoundRobin if row.round == 0 => all_rounds(row, step),
        TournamentKind::RoundRobin if !open => {
            step.ended = Some(TournamentState::Over);
            Ok(())
        }
        TournamentKind::Swiss if !open => next_round(row, blocked, step),
        TournamentKind::KnockOut => {
            let stand = knockout::stand(&knock_out(row)?)?;
            for game in &stand.to_begin {
                let (white, black) =
                    (u32::from(game.pairing.white.get()), u32::from(game.pairing.black.get()));
                // Two players who have blocked each other since are drawn without a game, and the deciding
                // game's lot determines who advances.
                let is_apart = blocked.contains(&(white, black)) || blocked.contains(&(black, white));
                let result = is_apart.then_some(TournamentResult::Halves);
                step.paired.push(pairing(row, u32::from(game.round.0), game.pairing, result));
                step.round = step.round.max(u32::from(game.round.0));
            }
            if stand.is_over() {
                step.ended = Some(TournamentState::Over);
            }
            Ok(())
        }
        TournamentKind::RoundRobin | TournamentKind::Swiss => Ok(()),
    }
}

/// All games of a round robin, which are played at once.
fn all_rounds(row: &TournamentRow, step: &mut TournamentStep) -> Result<(), FieldError> {
    let apart = apart(row);
    for (round, games) in (1..).zip(round_robin::schedule(row.players.len(), cycles(row))?) {
        for game in games.games {
            let result = apart.contains(&game.pair()).then_some(TournamentResult::Halves);
            step.paired.push(pairing(row, round, game, result));
        }
        step.round = round;
    }
    Ok(())
}

/// The next round of a Swiss tournament, or its end.
fn next_round(
    row: &TournamentRow,
    blocked: &[(u32, u32)],
    step: &mut TournamentStep,
) -> Result<(), FieldError> {
    let mut tournament = as_swiss(row);
    tournament.apart.extend(blocked.iter().map(|(one, other)| Pair::new(player(*one), player(*other))));
    let present = row.players.iter().filter(|player| !player.is_out).count();
    let paired = if present < 2 || row.round >= swiss_rounds(row.players.len()) {
        None
    } else {
        match swiss::pair_round(&tournament) {
            Ok(paired) => Some(paired),
            // No further round can be paired, so the tournament ends early.
            Err(swiss::SwissError::Over | swiss::SwissError::Impossible) => None,
            Err(swiss::SwissError::Field(error)) => return Err(error),
        }
    };
    let Some(paired) = paired else {
        step.ended = Some(TournamentState::Over);
        return Ok(());
    };
    step.round = row.round + 1;
    for game in &paired.games {
        let result = paired.despite.contains(&game.pair()).then_some(TournamentResult::Halves);
        step.paired.push(pairing(row, step.round, *game, result));
    }
    step.paired.extend(paired.bye.map(|player| NewPairing {
        round: step.round,
        variant: variant(row, step.round),
        white: u32::from(player.get()),
        black: None,
        result: Some(TournamentResult::Bye),
    }));
    Ok(())
}

/// The number of rounds of a Swiss tournament: enough for a single leader, plus one.
pub fn swiss_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros() + 1
}

/// The numbers of the players who are out: withdrawn, deleted, or after too many games run out of time.
fn withdrawn(row: &TournamentRow) -> BTreeSet<u32> {
    let late = |number: u32| {
        let own = row.games.iter().filter(|game| match game.late {
            Some(Color::White) => game.white == number,
            Some(Color::Black) => game.black == Some(number),
            None => false,
        });
        own.count()
    };
    let is_gone = |player: &&crate::store::TournamentPlayer| {
        player.is_out || player.person.is_none() || late(player.number) >= LATE_TWICE
    };
    row.players.iter().filter(is_gone).map(|player| player.number).collect()
}

/// The player's current round.
fn round_of(row: &TournamentRow, number: u32) -> Result<u32, FieldError> {
    Ok(match row.made.kind {
        TournamentKind::KnockOut => {
            let stand = knockout::stand(&knock_out(row)?)?;
            stand.round_of(player(number)).map_or(row.round.max(1), |round| u32::from(round.0))
        }
        TournamentKind::RoundRobin | TournamentKind::Swiss => row.round,
    })
}

/// Converts a player's number to the pairing crate's.
pub fn player(number: u32) -> PlayerNumber {
    PlayerNumber::at(number.saturating_sub(1) as usize)
}

fn apart(row: &TournamentRow) -> BTreeSet<Pair> {
    row.apart.iter().map(|(one, other)| Pair::new(player(*one), player(*other))).collect()
}

fn cycles(row: &TournamentRow) -> Cycles {
    if row.made.games == 2 { Cycles::Double } else { Cycles::Single }
}

/// A round's variant; the variants take turns.
fn variant(row: &TournamentRow, round: u32) -> String {
    let variants = &row.made.variants;
    variants.get((round.max(1) - 1) as usize % variants.len().max(1)).cloned().unwrap_or_default()
}

fn pairing(row: &TournamentRow, round: u32, game: Pairing, result: Option<TournamentResult>) -> NewPairing {
    NewPairing {
        round,
        variant: variant(row, round),
        white: u32::from(game.white.get()),
        black: Some(u32::from(game.black.get())),
        result,
    }
}

/// The sides in a game; `None` for a bye.
fn sides(game: &TournamentGame) -> Option<Pairing> {
    Some(Pairing { white: player(game.white), black: player(game.black?) })
}

fn outcome(result: TournamentResult) -> Option<Outcome> {
    Some(match result {
        TournamentResult::White => Outcome::Won(Side::White),
        TournamentResult::Black => Outcome::Won(Side::Black),
        TournamentResult::Draw | TournamentResult::Halves => Outcome::Drawn,
        TournamentResult::WhiteForfeits => Outcome::Forfeited(Side::Black),
        TournamentResult::BlackForfeits => Outcome::Forfeited(Side::White),
        TournamentResult::BothForfeit => Outcome::NobodyCame,
        TournamentResult::Bye => return None,
    })
}

/// A round robin with its results so far.
pub fn as_round_robin(row: &TournamentRow) -> RoundRobin {
    let apart = apart(row);
    let over = row.games.iter().filter_map(|game| {
        let (pairing, outcome) = (sides(game)?, outcome(game.result?)?);
        // Players kept apart have no game in the table.
        let is_kept = !(apart.contains(&pairing.pair()) && game.game.is_none());
        is_kept.then_some(RoundRobinGame { pairing, outcome })
    });
    let out = row.players.iter().filter(|player| player.is_out).map(|one| player(one.number)).collect();
    RoundRobin { players: row.players.len(), cycles: cycles(row), games: over.collect(), out, apart }
}

/// A knock-out with its results so far.
pub fn knock_out(row: &TournamentRow) -> Result<Knockout, FieldError> {
    let apart = apart(row);
    let mut seen: BTreeMap<(u32, Pair), usize> = BTreeMap::new();
    let games = row.games.iter().filter_map(|game| {
        let pairing = sides(game)?;
        let before = seen.entry((game.round, pairing.pair())).or_default();
        let leg = [Leg::First, Leg::Second, Leg::Deciding][(*before).min(2)];
        *before += 1;
        let round = KnockoutRound(game.round as u8);
        Some(KnockoutGame { round, leg, pairing, outcome: game.result.and_then(outcome) })
    });
    let games = games.collect();
    let out = row.players.iter().filter_map(|one| {
        let round = one.out_in.filter(|_| one.is_out)?;
        Some((player(one.number), KnockoutRound(round as u8)))
    });
    let bracket = Bracket::keeping_apart(row.players.len(), &apart)?;
    Ok(Knockout { bracket, games, out: out.collect(), apart, lot: row.made.seed as u64 })
}

/// A Swiss tournament with its results so far.
pub fn as_swiss(row: &TournamentRow) -> Swiss {
    let did = |number: u32, round: u32| {
        let own = |game: &&TournamentGame| {
            game.round == round && (game.white == number || game.black == Some(number))
        };
        let Some(game) = row.games.iter().find(own) else { return SwissRound::Absent };
        match (sides(game), game.result) {
            (None, _) => SwissRound::PairingBye,
            (_, Some(TournamentResult::Halves)) => SwissRound::HalfPointBye,
            (Some(pairing), Some(result)) => {
                let white = game.white == number;
                SwissRound::Paired {
                    opponent: if white { pairing.black } else { pairing.white },
                    side: if white { Side::White } else { Side::Black },
                    outcome: outcome(result).unwrap_or(Outcome::NobodyCame),
                }
            }
            (Some(_), None) => SwissRound::Absent,
        }
    };
    // A round counts once it is over.
    let is_over = |round: &u32| row.games.iter().all(|game| game.round != *round || game.result.is_some());
    let rounds: Vec<u32> = (1..=row.round).take_while(is_over).collect();
    let players = row.players.iter().map(|one| rounds.iter().map(|round| did(one.number, *round)).collect());
    Swiss {
        rounds: swiss_rounds(row.players.len()) as usize,
        players: players.collect(),
        absent: row.players.iter().filter(|one| one.is_out).map(|one| player(one.number)).collect(),
        apart: apart(row),
        initial: if row.made.seed % 2 == 0 { Side::White } else { Side::Black },
    }
}
