//! What tests of the rules have in common: a second rules engine, positions at random, and one-line checks.

// To panic is how a check fails.
#![allow(clippy::missing_panics_doc)]
// As in `tests/main.rs`.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

pub mod check;
pub mod constructed;
pub mod oracle;
pub mod random;
