//! Sentences of lessons and puzzles.

pub(super) mod lessons;
pub(super) mod puzzles;
