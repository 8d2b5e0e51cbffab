//! What whoever runs the bot does to people, servers and games by commands of the program, and what a running bot knows of it.

pub mod feature;
mod features;
pub mod games;
pub mod moment;
pub mod people;
pub mod servers;
pub(super) mod state;
