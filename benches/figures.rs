//! Performance figures measured in one process: `cargo bench --bench figures`, or `... -- NAME` for those
//! whose names contain `NAME`.
//!
//! Every figure is the median of [`ROUNDS`] rounds. The rounds of all figures are interleaved, so that a
//! temporary slowdown of the machine affects all of them. The calibration is a fixed integer loop for
//! comparing the figures of two runs. The run ends with lines `figure NAME VALUE UNIT`.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

mod long_game;
mod pictures;
mod play;
mod thinking;

use std::hint::black_box;
use std::time::Instant;

use long_game::{long_game, stored};
use rookery::app::completions;
use rookery::game::{ChannelId, UserId};
use rookery::games;
use rookery::rules::{Line, Position, Variant, perft};
use rookery::words::Words;

/// Rounds per figure.
const ROUNDS: usize = 9;
/// Move lists generated per round, so that a round is long compared with the clock's resolution.
const LISTS: u32 = 20_000;
/// Autocomplete answers per round, for each game and text.
const COMPLETIONS: u32 = 40;
/// Replays of each game per round.
const REPLAYS: u32 = 40;
/// The files of three games: a complete one on 64 squares, one based on a built-in game, and a complete one
/// on 100 squares.
const OWN_GAMES: [&str; 3] = [
    include_str!("../docs/own-games/plain-chess.toml"),
    include_str!("../docs/own-games/birds-and-nightriders.toml"),
    include_str!("../docs/own-games/tencubed.toml"),
];
/// Steps of the calibration loop.
const CALIBRATION_STEPS: u64 = 50_000_000;

/// A figure to measure. A round returns its value in `unit`.
struct Figure {
    name: String,
    unit: &'static str,
    round: Box<dyn Fn() -> f64>,
    values: Vec<f64>,
}

fn figure(name: impl Into<String>, unit: &'static str, round: impl Fn() -> f64 + 'static) -> Figure {
    Figure { name: name.into(), unit, round: Box::new(round), values: Vec::new() }
}

/// How long `work` takes, in seconds.
fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// The deepest perft of a game that stays below about a second.
fn depth(variant: Variant) -> u32 {
    if variant.spec().files == 10 { 4 } else { 5 }
}

fn perft_figure(variant: Variant) -> Figure {
    let start = Position::start(variant);
    figure(format!("perft-{}", variant.slug()), "Mleaf/s", move || {
        let mut leaves = 0;
        let time = seconds(|| leaves = perft(black_box(&start), depth(variant)));
        leaves as f64 / time / 1e6
    })
}

fn list_figure(variant: Variant) -> Figure {
    let start = Position::start(variant);
    figure(format!("legal-list-{}", variant.slug()), "us", move || {
        let time = seconds(|| {
            for _ in 0..LISTS {
                black_box(black_box(&start).legal_moves());
            }
        });
        time / f64::from(LISTS) * 1e6
    })
}

/// Autocomplete without the store's read, at ply 400, in the worst of some games and typed texts.
fn autocomplete_figure() -> Figure {
    let games: Vec<_> = ["chess", "birds-and-ninjas"]
        .into_iter()
        .filter_map(games::from_slug)
        .flat_map(|variant| {
            ["", "n", "e4"].map(|typed| (stored(&long_game(variant, 400), ChannelId(1)), typed))
        })
        .collect();
    let words = Words::english();
    figure("autocomplete-400", "us", move || {
        let each = games.iter().map(|(row, typed)| {
            let rows: Vec<_> = (0..COMPLETIONS).map(|_| row.clone()).collect();
            let time = seconds(|| {
                for row in rows {
                    let choices = completions(row, UserId(1), typed);
                    let choices: Vec<String> =
                        choices.iter().map(|choice| words.choice(&choice.shown)).collect();
                    assert!(!typed.is_empty() || !choices.is_empty(), "the game is replayed");
                    black_box(choices);
                }
            });
            time / f64::from(COMPLETIONS) * 1e6
        });
        each.fold(0.0, f64::max)
    })
}

/// Replay of a long game from its move texts, per ply; the slower of two games.
fn replay_figure() -> Figure {
    let games: Vec<_> = ["chess", "birds-and-ninjas"]
        .into_iter()
        .filter_map(games::from_slug)
        .map(|variant| {
            let line = long_game(variant, 400);
            (*line.start(), line.moves().iter().map(ToString::to_string).collect::<Vec<_>>())
        })
        .collect();
    figure("replay-ply", "us", move || {
        let each = games.iter().map(|(start, texts)| {
            let time = seconds(|| {
                for _ in 0..REPLAYS {
                    let mut line = Line::new(*black_box(start));
                    for text in texts {
                        line.play_text(text).expect("the text of a legal move");
                    }
                    black_box(&line);
                }
            });
            time / f64::from(REPLAYS) / texts.len() as f64 * 1e6
        });
        each.fold(0.0, f64::max)
    })
}

/// Reading and checking a game file, without its trial games; the slowest of three.
fn own_game_figure() -> Figure {
    figure("own-game-check", "ms", || {
        let each = OWN_GAMES
            .iter()
            .map(|text| seconds(|| games::read(black_box(text)).expect("a sound file")) * 1e3);
        each.fold(0.0, f64::max)
    })
}

/// A fixed chain of multiplications and shifts that cannot be optimised away.
fn calibration() -> Figure {
    figure("calibration", "ms", || {
        let time = seconds(|| {
            let mut x = black_box(0x9e37_79b9_7f4a_7c15_u64);
            for _ in 0..CALIBRATION_STEPS {
                x ^= x >> 12;
                x = x.wrapping_mul(0x2545_f491_4f6c_dd1d);
            }
            x
        });
        time * 1e3
    })
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let first = if wanted.is_empty() { pictures::first() } else { Vec::new() };
    let mut figures: Vec<Figure> = games::all().map(perft_figure).collect();
    figures.extend(games::all().map(list_figure));
    figures.push(replay_figure());
    figures.push(autocomplete_figure());
    figures.push(own_game_figure());
    figures.extend(play::figures());
    figures.extend(thinking::figures());
    figures.extend(pictures::figures());
    figures.push(calibration());
    figures.retain(|figure| is_wanted(&figure.name));
    // The first round warms up caches and sprites and is not counted.
    for round in 0..=ROUNDS {
        for figure in &mut figures {
            let value = (figure.round)();
            if round > 0 {
                figure.values.push(value);
            }
        }
        eprintln!("round {round} of {ROUNDS}");
    }
    for (name, value) in first {
        println!("figure {name} {value:.3} ms");
    }
    for figure in &mut figures {
        figure.values.sort_by(f64::total_cmp);
        let value = figure.values[figure.values.len() / 2];
        // Byte counts are integers.
        let digits = if figure.unit == "B" { 0 } else { 3 };
        println!("figure {} {value:.digits$} {}", figure.name, figure.unit);
    }
}
