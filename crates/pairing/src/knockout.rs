//! A knock-out: who loses a pairing is out of the tournament.
//!
//! The best seeds have the byes, and the first two can meet in the final only. A pairing is two games with the sides reversed. If it is level
//! then, one more game decides, in which the sides are drawn by lot and Black wins a draw.

mod bracket;
mod stand;

pub use bracket::Bracket;
pub use stand::{By, Decider, Knockout, KnockoutGame, KnockoutPairing, Leg, Seat, Stand, State, stand};

/// The fewest players of a knock-out.
pub const LEAST_PLAYERS: usize = 4;
/// The most players of a knock-out.
pub const MOST_PLAYERS: usize = 32;

/// A round of a knock-out, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnockoutRound(pub u8);
