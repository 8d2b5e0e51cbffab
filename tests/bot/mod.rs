//! The bot against the stand-in: the real bot, connected over TCP, used by scripted people.

mod bench;
mod commands;
mod flow;
mod openapi;
mod process;
mod refusals;
mod rough;
mod simultaneous;
mod unshown;

use libtest_mimic::Trial;

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        commands::tests(),
        flow::tests(),
        openapi::tests(),
        process::tests(),
        refusals::tests(),
        rough::tests(),
        simultaneous::tests(),
        unshown::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
