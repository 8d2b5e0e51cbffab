//! The gateway's session, so that a restarted process takes it up again.

use super::sql::query;
use super::{Store, StoreError, WriteError, patiently, signed};
use crate::game::Millis;

/// The only connection's number. The bot is small enough for one.
const SHARD: i64 = 0;

/// What is kept of the gateway's session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewaySession {
    /// Its id; none if there is none to take up.
    pub session: Option<String>,
    /// The number of its last event that needs no repetition.
    pub sequence: u64,
    /// Where it is taken up.
    pub resume_url: Option<String>,
    /// When a session was last asked for.
    pub identified_at: Millis,
}

impl Default for GatewaySession {
    fn default() -> Self {
        Self { session: None, sequence: 0, resume_url: None, identified_at: Millis(0) }
    }
}

impl Store {
    /// The session that was kept; an empty one if there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn gateway_session(&self) -> Result<GatewaySession, StoreError> {
        let row = query(
            "SELECT session, sequence, resume_url, identified_at FROM gateway_sessions WHERE shard = $1",
        )
        .bind(SHARD)
        .fetch_optional(self.reader()?)
        .await?;
        let Some(row) = row else { return Ok(GatewaySession::default()) };
        Ok(GatewaySession {
            session: row.try_get("session")?,
            sequence: super::number(&row, "sequence")?,
            resume_url: row.try_get("resume_url")?,
            identified_at: Millis(row.try_get("identified_at")?),
        })
    }

    /// Keeps a session in the place of the one before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_gateway_session(&self, session: &GatewaySession) -> Result<(), WriteError> {
        patiently!(self.try_keep_gateway_session(session))
    }

    async fn try_keep_gateway_session(&self, session: &GatewaySession) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "INSERT INTO gateway_sessions (shard, session, sequence, resume_url, identified_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (shard) DO UPDATE SET session = excluded.session, sequence = excluded.sequence,
                 resume_url = excluded.resume_url, identified_at = excluded.identified_at",
        )
        .bind(SHARD)
        .bind(&session.session)
        .bind(signed(session.sequence))
        .bind(&session.resume_url)
        .bind(session.identified_at.0)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }
}
