//! Data stored about users: their preferences, blocks and vacations.

pub(super) mod blocks;
pub(super) mod own_data;
pub(super) mod pings;
pub(super) mod preferences;
pub(super) mod vacation;
