//! The bot's engine: a search over the rules. Pure: no clock, no I/O, no threads of its own.
//!
//! Results depend on node counts and seeds, not on elapsed time, so that a search repeated after a crash
//! plays the same move. All knowledge of the games comes from the crate `rules`: captures, wins, recaptures
//! and positions. A new game is therefore playable as soon as it is described. A listed game without weights
//! of its own uses the usual piece values; a game from a file uses values derived from mobility.

mod analysis;
mod dice;
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
mod weights;

/// The numbers behind a judgment, and random openings, for the crate that trains them.
pub mod numbers {
    pub use super::dice::{Dice, opening};
    pub use super::network::{CENTS, Inputs, LARGEST, LARGEST_ANSWER, WIDTH};
    pub use super::node::{score_by_network, score_by_tables};
    pub use super::score::SURE;
    pub use super::weights::{FULL, Tapered, logistic};
}

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

/// A defect in a game's files for the engine.
///
/// With one, the bot would not play the game at its measured strength, or a puzzle would be missing.
/// `Display` is for the developer who adds a game.
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
    /// A line of the puzzles is not a puzzle.
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

/// Returns all defects in the games' files for the engine. The bot checks this at startup and stops if there
/// are any.
pub fn defects() -> Vec<EngineDefect> {
    level::defects().into_iter().chain(Weights::defects()).chain(Puzzle::defects()).collect()
}
