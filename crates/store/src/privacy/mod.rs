//! What is kept of one person, and how it goes.

pub(super) mod erase;
pub(super) mod export;
