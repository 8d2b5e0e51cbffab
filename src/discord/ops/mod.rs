//! What the operator sees of a running bot: whether it is well, and its metrics.

pub mod heartbeat;
pub(super) mod metrics;
pub(super) mod monitoring;
pub(super) mod process_metrics;
