//! Background work: timed jobs, upkeep of boards and games, and the consistency check.

pub(super) mod due_jobs;
pub(super) mod upkeep;
pub(super) mod verify;
