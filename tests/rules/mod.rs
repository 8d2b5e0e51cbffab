//! The rules as people read and write them: positions, notation, diagrams, reasons, the command line.

use libtest_mimic::Trial;

mod command_line;
mod diagrams;
mod families;
mod fen;
mod material;
mod notation;
mod reader;
mod reasons;
mod told;

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        command_line::tests(),
        diagrams::tests(),
        families::tests(),
        fen::tests(),
        material::tests(),
        notation::tests(),
        reader::tests(),
        reasons::tests(),
        told::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
