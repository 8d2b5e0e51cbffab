//! Rookery hosts unusual chess variants on Discord.
//!
//! ARCHITECTURE.md has the chart of the layers, and who may name whom. Those that are crates of their own, so that the compiler sees to it, are named
//! here as modules are.
//!
//! The sandbox is a feature, on by default: without it the bot is built alone.

// The bot is no library: its items are public for its tests alone, and a name that says all needs no sentence.
#![allow(missing_docs)]

#[cfg(feature = "sandbox")]
pub use sandbox;
pub use {engine, game, render, rules, store, timing};

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod program;
pub mod words;
