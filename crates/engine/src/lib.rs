//! The opponent that the bot itself is: a search over the rules. Pure: no clock, no I/O, no threads of its own.
//!
//! Node counts and seeds decide what is found, and not the time that passes, so that a search that is repeated after a crash plays the
//! same move. It knows nothing of the games but what the rules core tells: what a move takes, whether it wins, what stands where.

mod analysis;
mod game_files;
mod level;
mod network;
mod node;
mod order;
mod puzzle;
mod quiescence;
mod reason;
mod root;
mod search;
mod see;
mod solver;
mod table;
pub mod training;
pub mod tuning;
mod weights;
mod worth;

pub use analysis::{Analysis, Lapse, Lapses, ShortWin, Turning, TurningKind};
pub use level::{Level, LevelDefect};
pub use network::{Network, NetworkDefect};
pub use puzzle::{
    Aim, Doubt, Grade, HARDEST, Motif, Prover, Puzzle, PuzzleDefect, PuzzleHunt, WrongMove, WrongMoveCost,
    cost_of_reply, file_of as puzzle_file, lines as puzzle_lines, refutation, select as select_puzzles,
};
pub use reason::{Freedom, Hint, Merit, Placed, Rescue, Victory, balance};
pub use root::{Engine, SearchLimits, Thought};
pub use solver::{OutOfBudget, Solver};
pub use weights::{Weights, WeightsDefect};
pub use worth::{MATE, Score};

/// What the engine cannot use of a game's files. With any of these a game would be played otherwise than it was
/// measured. `Display` tells it to whoever adds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineDefect {
    /// Its levels cannot be read.
    #[error("the engine's levels of {game} cannot be read: line {line}")]
    Levels {
        /// The game.
        game: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// Its weights cannot be read.
    #[error("the engine's weights of {game} cannot be read: line {line}")]
    Weights {
        /// The game.
        game: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// Its network is damaged, or was made for other weights.
    #[error("the engine's network of {0} is damaged, or was made for other weights")]
    Network(&'static str),
}

/// All defects of what the engine has of the games; a start looks here and goes no further if there are any.
pub fn defects() -> Vec<EngineDefect> {
    level::defects().into_iter().chain(Weights::defects()).collect()
}
