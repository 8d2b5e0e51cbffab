//! `cargo bench --bench sim`: simulates the bot under faults, seed by seed.

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
use std::io::{BufRead as _, BufReader};
use std::ops::RangeInclusive;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Parser;
use serde::{Deserialize, Serialize};
use sim::shorten::shortened;
use sim::{Lived, Script, run};

/// Runs seeds, and stops after one that breaks.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(args_override_self = true)]
#[command(name = "sim", bin_name = "cargo bench --bench sim --")]
struct Asked {
    /// Number of seeds.
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Run only this seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Rounds per seed.
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Number of runs of each seed: one that breaks must break again.
    #[arg(long, default_value_t = 1)]
    repeats: usize,
    /// Number of runs for reducing a broken script.
    #[arg(long, default_value_t = 200)]
    shorten: usize,
    /// Runs in parallel; by default one for each core.
    #[arg(long)]
    threads: Option<usize>,
    /// Run the bot as three processes on the database server that `ROOKERY_TEST_POSTGRES` names.
    #[arg(long)]
    postgres: bool,
    /// Continue after a seed that broke.
    #[arg(long)]
    all: bool,
    /// Part of a longer run, which adds up the results.
    #[arg(long, hide = true)]
    part: bool,
    /// Passed by cargo, after all other arguments.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Seeds per process. A life that is cut short never closes its files, so a process runs only a few.
const A_PART: u64 = 50;
/// Prefix of the line in which a part reports its results.
const TALLY: &str = "tally ";

/// The results of all lives.
#[derive(Default, Serialize, Deserialize)]
struct Tally {
    mishaps: BTreeMap<String, u64>,
    broke: u64,
    runs: u64,
    /// Runs of a seed that differed from the first one.
    strayed: u64,
    moves: usize,
    deaths: usize,
    days: f64,
}

impl Tally {
    fn note(&mut self, lived: Lived) {
        self.add(Self {
            mishaps: lived.mishaps.into_iter().map(|(kind, times)| (kind.to_owned(), times)).collect(),
            moves: lived.moves,
            deaths: lived.deaths,
            days: lived.time.as_secs_f64() / 86_400.0,
            ..Self::default()
        });
    }

    fn add(&mut self, part: Self) {
        for (kind, times) in part.mishaps {
            *self.mishaps.entry(kind).or_default() += times;
        }
        self.broke += part.broke;
        self.runs += part.runs;
        self.strayed += part.strayed;
        self.moves += part.moves;
        self.deaths += part.deaths;
        self.days += part.days;
    }

    fn tell(&self, asked: &Asked, begun: Instant) {
        println!("figure sim-faults {} faults", self.mishaps.values().sum::<u64>());
        println!("figure sim-deaths {} deaths", self.deaths);
        println!("figure sim-moves {} moves", self.moves);
        println!("figure sim-days {:.0} days", self.days);
        println!("figure sim-time {:.0} s", begun.elapsed().as_secs_f64());
        for (kind, times) in &self.mishaps {
            println!("    {times:>6} times: {kind}");
        }
        if asked.repeats > 1 {
            println!("{} of {} runs went another way than the first of their seed", self.strayed, self.runs);
        }
        println!("{} of {} runs broke", self.broke, self.runs);
    }
}

impl Asked {
    /// The requested seeds.
    fn wanted(&self) -> RangeInclusive<u64> {
        self.seed.map_or(self.from..=self.from + self.seeds - 1, |seed| seed..=seed)
    }

    /// Runs a seed the requested number of times. Returns true if all invariants held.
    fn live(&self, seed: u64, tally: &Mutex<Tally>) -> bool {
        let tally = || tally.lock().unwrap_or_else(PoisonError::into_inner);
        let script = Script::of_seed(seed, self.rounds, if self.postgres { 3 } else { 1 });
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
    let wanted = asked.wanted();
    if asked.postgres && !databases::has_server() {
        eprintln!("ROOKERY_TEST_POSTGRES names no server.");
        return ExitCode::FAILURE;
    }
    let is_long = wanted.end() - wanted.start() >= A_PART;
    let tally = if is_long { in_parts(&asked, wanted) } else { here(&asked, wanted) };
    if asked.part {
        println!("{TALLY}{}", serde_json::to_string(&tally).expect("numbers"));
    } else {
        tally.tell(&asked, begun);
    }
    if tally.broke == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs these seeds in one process after another.
fn in_parts(asked: &Asked, wanted: RangeInclusive<u64>) -> Tally {
    let mut tally = Tally::default();
    for from in wanted.clone().step_by(A_PART as usize) {
        let seeds = A_PART.min(wanted.end() - from + 1);
        let mut part = Command::new(std::env::current_exe().expect("this program"))
            .args(std::env::args_os().skip(1))
            // When an argument is repeated, the last one counts.
            .args(["--part", "--from", &from.to_string(), "--seeds", &seeds.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a part begins");
        let mut told = false;
        for line in BufReader::new(part.stdout.take().expect("a pipe")).lines() {
            let line = line.expect("a line");
            match line.strip_prefix(TALLY) {
                Some(numbers) => {
                    told = true;
                    tally.add(serde_json::from_str(numbers).expect("a tally"));
                }
                None => println!("{line}"),
            }
        }
        let ended = part.wait().expect("a part ends");
        // A part that did not finish counts as broken.
        tally.broke += u64::from(!told);
        if !ended.success() && !asked.all {
            break;
        }
    }
    tally
}

/// Runs these seeds in this process.
fn here(asked: &Asked, wanted: RangeInclusive<u64>) -> Tally {
    std::panic::set_hook(Box::new(|_| {}));
    let tally = Mutex::new(Tally::default());
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
    databases::end();
    tally.into_inner().unwrap_or_else(PoisonError::into_inner)
}
