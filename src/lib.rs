//! Rookery hosts unusual chess variants on Discord.
//!
//! `ARCHITECTURE.md` describes the layers and their allowed dependencies. Layers that are separate crates, so
//! that the compiler enforces them, are re-exported here and named like modules.
//!
//! The sandbox and the training of the engine are features, enabled by default. Without them only the bot is built.

// The bot is not a library: its items are public only for its tests, and clear names need no doc comment.
// Functions without an `# Errors` section fail in the usual ways: the store or Discord failed, or the person
// is shown why nothing was done.
#![allow(missing_docs, clippy::missing_errors_doc)]

#[cfg(feature = "sandbox")]
pub use sandbox;
#[cfg(feature = "training")]
pub use training;
pub use {engine, game, games, pairing, push, render, rules, store, timing};

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod http_server;
pub mod program;
pub mod web;
pub mod words;
