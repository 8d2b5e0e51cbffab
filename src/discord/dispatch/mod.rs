//! The path of an interaction: in order, once only, within the limits, and answered in time.

pub(super) mod deferred;
pub(super) mod engine_shown;
pub(super) mod exclusive_jobs;
pub(super) mod follow_up;
pub(super) mod handle;
pub(super) mod press;
pub(super) mod redelivered;
pub(super) mod route;
pub(super) mod seen_in;
pub(super) mod worker;
