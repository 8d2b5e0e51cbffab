//! Pairings and tables of tournaments. No clock, randomness or disk access: lots are arguments.
//!
//! - [`round_robin`]: all players meet each other, by Berger tables.
//! - [`swiss`]: all players play in every round, by FIDE's Dutch rules.
//! - [`knockout`]: the loser is eliminated.
//! - [`ladder`]: an ordered list in which players challenge those a little above them.
//!
//! Players are numbers from 1, the strongest first. Points are counted in halves. "FIDE" with a number such
//! as C.05 refers to that chapter of the FIDE Handbook.

mod basics;
pub mod knockout;
pub mod ladder;
mod matching;
pub mod round_robin;
pub mod swiss;
mod tiebreak;
mod wide;

pub use basics::{FieldError, Outcome, Pair, Pairing, Place, PlayerNumber, Points, Side};
