//! Tests that any file sent by a user is either refused with a sentence or playable. Nothing panics, and each
//! game is tried for a limited number of moves.

mod files;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use games::trial::{Plan, Wrong, run};
use games::{Refused, of_file};
use rules::{Line, Position, Variant};

/// Returns all game files of the repository: examples, tests and the bot's own.
fn all_texts() -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("../../docs/own-games"), here.join("tests/games")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.extend(games::all().map(|game| here.join(game.slug()).join("game.toml")));
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("a file that can be read")).collect()
}

/// Returns a text with parts doubled, removed, swapped or replaced.
fn mutated(text: &str, other: &str, random: &mut fastrand::Rng) -> String {
    const VALUES: [&str; 14] = [
        "0",
        "-1",
        "255",
        "99999999999",
        "\"\"",
        "[]",
        "{}",
        "false",
        "\"a1-j11\"",
        "\"K\"",
        "[\"\"]",
        "\"k\"",
        "{ 2 = 0 }",
        "1.5",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..lines.len());
        match random.u8(..6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines
                .insert(at, random.choice(other.lines().collect::<Vec<_>>()).unwrap_or_default().to_owned()),
            3 => {
                if let Some((key, _)) = lines[at].split_once('=') {
                    lines[at] = format!("{key}= {}", random.choice(VALUES).expect("a value"));
                }
            }
            _ => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                if !letters.is_empty() {
                    let from = random.choice(text.chars().collect::<Vec<_>>()).expect("a letter");
                    let place = random.usize(..letters.len());
                    letters[place] = from;
                    lines[at] = letters.into_iter().collect();
                }
            }
        }
        if lines.is_empty() {
            return String::new();
        }
    }
    lines.join("\n")
}

/// The games and plies for which a file is tried.
const GAMES: u32 = 2;
const PLIES: u32 = 60;
/// One mutated file in this many gets a trial; the others only play a line.
const BETWEEN_TRIALS: usize = 8;

/// The result for a file.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Refused,
    Played,
}

/// Asserts that a refusal consists of sentences, each with a line of the text.
#[track_caller]
fn sound(what: &str, text: &str, refusal: &Refused) {
    let lines = 1..=text.matches('\n').count() + 1;
    match refusal {
        Refused::Faults(faults) => {
            let is = |fault: &games::Fault| lines.contains(&fault.line) && fault.text.ends_with(['.', '?']);
            assert!(!faults.is_empty() && faults.iter().all(is), "{what}: {faults:#?}");
        }
        Refused::Start(line, error) => {
            assert!(lines.contains(line) && !error.defects().is_empty(), "{what}: {error:?}");
        }
    }
}

/// Reads a file and plays its game for a while.
#[track_caller]
fn answer(what: &str, text: &str) -> Answer {
    match of_file("hostile", text) {
        Ok(game) => tried(what, game),
        Err(refusal) => {
            sound(what, text, &refusal);
            Answer::Refused
        }
    }
}

fn tried(what: &str, game: Variant) -> Answer {
    let mut left = PLIES;
    let mut goes_on = |_| {
        left = left.saturating_sub(1);
        left > 0
    };
    match run(game.spec(), &Plan { games: GAMES, ..Plan::default() }, &mut goes_on) {
        Ok(_) => Answer::Played,
        Err(fault) => {
            assert!(matches!(fault.wrong, Wrong::TooManyMoves(_)), "{what}: {fault:?}");
            Answer::Refused
        }
    }
}

#[test]
fn two_hundred_hostile_files_are_refused_or_can_be_played() {
    let mut texts = HashSet::new();
    let mut played = 0;
    for (kind, write) in files::ALL {
        for size in 0..10 {
            let text = write(size);
            played += u32::from(answer(&format!("{kind}, {size}"), &text) == Answer::Played);
            assert!(text.len() <= games::MOST_BYTES, "{kind}, {size}: it is not even read");
            texts.insert(text);
        }
    }
    assert_eq!(texts.len(), 200, "no two are alike");
    assert!((25..60).contains(&played), "{played} played");
}

#[test]
fn a_mutated_file_is_refused_with_a_sentence_or_can_be_played() {
    let texts = all_texts();
    let mut random = fastrand::Rng::with_seed(44);
    let (mut played, mut refused, mut with_trial) = (0, 0, 0);
    for round in 0..4_000 {
        let (one, other) = (round % texts.len(), random.usize(..texts.len()));
        let text = mutated(&texts[one], &texts[other], &mut random);
        match of_file("mutated", &text) {
            Ok(game) => {
                played += 1;
                let mut line = Line::new(Position::start(game));
                for _ in 0..40 {
                    let moves = line.position().legal_moves();
                    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
                    texts.sort_unstable();
                    texts.dedup();
                    assert_eq!(texts.len(), moves.len(), "two moves are written alike\n{text}");
                    let Some(mv) = random.choice(moves).filter(|_| line.termination().is_none()) else {
                        break;
                    };
                    line.play_typed(&mv.to_string())
                        .unwrap_or_else(|error| panic!("{mv}: {error:?}\n{text}"));
                    let fen = line.position().fen();
                    let again = Position::from_fen(game, &fen);
                    assert!(again.is_ok(), "{fen}: {again:?}\n{text}");
                }
                if round % BETWEEN_TRIALS == 0 {
                    tried(&text, game);
                    with_trial += 1;
                }
            }
            Err(refusal) => {
                refused += 1;
                sound(&text, &text, &refusal);
            }
        }
    }
    assert!(played > 100 && refused > 500, "{played} played, {refused} refused");
    assert!(with_trial > 50, "{with_trial} tried");
}
