//! What the chat side keeps of its own line to the chat.

use super::{App, AppResult};

pub use crate::store::GatewaySession;

impl App {
    /// The gateway's session as it was kept last; an empty one if there is none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn gateway_session(&self) -> AppResult<GatewaySession> {
        Ok(self.store.gateway_session().await?)
    }

    /// Keeps the gateway's session for the next start.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_gateway_session(&self, session: &GatewaySession) -> AppResult<()> {
        Ok(self.store.keep_gateway_session(session).await?)
    }
}
