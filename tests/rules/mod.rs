//! The rules core: one line per sentence of the rules, perft tables, the second generator, properties.

use libtest_mimic::Trial;

mod compare;
mod constructed;
mod perft;

/// All of them.
pub fn tests() -> Vec<Trial> {
    [perft::tests(), compare::tests()].into_iter().flatten().collect()
}
