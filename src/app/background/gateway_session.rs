//! What the chat side keeps of its own lines to the chat.

use crate::app::{App, AppResult};
use crate::game::Millis;

pub use crate::store::{GatewaySession, GatewayShard};

impl App {
    /// For how many shards sessions of the gateway were kept that can be taken up, none if for none; and when any was last asked for.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn kept_shards(&self) -> AppResult<(Option<u32>, Millis)> {
        Ok(self.store.kept_shards().await?)
    }

    /// The session of a shard as it was kept last; an empty one if there is none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn gateway_session(&self, shard: GatewayShard) -> AppResult<GatewaySession> {
        Ok(self.store.gateway_session(shard).await?)
    }

    /// Keeps the session of a shard for the next start.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_gateway_session(&self, shard: GatewayShard, session: &GatewaySession) -> AppResult<()> {
        Ok(self.store.keep_gateway_session(shard, session).await?)
    }

    /// Forgets the sessions for any other number of shards.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget_other_shards(&self, total: u32) -> AppResult<()> {
        Ok(self.store.forget_other_shards(total).await?)
    }
}
