//! Tracks whether this process still holds a shard.

use tokio::time::Instant;

/// How long this process is known to hold a shard.
#[derive(Clone, Copy, Debug)]
pub enum ShardTrust {
    /// There are no other processes.
    Always,
    /// Until this time, by the last renewal of its lease.
    Until(Instant),
}

impl ShardTrust {
    /// Whether this process is known to hold the shard now.
    pub fn holds(self) -> bool {
        match self {
            Self::Always => true,
            Self::Until(end) => Instant::now() < end,
        }
    }
}
