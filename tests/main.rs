//! The only integration-test binary. Each module lists its tests with `tests!`, and `main` collects them.
//! Long trials are not included: `cargo bench --bench trials` runs those.

// Tests must check every result: an unnoticed refusal makes a test that cannot fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

use libtest_mimic::{Arguments, Trial};

/// The user agent of requests sent by tests to the stand-in, in Discord's format.
const USER_AGENT: &str = "DiscordBot (https://discord.com/developers/applications, 1.0)";

/// Number of parallel tests in addition to the number of cores.
const WAITING: usize = 4;

// First, because its macros are visible only to what comes after it.
#[macro_use]
mod listing;

mod app;
mod bot;
mod browser;
mod clients;
mod databases;
mod engine;
mod filled;
mod front;
mod fuzzed;
mod house;
#[path = "../benches/long_game.rs"]
mod long_game;
mod parts;
mod proxy;
mod render;
mod rules;
mod runtime;
#[allow(dead_code, reason = "the bench needs the rest of it")]
#[path = "../benches/sim/mod.rs"]
mod sim;
mod slowest;
mod standin;
mod store;

/// Merges two lists so that the few are spread evenly.
///
/// A browser or fault scene waits for the scene before it, and blocks its thread meanwhile.
fn spread(few: Vec<Trial>, among: Vec<Trial>) -> Vec<Trial> {
    let every = among.len() / few.len().max(1);
    let (mut few, mut all) = (few.into_iter(), Vec::new());
    for (at, trial) in among.into_iter().enumerate() {
        if every == 0 || at % every == 0 {
            all.extend(few.next());
        }
        all.push(trial);
    }
    all.extend(few);
    all
}

/// The test lists of all modules, one line each.
#[rustfmt::skip]
fn all() -> Vec<Vec<Trial>> {
    vec![
        app::tests(),
        spread(browser::tests(), spread(bot::faults::tests(), bot::tests())),
        clients::tests(),
        engine::tests(),
        fuzzed::tests(),
        house::tests(),
        render::tests(),
        rules::tests(),
        sim::tests(),
        standin::tests(),
        store::tests(),
    ]
}

/// Puts the tests' files into memory if there is space: otherwise many tests wait for the disk, mostly for
/// syncs.
#[cfg(target_os = "linux")]
fn keep_files_in_memory() {
    /// More than all files at one time.
    const ROOM: u64 = 4 << 30;
    let place = "/dev/shm";
    let room = rustix::fs::statvfs(place).map_or(0, |found| found.f_bavail * found.f_frsize);
    if std::env::var_os("TMPDIR").is_none() && room >= ROOM {
        let before = tempfile::env::override_temp_dir(std::path::Path::new(place));
        assert!(before.is_ok(), "nobody has asked for a directory yet");
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    keep_files_in_memory();
    let trials = all().into_iter().flatten().filter(|trial| parts::is_wanted(trial.name())).collect();
    let mut asked = Arguments::from_args();
    // Many tests wait for a process, a browser or a database.
    let threads = std::thread::available_parallelism().map_or(1, usize::from) + WAITING;
    asked.test_threads.get_or_insert(threads);
    slowest::watch();
    let conclusion = libtest_mimic::run(&asked, trials);
    databases::end();
    slowest::tell();
    conclusion.exit();
}
