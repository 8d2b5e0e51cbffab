//! What the rules and the games refuse, and the sentences that are made of it.

mod reading;
mod refusals;
