//! Rookery hosts unusual chess variants on Discord.
//!
//! Who lives where, and who may import whom (arrows run one way):
//!
//! ```text
//! main -> program -> {discord, sandbox, cli, config}
//! discord -> app -> {game, store, render, engine} -> rules -> std
//! cli -> {engine, render} -> rules
//! {discord, cli} -> words -> {app, game, render, rules}
//! {discord, app, store} -> spent, where the time of an interaction is added up
//! sandbox -> nothing of ours (it speaks Discord's protocol)
//! ```
//!
//! The sandbox is a feature, on by default: without it the bot is built alone.

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod engine;
pub mod game;
pub mod program;
pub mod render;
pub mod rules;
#[cfg(feature = "sandbox")]
pub mod sandbox;
pub mod spent;
pub mod store;
pub mod words;
