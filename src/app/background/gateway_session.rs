//! The gateway sessions of the chat side, as they are stored.

use crate::app::{App, AppResult};
use crate::game::Millis;

pub use crate::store::{GatewaySession, GatewayShard};

impl App {
    /// For how many shards sessions are stored that can be resumed, `None` if there are none; and when a shard last identified.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn kept_shards(&self) -> AppResult<(Option<u32>, Millis)> {
        Ok(self.store.kept_shards().await?)
    }

    /// The stored session of a shard; an empty one if there is none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn gateway_session(&self, shard: GatewayShard) -> AppResult<GatewaySession> {
        Ok(self.store.gateway_session(shard).await?)
    }

    /// Stores the session of a shard for the next start.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_gateway_session(&self, shard: GatewayShard, session: &GatewaySession) -> AppResult<()> {
        Ok(self.store.keep_gateway_session(shard, session).await?)
    }

    /// Deletes the sessions stored for any other number of shards.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget_other_shards(&self, total: u32) -> AppResult<()> {
        Ok(self.store.forget_other_shards(total).await?)
    }
}
