//! The gateway sessions, so that a restarted process can resume them.

use crate::db::sql::row;
use crate::{Store, StoreError, WriteError, retry_write};
use game::Millis;
use std::fmt;

/// A gateway shard: a share of the bot's servers whose events arrive over one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GatewayShard {
    /// The shard's number, from 0.
    pub number: u32,
    /// The total number of shards.
    pub total: u32,
}

impl GatewayShard {
    /// The only shard: all servers over one connection.
    pub const ONLY: Self = Self { number: 0, total: 1 };

    /// Whether this shard receives the events of a server.
    pub fn carries(self, guild: u64) -> bool {
        // Discord's rule: https://docs.discord.com/developers/events/gateway#sharding
        (guild >> 22) % u64::from(self.total) == u64::from(self.number)
    }
}

impl fmt::Display for GatewayShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.total)
    }
}

/// The stored state of a gateway session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewaySession {
    /// The session's id; `None` if there is nothing to resume.
    pub session: Option<String>,
    /// The sequence number of the last event that need not be replayed.
    pub sequence: u64,
    /// The URL for resuming.
    pub resume_url: Option<String>,
    /// When a session was last requested.
    pub identified_at: Millis,
}

impl Default for GatewaySession {
    fn default() -> Self {
        Self { session: None, sequence: 0, resume_url: None, identified_at: Millis(0) }
    }
}

impl Store {
    /// Returns the number of shards of the resumable sessions, and when a session was last requested. The
    /// number is the highest one, if it has changed, and `None` without resumable sessions.
    pub async fn kept_shards(&self) -> Result<(Option<u32>, Millis), StoreError> {
        let (shards, identified_at): (Option<i64>, _) = self
            .one(
                "SELECT max(CASE WHEN session IS NOT NULL THEN shards END) AS shards,
                 coalesce(max(identified_at), 0) AS identified_at FROM gateway_sessions",
                (),
            )
            .await?;
        Ok((shards.and_then(|shards| u32::try_from(shards).ok()), identified_at))
    }

    /// Returns the stored session of a shard, or an empty one.
    pub async fn gateway_session(&self, shard: GatewayShard) -> Result<GatewaySession, StoreError> {
        let row = self
            .first::<GatewaySession>(
                "SELECT session, sequence, resume_url, identified_at FROM gateway_sessions
             WHERE shard = $1 AND shards = $2",
                (shard.number, shard.total),
            )
            .await?;
        Ok(row.unwrap_or_default())
    }

    /// Stores a session in place of the shard's previous one.
    pub async fn keep_gateway_session(
        &self,
        shard: GatewayShard,
        session: &GatewaySession,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "INSERT INTO gateway_sessions (shard, shards, session, sequence, resume_url, identified_at)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (shards, shard) DO UPDATE SET session = excluded.session, sequence = excluded.sequence,
                     resume_url = excluded.resume_url, identified_at = excluded.identified_at",
                (
                    shard.number,
                    shard.total,
                    &session.session,
                    session.sequence,
                    &session.resume_url,
                    session.identified_at,
                ),
            )
            .await?;
        })
    }

    /// Deletes the sessions of any other number of shards.
    pub async fn forget_other_shards(&self, total: u32) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM gateway_sessions WHERE shards <> $1", total).await?;
        })
    }
}

row!(|row| GatewaySession { session, sequence, resume_url, identified_at });
