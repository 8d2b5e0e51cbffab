//! What the rules and the games refuse, and the sentences made of it.

mod reading;
mod refusals;
