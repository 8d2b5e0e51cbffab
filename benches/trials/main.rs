//! Long trials of the bot, and measurements that take minutes: `cargo bench --bench trials` lists them, and
//! `cargo bench --bench trials -- NAME ARGUMENT` runs one.
//!
//! Every requirement is also checked by the tests, in shorter runs. Code that both need is in the tests, and is a
//! module of the same name here. Results are printed, also as lines `figure NAME VALUE UNIT`.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]
// As in the tests: a trial that ignored errors could not fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

// It comes first, since its macros are known only to the modules after it.
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
    /// How long players in 200 games wait for their moves at a given rate, with Discord's limits.
    Load {
        /// Moves per second, and for how long.
        #[arg(value_name = "RATE:SECONDS")]
        pace: Pace,
    },
    /// Two hundred people play rated games for years, while the process that keeps them is killed.
    Standing {
        /// Such as 10000:300.
        #[arg(value_name = "GAMES:KILLS")]
        years: Years,
    },
    /// The same at three processes on the PostgreSQL that `ROOKERY_TEST_POSTGRES` names.
    StandingOnPostgres {
        /// Such as 10000:300.
        #[arg(value_name = "GAMES:KILLS")]
        years: Years,
    },
    /// One of these processes.
    #[command(hide = true)]
    StandingProcess { store: String, since: i64, games: i64 },
    /// Two hundred people play tournaments of all kinds, while the process that keeps them is killed.
    Tournaments {
        /// Such as 60:300.
        #[arg(value_name = "TOURNAMENTS:KILLS")]
        years: Years,
    },
    /// The same at three processes on the PostgreSQL that `ROOKERY_TEST_POSTGRES` names.
    TournamentsOnPostgres {
        /// Such as 60:300.
        #[arg(value_name = "TOURNAMENTS:KILLS")]
        years: Years,
    },
    /// One of these processes.
    #[command(hide = true)]
    TournamentsProcess { store: String, since: i64, count: i64 },
    /// What restarts and kills cost people who give twenty commands a second.
    Restarts {
        /// How many of each.
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

/// Ends the program with an error about its arguments.
fn refuse(why: impl Display) -> ! {
    Asked::command().error(ErrorKind::ValueValidation, why).exit()
}

/// Whether the bot's process has ended by itself.
fn has_ended(bot: &mut Process) -> bool {
    bot.child.try_wait().expect("a child").is_some()
}

/// The processor time that a process of the bot has used, in seconds; Linux counts it in hundredths.
fn processor_time(bot: &Process) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", bot.child.id())).unwrap_or_default();
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}
