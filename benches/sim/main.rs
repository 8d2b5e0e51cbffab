//! `cargo bench --bench sim`: the bot's life under faults, seed by seed.

// As in the tests: a simulation that ignored errors could not fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]
#![expect(clippy::disallowed_methods, reason = "it measures real time")]

#[macro_use]
#[path = "../../tests/listing.rs"]
mod listing;

/// The files of `tests/bot` that the simulation needs.
#[path = "../../tests/bot"]
mod bot {
    pub mod network;
}
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/databases.rs"]
mod databases;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/parts.rs"]
mod parts;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/runtime.rs"]
mod runtime;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "mod.rs"]
mod sim;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/slowest.rs"]
mod slowest;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use sim::shorten::shortened;
use sim::{Script, run};

/// Lives through seeds, and tells the first that breaks.
#[derive(Parser)]
#[command(name = "sim", bin_name = "cargo bench --bench sim --")]
struct Asked {
    /// How many seeds.
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Only this one.
    #[arg(long)]
    seed: Option<u64>,
    /// Rounds of each.
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Each seed so many times: one that breaks has to break again.
    #[arg(long, default_value_t = 1)]
    repeats: usize,
    /// Runs to shorten what broke.
    #[arg(long, default_value_t = 200)]
    shorten: usize,
    /// Goes on after a seed that broke.
    #[arg(long)]
    all: bool,
    /// Passed by cargo, after all other arguments.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let asked = Asked::parse();
    let begun = Instant::now();
    let mut mishaps: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut broke, mut moves, mut deaths, mut days) = (0, 0, 0, 0.0);
    std::panic::set_hook(Box::new(|_| {}));
    let first = asked.seed.unwrap_or(asked.from);
    let last = if asked.seed.is_some() { first } else { first + asked.seeds - 1 };
    for seed in first..=last {
        let script = Script::of_seed(seed, asked.rounds);
        for _ in 0..asked.repeats {
            let since = Instant::now();
            match run(&script) {
                Ok(lived) => {
                    println!("seed {seed}: {lived}; {:.2} s", since.elapsed().as_secs_f64());
                    for (kind, times) in lived.mishaps {
                        *mishaps.entry(kind).or_default() += times;
                    }
                    moves += lived.moves;
                    deaths += lived.deaths;
                    days += lived.time.as_secs_f64() / 86_400.0;
                }
                Err(broken) => {
                    broke += 1;
                    println!(
                        "seed {seed} broke after {:.2} s: {}\n{}",
                        since.elapsed().as_secs_f64(),
                        broken.why,
                        broken.told
                    );
                    if asked.shorten > 0 && asked.repeats == 1 {
                        let short = shortened(&script, broken.kind(), asked.shorten);
                        println!("shortest that breaks like it: {short:#?}");
                        if let Err(broken) = run(&short) {
                            println!("{}\n{}", broken.why, broken.told);
                        }
                    }
                    if !asked.all && asked.repeats == 1 {
                        return ExitCode::FAILURE;
                    }
                }
            }
        }
    }
    let struck: u64 = mishaps.values().sum();
    println!("figure sim-faults {struck} faults");
    println!("figure sim-deaths {deaths} deaths");
    println!("figure sim-moves {moves} moves");
    println!("figure sim-days {days:.0} days");
    println!("figure sim-time {:.0} s", begun.elapsed().as_secs_f64());
    for (kind, times) in mishaps {
        println!("    {times:>6} times: {kind}");
    }
    println!("{broke} of {} runs broke", (last - first + 1) * asked.repeats as u64);
    if broke == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
