//! The one integration-test binary. Each module lists its tests with `tests!`; `main` gathers them.

// Somebody who acts looks at what came of it: a refusal that nobody sees makes a test that cannot fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

use libtest_mimic::{Arguments, Trial};

/// How tests that ask the stand-in by themselves say who they are, in Discord's form.
const USER_AGENT: &str = "DiscordBot (https://discord.com/developers/applications, 1.0)";

/// So many tests more than there are cores run beside each other.
const WAITING: usize = 4;

/// Turns the named functions of a module into `pub fn tests()`, each under its module path.
#[allow(unused_macros)]
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            vec![$(libtest_mimic::Trial::test(
                concat!(module_path!(), "::", stringify!($name)),
                || { crate::slowest::timed(concat!(module_path!(), "::", stringify!($name)), $name); Ok(()) },
            )),*]
        }
    };
}

/// The same with tests that run on both kinds of databases, and after a semicolon those that are about SQLite's files.
#[allow(unused_macros)]
macro_rules! tests_on_both {
    ($($both:ident),* $(,)? $(; $($own:ident),* $(,)?)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let mut all = Vec::new();
            $(all.extend(crate::databases::on_both(concat!(module_path!(), "::", stringify!($both)), $both));)*
            $($(all.push(libtest_mimic::Trial::test(
                concat!(module_path!(), "::", stringify!($own)),
                || { crate::slowest::timed(concat!(module_path!(), "::", stringify!($own)), $own); Ok(()) },
            ));)*)?
            all
        }
    };
}

/// The same with tests that run over TLS and HTTP/2 as well.
#[allow(unused_macros)]
macro_rules! tests_on_both_and_by_http2 {
    ($($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let mut all = Vec::new();
            $(
                let name = concat!(module_path!(), "::", stringify!($name));
                all.extend(crate::databases::on_both(name, $name));
                all.push(crate::front::by_http2(name, $name));
            )*
            all
        }
    };
}

mod app;
mod bot;
mod browser;
mod clients;
mod databases;
mod engine;
mod front;
mod fuzzed;
mod house;
#[path = "../benches/long_game.rs"]
mod long_game;
mod proxy;
mod render;
mod rules;
mod runtime;
mod slowest;
mod standin;
mod store;

/// One list in which those of the other stand as far from each other as can be: a browser's scene waits for the scene before it, and with
/// it the thread that has taken it.
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
        spread(browser::tests(), bot::tests()),
        clients::tests(),
        engine::tests(),
        fuzzed::tests(),
        house::tests(),
        render::tests(),
        rules::tests(),
        standin::tests(),
        store::tests(),
    ]
}

/// Lets the files of tests lie in memory where there is room: many wait for the disk otherwise, most of all for what it has to keep.
#[cfg(target_os = "linux")]
fn keep_files_in_memory() {
    /// More than all that is there at once.
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
    let trials = all().into_iter().flatten().collect();
    let mut asked = Arguments::from_args();
    // Most of what a test does is waiting: for the bot's pauses, a browser, a database.
    let threads = std::thread::available_parallelism().map_or(1, usize::from) + WAITING;
    asked.test_threads.get_or_insert(threads);
    let conclusion = libtest_mimic::run(&asked, trials);
    slowest::tell();
    conclusion.exit();
}
