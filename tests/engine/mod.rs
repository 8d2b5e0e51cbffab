//! The engine: what it must find, that it is reproducible, and the protocol for other programs.

use libtest_mimic::Trial;

mod analysing;
mod finding;
mod levels;
mod new_claims;
mod plans;
mod planted;
mod program;
mod puzzles;
mod reasons;

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        analysing::tests(),
        finding::tests(),
        levels::tests(),
        new_claims::tests(),
        plans::tests(),
        planted::tests(),
        program::tests(),
        puzzles::tests(),
        reasons::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
