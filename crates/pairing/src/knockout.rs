//! A knock-out: the loser of a pairing is eliminated.
//!
//! The best seeds get the byes, and the first two seeds can only meet in the final. A pairing is two games
//! with the sides reversed. If it is then level, one more game decides, with sides drawn by lot; Black wins a
//! draw.

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
