//! The rules core: one line per sentence of the rules, perft tables, the second rules engine, properties.

// As in `tests/main.rs`: an ignored error makes a test that cannot fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

use libtest_mimic::Arguments;

/// Turns the named functions of a module into `pub fn tests()`, each under its module path.
macro_rules! tests {
    ($($name:ident),* $(,)?) => { tests!(tests: $($name),*); };
    ($list:ident: $($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn $list() -> Vec<libtest_mimic::Trial> {
            vec![$(libtest_mimic::Trial::test(
                concat!(module_path!(), "::", stringify!($name)),
                || { $name(); Ok(()) },
            )),*]
        }
    };
}

mod birds_and_ninjas;
mod chess;
mod claustrophobia;
mod compare;
mod families;
mod longest;
mod material;
mod outcome;
mod perft;
mod pgn;
mod prison_break;
mod properties;
mod shared;
mod squirrel;

fn main() {
    let all = [
        birds_and_ninjas::tests(),
        chess::tests(),
        claustrophobia::tests(),
        compare::tests(),
        families::tests(),
        longest::tests(),
        material::tests(),
        outcome::tests(),
        perft::tests(),
        pgn::tests(),
        prison_break::tests(),
        properties::tests(),
        shared::tests(),
        squirrel::tests(),
    ];
    libtest_mimic::run(&Arguments::from_args(), all.into_iter().flatten().collect()).exit();
}
