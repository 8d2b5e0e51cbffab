//! Rookery hosts unusual chess variants on Discord.
//!
//! Who lives where, and who may import whom (arrows run one way). What stands in brackets is a crate of its own below `crates`, so that the compiler sees to
//! its arrows:
//!
//! ```text
//! main -> program -> {discord, [sandbox], cli, config}
//! discord -> app -> {[game], [store], [render], [engine]} -> [rules] -> std
//! cli -> {[engine], [render]} -> [rules]
//! {discord, cli} -> words -> {app, [game], [render], [rules]}
//! {discord, app, [store]} -> [timing], where the time of an interaction is added up
//! [sandbox] -> nothing of ours (it speaks Discord's protocol)
//! ```
//!
//! The sandbox is a feature, on by default: without it the bot is built alone.

#[cfg(feature = "sandbox")]
pub use sandbox;
pub use {engine, game, render, rules, store, timing};

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod program;
pub mod words;
