//! Ratings and statistics: rated games, rating periods, profiles, leaderboards and notes.

pub(super) mod daily_table;
pub(super) mod leaderboard;
pub(super) mod levels;
pub(super) mod notes;
pub(super) mod periods;
pub(super) mod profile;
pub(super) mod rated;
pub(super) mod refusals;
pub(super) mod stakes;
