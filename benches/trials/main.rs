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
    pub mod months;
    pub mod network;
    pub mod openapi;
    pub mod opponent {
        pub mod kills;
        pub mod load;
    }
    pub mod process {
        pub mod several;
    }
    pub mod running;
    pub mod tables;
}
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/databases.rs"]
mod databases;
mod faults;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/front.rs"]
mod front;
mod ladders;
mod line;
mod load;
mod months;
mod opponent;
#[path = "../../tests/runtime.rs"]
mod runtime;
#[allow(dead_code, reason = "the tests need the rest of it")]
#[path = "../../tests/slowest.rs"]
mod slowest;
mod standing;
mod tournaments;

use std::fmt::Display;
use std::str::FromStr;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

use bot::running::Process;
use faults::Struck;
use load::Pace;
use months::Life;
use opponent::Ordeal;
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
    /// Sixty people play their games for months, while the bot is cut off.
    ///
    /// drop: all of its tasks are dropped, with a simulated clock. kill: the real program is killed, in real time.
    Months {
        /// Such as drop:5000:500,kill:400:50.
        #[arg(value_name = "HOW:GAMES:FAULTS", value_delimiter = ',', required = true)]
        lives: Vec<Life>,
    },
    /// The same on the PostgreSQL that `ROOKERY_TEST_POSTGRES` names.
    ///
    /// fleet: one of three processes is killed, or now and then all are restarted in turn.
    MonthsOnPostgres {
        /// Such as fleet:400:300.
        #[arg(value_name = "HOW:GAMES:FAULTS", value_delimiter = ',', required = true)]
        lives: Vec<Life>,
    },
    /// Many people play against the bot, while it is killed or while other people play each other.
    Opponent {
        /// Such as kill:200 or load:1000:90 (games, and seconds).
        #[arg(value_name = "HOW:NUMBER", value_delimiter = ',', required = true)]
        ordeals: Vec<Ordeal>,
    },
    /// What faults cost eighty people who play each other.
    ///
    /// kill, kill-slow (at a slow Discord), outage (of Discord), full (a full disk, which needs root) and removed (the database).
    PlayUnderFaults {
        /// Such as kill:50,kill-slow:50,outage:20,full:40,removed:10.
        #[arg(value_name = "NAME:TIMES", value_delimiter = ',', required = true)]
        faults: Vec<Struck>,
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
        Some(Trial::Months { lives }) if lives.iter().any(Life::is_of_a_fleet) => {
            refuse("a fleet has its games on PostgreSQL: months-on-postgres");
        }
        Some(Trial::Months { lives }) => months::live(&lives),
        Some(Trial::MonthsOnPostgres { lives }) => {
            if let Err(why) = databases::on_postgres(|| months::live(&lives)) {
                refuse(why);
            }
        }
        Some(Trial::Opponent { ordeals }) => opponent::go_through(&ordeals),
        Some(Trial::PlayUnderFaults { faults }) => faults::play_under(&faults),
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

/// A name and its numbers, such as `load:1000:90`.
fn split<T: FromStr, const N: usize>(text: &str) -> Option<(&str, [T; N])> {
    let (name, numbers) = text.split_once(':')?;
    let numbers: Option<Vec<T>> = numbers.split(':').map(|number| number.parse().ok()).collect();
    Some((name, numbers?.try_into().ok()?))
}

/// Whether the bot's process has ended by itself.
fn has_ended(bot: &mut Process) -> bool {
    bot.child.try_wait().expect("a child").is_some()
}
