//! The opponent: what it must find, that it is the same each time, and the protocol by which programs ask it.

use libtest_mimic::Trial;

mod finding;
mod levels;
mod program;

/// All of them.
pub fn tests() -> Vec<Trial> {
    [finding::tests(), levels::tests(), program::tests()].into_iter().flatten().collect()
}
