//! What is done when its time has come, and by which process.

pub(super) mod due_jobs;
pub(super) mod gateway_session;
pub(super) mod leases;
pub(super) mod upkeep;
pub(super) mod verify;
