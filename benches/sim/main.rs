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
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Parser;
use sim::shorten::shortened;
use sim::{Lived, Script, run};

/// Lives through seeds, and ends after one that breaks.
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
    /// Lives that go on beside each other; otherwise one for each core.
    #[arg(long)]
    threads: Option<usize>,
    /// Goes on after a seed that broke.
    #[arg(long)]
    all: bool,
    /// Passed by cargo, after all other arguments.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What came of all lives.
#[derive(Default)]
struct Tally {
    mishaps: BTreeMap<&'static str, u64>,
    broke: u64,
    runs: u64,
    /// Runs of a seed that went another way than the first one.
    strayed: u64,
    moves: usize,
    deaths: usize,
    days: f64,
}

impl Tally {
    fn note(&mut self, lived: Lived) {
        for (kind, times) in lived.mishaps {
            *self.mishaps.entry(kind).or_default() += times;
        }
        self.moves += lived.moves;
        self.deaths += lived.deaths;
        self.days += lived.time.as_secs_f64() / 86_400.0;
    }
}

impl Asked {
    /// The seeds that are wanted.
    fn wanted(&self) -> RangeInclusive<u64> {
        self.seed.map_or(self.from..=self.from + self.seeds - 1, |seed| seed..=seed)
    }

    /// Lives through a seed as often as that is wanted. Whether everything held.
    fn live(&self, seed: u64, tally: &Mutex<Tally>) -> bool {
        let tally = || tally.lock().unwrap_or_else(PoisonError::into_inner);
        let script = Script::of_seed(seed, self.rounds);
        let (mut sound, mut order) = (true, None);
        for _ in 0..self.repeats {
            let since = Instant::now();
            let lived = run(&script);
            let took = since.elapsed().as_secs_f64();
            let now = lived.as_ref().map_or_else(|broken| broken.order, |lived| lived.order);
            let strays = *order.get_or_insert(now) != now;
            tally().runs += 1;
            tally().strayed += u64::from(strays);
            match lived {
                Ok(lived) => {
                    println!("seed {seed}: {lived}; {took:.2} s");
                    tally().note(lived);
                }
                Err(broken) => {
                    sound = false;
                    tally().broke += 1;
                    println!("seed {seed} broke after {took:.2} s: {}\n{}", broken.why, broken.told);
                    if self.shorten > 0 && self.repeats == 1 {
                        let short = shortened(&script, broken.kind(), self.shorten);
                        println!("shortest that breaks like it: {short:#?}");
                        if let Err(broken) = run(&short) {
                            println!("{}\n{}", broken.why, broken.told);
                        }
                    }
                }
            }
        }
        sound
    }
}

fn main() -> ExitCode {
    let asked = Asked::parse();
    let begun = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    let (wanted, tally) = (asked.wanted(), Mutex::new(Tally::default()));
    let next = AtomicU64::new(*wanted.start());
    let threads =
        asked.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !wanted.contains(&seed) {
                        return;
                    }
                    if !asked.live(seed, &tally) && !asked.all {
                        next.store(wanted.end() + 1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("figure sim-faults {} faults", tally.mishaps.values().sum::<u64>());
    println!("figure sim-deaths {} deaths", tally.deaths);
    println!("figure sim-moves {} moves", tally.moves);
    println!("figure sim-days {:.0} days", tally.days);
    println!("figure sim-time {:.0} s", begun.elapsed().as_secs_f64());
    for (kind, times) in &tally.mishaps {
        println!("    {times:>6} times: {kind}");
    }
    if asked.repeats > 1 {
        println!("{} of {} runs went another way than the first of their seed", tally.strayed, tally.runs);
    }
    println!("{} of {} runs broke", tally.broke, tally.runs);
    if tally.broke == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
