//! The rules core: one line per sentence of the rules, perft tables, the second generator, properties.

use libtest_mimic::Trial;

mod birds_and_ninjas;
mod check;
mod chess;
mod claustrophobia;
mod command_line;
mod compare;
mod constructed;
mod diagrams;
mod fen;
mod longest;
mod material;
mod notation;
mod outcome;
mod perft;
mod pgn;
mod prison_break;
mod properties;
mod reader;
mod reasons;
mod shared;
mod squirrel;

/// All of them.
pub fn tests() -> Vec<Trial> {
    [
        birds_and_ninjas::tests(),
        chess::tests(),
        claustrophobia::tests(),
        command_line::tests(),
        compare::tests(),
        diagrams::tests(),
        fen::tests(),
        longest::tests(),
        material::tests(),
        notation::tests(),
        outcome::tests(),
        perft::tests(),
        pgn::tests(),
        prison_break::tests(),
        properties::tests(),
        reader::tests(),
        reasons::tests(),
        shared::tests(),
        squirrel::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
