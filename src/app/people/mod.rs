//! What is stored about people: what they have set, whom they block, when they are away.

pub(super) mod blocks;
pub(super) mod own_data;
pub(super) mod pings;
pub(super) mod preferences;
pub(super) mod vacation;
