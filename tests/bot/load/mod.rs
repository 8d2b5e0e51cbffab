//! Many people at once, and slow or silent connections.

pub(super) mod crowd;
pub(super) mod queues;
pub(super) mod quotas;
pub(super) mod slow_heads;
pub(super) mod swallowed;
