//! Long trials of the bot, and measurements that take minutes: `cargo bench --bench trials` lists them, and
//! `cargo bench --bench trials -- NAME ARGUMENT` runs one.
//!
//! Every requirement is also checked by the tests, in shorter runs. Code needed by both is in the tests, and
//! is included here as a module of the same name. Results are printed, also as lines
//! `figure NAME VALUE UNIT`.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]
// As in the tests: a trial that ignored errors could not fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

// First, because its macros are visible only to the modules after it.
#[macro_use]
#[path = "../../tests/listing.rs"]
mod listing;

/// The files of `tests/bot` that the trials need. Some of them contain tests of their own.
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/bot"]
mod bot {
    pub mod bench;
    pub mod network;
    pub mod openapi;
    pub mod push_services;
    pub mod random_lines;
    pub mod running;
}
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/databases.rs"]
mod databases;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/front.rs"]
mod front;
mod ladders;
mod line;
mod load;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/parts.rs"]
mod parts;
#[path = "../../tests/runtime.rs"]
mod runtime;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../sim/mod.rs"]
mod sim;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/slowest.rs"]
mod slowest;
mod standing;
mod tournaments;

use std::fmt::Display;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

use bot::running::Process;
use load::Pace;
use standing::Years;

/// Long trials of the bot, and measurements that take minutes.
#[derive(Parser)]
#[command(name = "trials", bin_name = "cargo bench --bench trials --", disable_help_subcommand = true)]
struct Asked {
    #[command(subcommand)]
    trial: Option<Trial>,
    /// Passed by cargo, after all other arguments.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Trial {
    /// The gateway connection under each of its faults, as a table.
    Line,
    /// How long players in 200 games wait for their moves at a given rate, with Discord's rate limits.
    Load {
        /// Moves per second, and for how long.
        #[arg(value_name = "RATE:SECONDS")]
        pace: Pace,
    },
    /// Two hundred people play rated games for years, while their process is killed repeatedly.
    Standing {
        /// GAMES:KILLS, such as 10000:300.
        #[arg(value_name = "GAMES:KILLS")]
        years: Years,
    },
    /// Like `standing`, with three processes on the PostgreSQL server that `ROOKERY_TEST_POSTGRES` names.
    StandingOnPostgres {
        /// GAMES:KILLS, such as 10000:300.
        #[arg(value_name = "GAMES:KILLS")]
        years: Years,
    },
    /// One process of such a trial.
    #[command(hide = true)]
    StandingProcess { store: String, since: i64, games: i64 },
    /// Two hundred people play tournaments of all kinds, while their process is killed repeatedly.
    Tournaments {
        /// Such as 60:300.
        #[arg(value_name = "TOURNAMENTS:KILLS")]
        years: Years,
    },
    /// Like `tournaments`, with three processes on the PostgreSQL server that `ROOKERY_TEST_POSTGRES` names.
    TournamentsOnPostgres {
        /// Such as 60:300.
        #[arg(value_name = "TOURNAMENTS:KILLS")]
        years: Years,
    },
    /// One process of such a trial.
    #[command(hide = true)]
    TournamentsProcess { store: String, since: i64, count: i64 },
    /// The cost of restarts and kills for people who send twenty commands a second.
    Restarts {
        /// Number of each.
        #[arg(default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
        times: u32,
    },
}

fn main() {
    match Asked::parse().trial {
        None => Asked::command().print_help().expect("somebody reads it"),
        Some(Trial::Line) => line::every_fault(),
        Some(Trial::Load { pace }) => load::moves_at_a_rate(pace),
        Some(Trial::Standing { years }) => standing::live(years),
        Some(Trial::StandingOnPostgres { years }) => {
            if let Err(why) = databases::on_postgres(|| standing::live(years)) {
                refuse(why);
            }
        }
        Some(Trial::StandingProcess { store, since, games }) => standing::process(&store, since, games),
        Some(Trial::Tournaments { years }) => tournaments::live(years),
        Some(Trial::TournamentsOnPostgres { years }) => {
            if let Err(why) = databases::on_postgres(|| tournaments::live(years)) {
                refuse(why);
            }
        }
        Some(Trial::TournamentsProcess { store, since, count }) => tournaments::process(&store, since, count),
        Some(Trial::Restarts { times }) => line::restarts_under_load(times),
    }
    databases::end();
}

/// Exits with an error about the arguments.
fn refuse(why: impl Display) -> ! {
    Asked::command().error(ErrorKind::ValueValidation, why).exit()
}

/// True if the bot's process has exited by itself.
fn has_ended(bot: &mut Process) -> bool {
    bot.child.try_wait().expect("a child").is_some()
}

/// The processor time used by a process of the bot, in seconds; Linux counts it in hundredths.
fn processor_time(bot: &Process) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", bot.child.id())).unwrap_or_default();
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}
