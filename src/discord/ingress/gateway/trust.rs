//! Whether a shard is still this process's.

use tokio::time::Instant;

/// How long a shard is known to be this process's.
#[derive(Clone, Copy, Debug)]
pub enum ShardTrust {
    /// There are no other processes.
    Always,
    /// Until then, by the last renewal of its lease.
    Until(Instant),
}

impl ShardTrust {
    /// Whether the shard is known to be this process's now.
    pub fn holds(self) -> bool {
        match self {
            Self::Always => true,
            Self::Until(end) => Instant::now() < end,
        }
    }
}
