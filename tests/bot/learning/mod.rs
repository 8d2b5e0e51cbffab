//! The rules, lessons and puzzles.

pub(super) mod cards;
pub(super) mod daily;
pub(super) mod lessons;
pub(super) mod many_games;
pub(super) mod puzzles;
pub(super) mod rulebook;
pub(super) mod which_game;
