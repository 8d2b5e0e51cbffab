//! The pictures of the documents, requested animations, descriptions and text boards. The drawing of boards
//! is tested in `crates/render`.

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

/// The look of pictures in chat and on the command line, in English.
pub fn usual() -> Look {
    Look::default().saying(Words::english().to_move())
}
