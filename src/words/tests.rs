//! Tests of refusals by the rules and the games, and of their sentences.

mod reading;
mod refusals;
