//! What several processes and tasks of the bot share: the leader, leases, limits, and the sign that it is alive.

pub(super) mod command_status;
pub mod heartbeat;
pub(super) mod in_flight;
pub(super) mod leader;
pub(super) mod leases;
pub(super) mod process_metrics;
pub(super) mod recent_edits;
pub mod user_rate_limit;
