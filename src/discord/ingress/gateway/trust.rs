//! Whether a shard still is this process's.

use std::time::Instant;

/// For how long a shard is known to be this process's.
#[derive(Clone, Copy, Debug)]
pub enum ShardTrust {
    /// There are no others.
    Always,
    /// As it was found last.
    Until(Instant),
}

impl ShardTrust {
    /// Whether it is now.
    pub fn holds(self) -> bool {
        match self {
            Self::Always => true,
            Self::Until(end) => Instant::now() < end,
        }
    }
}
