//! Work that falls due by itself, and which process does it.

pub(super) mod due_jobs;
pub(super) mod gateway_session;
pub(super) mod leases;
pub(super) mod upkeep;
pub(super) mod verify;
