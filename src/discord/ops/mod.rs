//! What the operator sees of a running bot: its health and its metrics.

pub mod heartbeat;
pub(super) mod metrics;
pub(super) mod monitoring;
pub(super) mod process_metrics;
