//! Work that falls due by itself.

pub(super) mod due_jobs;
pub(super) mod upkeep;
pub(super) mod verify;
