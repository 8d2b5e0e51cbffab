//! Shared test support for the rules: a second rules engine (the oracle), random positions, one-line checks,
//! and each game's expected values.

// Checks fail by panicking.
#![allow(clippy::missing_panics_doc)]
// As in `tests/main.rs`.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

pub mod check;
pub mod checks;
pub mod constructed;
pub mod oracle;
pub mod random;
