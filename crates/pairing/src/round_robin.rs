//! All players meet each other once or twice: the schedule by Berger tables (FIDE C.05, Annex 1), and the
//! table.

mod schedule;
mod table;

pub use schedule::{Cycles, Round, schedule};
pub use table::{Presence, RoundRobin, RoundRobinGame, Row, table};

/// The fewest players of a round robin.
pub const LEAST_PLAYERS: usize = 3;
/// The most players of a round robin.
pub const MOST_PLAYERS: usize = 10;
