//! The opponent that the bot itself is: a search over the rules. Pure: no clock, no I/O, no threads of its own.
//!
//! Node counts and seeds decide what is found, and not the time that passes, so that a search that is repeated after a crash plays the
//! same move. It knows nothing of the games but what the rules core tells: what a move takes, whether it wins, what stands where.

mod analysis;
mod exchange;
mod level;
mod network;
mod node;
mod order;
mod puzzle;
mod quiescence;
mod reason;
mod root;
mod search;
mod solver;
mod table;
pub mod training;
pub mod tuning;
mod weights;
mod worth;

pub use analysis::{Analysis, Lapse, Lapses, Turning};
pub use level::{Level, LevelDefect};
pub use network::{Network, NetworkDefect};
pub use puzzle::{
    Aim, Doubt, Grade, HARDEST, Motif, Prover, Puzzle, PuzzleDefect, PuzzleHunt, file_of as puzzle_file,
    lines as puzzle_lines, refutation, select as select_puzzles,
};
pub use reason::{Freedom, Hint, Merit, Placed, Rescue, Victory, balance};
pub use root::{Engine, Thought, Toil};
pub use solver::{OutOfToil, Solver};
pub use weights::{Weights, WeightsDefect};
pub use worth::{MATE, Worth};
