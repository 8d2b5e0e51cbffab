//! Who meets whom in a tournament, and how its table stands. There is no clock, chance or disk in here: what is drawn by lot is an argument.
//!
//! - [`round_robin`]: everybody meets everybody, by Berger tables.
//! - [`swiss`]: everybody plays in every round, by FIDE's Dutch rules.
//! - [`knockout`]: who loses is out.
//! - [`ladder`]: an ordered list in which people challenge those a little above them.
//!
//! Players are numbers from 1, the strongest first. Points are counted in halves. "FIDE" with a number such as C.05 means that chapter of the
//! FIDE Handbook.

mod basics;
pub mod knockout;
pub mod ladder;
mod matching;
pub mod round_robin;
pub mod swiss;
mod tiebreak;
mod wide;

pub use basics::{FieldError, Outcome, Pair, Pairing, Place, PlayerNumber, Points, Side};
