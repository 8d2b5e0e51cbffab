//! The engine with which the bot plays: a search over the rules. Pure: no clock, no I/O, no threads of its own.
//!
//! Node counts and seeds, not the time that passes, decide what is found, so that a search repeated after a crash plays the same move.
//! It knows of the games only what the crate `rules` tells: what a move takes, whether it wins, what stands where.
//!
//! It asks the rules alone what a move takes, whether it wins and who can take back. So it plays a new game as soon as that is described.
//! A game without weights of its own counts each piece as people count it.

mod analysis;
pub mod duel;
mod game_files;
mod level;
mod network;
mod node;
mod order;
mod puzzle;
mod quiescence;
mod reason;
mod root;
mod score;
mod search;
mod see;
mod solver;
mod table;
pub mod training;
pub mod tuning;
mod weights;

pub use analysis::{Analysis, Lapse, Lapses, ShortWin, Turning, TurningKind};
pub use level::{Level, LevelDefect};
pub use network::{Network, NetworkDefect};
pub use puzzle::{
    Aim, Doubt, Grade, HARDEST, Motif, Prover, Puzzle, PuzzleDefect, PuzzleHunt, WrongMove, WrongMoveCost,
    cost_of_reply, file_of as puzzle_file, lines as puzzle_lines, refutation, select as select_puzzles,
};
pub use reason::{Freedom, Hint, Merit, Placed, Rescue, Victory, balance};
pub use root::{Engine, LimitsDefect, SearchLimits, Thought};
pub use score::{MATE, Score};
pub use solver::{OutOfBudget, Solver};
pub use weights::{Weights, WeightsDefect};

/// A defect in a game's files for the engine. With one, the bot would not play the game at its measured strength, or a puzzle would be
/// missing. `Display` is for the developer who adds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineDefect {
    /// The levels cannot be read.
    #[error("the engine's levels of {game} cannot be read: line {line}")]
    Levels {
        /// The game.
        game: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// The weights cannot be read.
    #[error("the engine's weights of {game} cannot be read: line {line}")]
    Weights {
        /// The game.
        game: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// A line of the puzzles is none.
    #[error("the puzzles of {game} cannot be read: line {line}")]
    Puzzles {
        /// The game.
        game: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// The network of this game is damaged, or was made for other weights.
    #[error("the engine's network of {0} is damaged, or was made for other weights")]
    Network(&'static str),
}

/// All defects in the games' files for the engine. The bot checks this at startup and stops if there are any.
pub fn defects() -> Vec<EngineDefect> {
    level::defects().into_iter().chain(Weights::defects()).chain(Puzzle::defects()).collect()
}
