//! Work that a running bot does unprompted.

pub(super) mod due_jobs;
pub(super) mod operator_state;
pub(super) mod other_shards;
pub(super) mod token;
pub(super) mod upkeep;
