//! Requests out: how a message looks in Discord's JSON, how fast requests may go, and how they can fail.

pub(super) mod connections;
pub(super) mod form_errors;
pub mod mentions;
pub(super) mod messenger;
pub(super) mod outage;
pub(super) mod pictures;
pub(super) mod rate_limit;
pub(super) mod request;
pub(super) mod transport;
pub(super) mod wire;
