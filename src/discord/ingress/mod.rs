//! Input from Discord, through its gateway or by HTTP to an endpoint of ours.

pub(super) mod application;
pub(super) mod endpoint_probe;
pub(super) mod gateway;
pub(super) mod http_endpoint;
pub(super) mod way_in;
pub(super) mod way_in_watch;
