//! Rookery hosts unusual chess variants on Discord.
//!
//! ARCHITECTURE.md charts the layers and which of them may depend on which. Layers that are crates of their own, so that the
//! compiler enforces the chart, are re-exported here and named like modules.
//!
//! The sandbox is a feature, on by default; without it the bot is built alone.

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
