//! Reads recorded tournaments (the format is described in `record_swiss.py`) and pairs their rounds again.

use std::collections::BTreeSet;

use pairing::swiss::{Swiss, SwissPairings, SwissRound};
use pairing::{Outcome, Pair, Pairing, PlayerNumber, Side};

/// A round of a recorded tournament: the tournament before it, and the recorded pairs.
pub struct Recorded {
    /// The number of the line.
    pub line: usize,
    pub before: Swiss,
    pub pairings: SwissPairings,
}

/// Parses all rounds of a file of tournaments.
pub fn rounds(text: &str) -> Vec<Recorded> {
    let mut all = Vec::new();
    let mut tournament: Option<Swiss> = None;
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() {
            tournament = None;
        } else if let Some(current) = &mut tournament {
            if let Some(pairs) = line.strip_prefix("apart") {
                current.apart = pairs.split_whitespace().map(|pair| game(pair).pair()).collect();
            } else {
                all.push(round(number + 1, current, line));
            }
        } else {
            tournament = Some(begun(line));
        }
    }
    all
}

fn player(text: &str) -> PlayerNumber {
    PlayerNumber::new(text.parse().expect("a number")).expect("a number from 1")
}

fn game(text: &str) -> Pairing {
    let (white, black) = text.split_once('-').expect("two players");
    Pairing { white: player(white), black: player(black) }
}

fn begun(line: &str) -> Swiss {
    let words: Vec<&str> = line.split_whitespace().collect();
    Swiss {
        rounds: words[1].parse().expect("a number of rounds"),
        players: vec![Vec::new(); words[0].parse().expect("a number of players")],
        absent: BTreeSet::new(),
        apart: BTreeSet::new(),
        initial: if words[2] == "w" { Side::White } else { Side::Black },
    }
}

/// Parses a recorded round and plays it in the tournament.
fn round(number: usize, tournament: &mut Swiss, line: &str) -> Recorded {
    let mut before = tournament.clone();
    let mut games = Vec::new();
    let mut bye = None;
    let mut did = |player: PlayerNumber, what| tournament.players[player.index()].push(what);
    for word in line.split_whitespace() {
        if let Some((pair, outcome)) = word.split_once(':') {
            let pairing = game(pair);
            let outcome = match outcome {
                "1" => Outcome::Won(Side::White),
                "0" => Outcome::Won(Side::Black),
                "=" => Outcome::Drawn,
                "+" => Outcome::Forfeited(Side::White),
                "-" => Outcome::Forfeited(Side::Black),
                _ => Outcome::NobodyCame,
            };
            let Pairing { white, black } = pairing;
            did(white, SwissRound::Paired { opponent: black, side: Side::White, outcome });
            did(black, SwissRound::Paired { opponent: white, side: Side::Black, outcome });
            games.push(pairing);
            continue;
        }
        let (who, what) = word.split_at(word.len() - 1);
        let who = player(who);
        match what {
            "u" => {
                bye = Some(who);
                did(who, SwissRound::PairingBye);
            }
            "h" => did(who, SwissRound::HalfPointBye),
            _ => did(who, SwissRound::Absent),
        }
        if what != "u" {
            before.absent.insert(who);
        }
    }
    let despite: Vec<Pair> = Vec::new();
    Recorded { line: number, before, pairings: SwissPairings { games, bye, despite } }
}
