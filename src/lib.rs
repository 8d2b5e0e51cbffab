//! Rookery hosts unusual chess variants on Discord.
//!
//! ARCHITECTURE.md charts the layers and which of them may depend on which. Layers that are crates of their own, so that the
//! compiler enforces the chart, are re-exported here and named like modules.
//!
//! The sandbox is a feature, on by default; without it the bot is built alone.

// The bot is no library: its items are public for its tests alone, and a name that says all needs no sentence. What fails without a word of
// its own fails in the usual ways: the store or Discord failed, or the person is told why nothing was done.
#![allow(missing_docs, clippy::missing_errors_doc)]

#[cfg(feature = "sandbox")]
pub use sandbox;
pub use {engine, game, games, pairing, push, render, rules, store, timing};

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod http_server;
pub mod program;
pub mod web;
pub mod words;
