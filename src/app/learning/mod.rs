//! Lessons, puzzles, and suggestions of the next game to try.

pub(super) mod board_at;
pub(super) mod choice;
pub(super) mod daily;
pub(super) mod done;
pub(super) mod lessons;
pub(super) mod page;
pub(super) mod places;
pub(super) mod puzzles;
pub(super) mod sisters;
