//! The operator's commands on users, servers and games, and the state a running bot keeps of them.

pub mod feature;
mod features;
pub mod games;
pub mod moment;
pub mod people;
pub mod servers;
pub(super) mod state;
