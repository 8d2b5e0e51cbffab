//! Rookery hosts unusual chess variants on Discord.
//!
//! Who lives where, and who may import whom (arrows run one way):
//!
//! ```text
//! main -> {discord, sandbox}
//! discord -> app -> {game, store, render} -> rules -> std
//! sandbox -> nothing of ours (it speaks Discord's protocol)
//! ```

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod game;
pub mod render;
pub mod rules;
pub mod sandbox;
pub mod store;
