//! Makes the weights and the networks of the engine from its own games, and measures how strong they play.
//!
//! `rookery tune`, `rookery train` and `rookery duel` use this; a running bot does not.

pub mod duel;
pub mod networks;
pub mod tuning;
