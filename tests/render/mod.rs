//! The pictures of the documents, films that are asked for, descriptions and text boards. How boards are drawn is tested beside `crates/render`.

mod diagrams;
mod documents;
mod export;
#[path = "../../crates/render/tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests beside the crate use all of it")]
mod support;
mod words;

use rookery::render::Look;
use rookery::words::Words;

pub use support::*;

/// The tests of this module.
pub fn tests() -> Vec<libtest_mimic::Trial> {
    let all = [diagrams::tests(), documents::tests(), export::tests(), words::tests()];
    all.into_iter().flatten().collect()
}

/// The look of the pictures in the chat and of the command line, in English.
pub fn usual() -> Look {
    Look::default().saying(Words::english().to_move())
}
