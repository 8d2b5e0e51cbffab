//! The channels of the bot's direct messages with people. Such a channel stays the same, and Discord may stop a bot that opens many, so each is
//! asked for once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use reqwest::Method;
use serde_json::json;
use tokio::time::Instant;

use super::messenger::Messenger;
use super::request::{Failure, Request, snowflake};
use crate::game::{ChannelId, UserId};

/// At most so many are remembered.
const MOST: usize = 10_000;

/// The channels that are known.
#[derive(Debug, Default)]
pub struct DirectChannels(Mutex<HashMap<UserId, ChannelId>>);

impl DirectChannels {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<UserId, ChannelId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Forgets where somebody gets direct messages, as that is no channel any more.
    pub fn forget(&self, who: UserId) {
        self.with(|known| known.remove(&who));
    }
}

impl Messenger {
    /// The channel of the bot's direct messages with somebody.
    ///
    /// # Errors
    /// Discord's refusal, that it could not be reached in time, or that its limits left no time.
    pub async fn direct_channel(&self, who: UserId, deadline: Instant) -> Result<Option<ChannelId>, Failure> {
        if let Some(known) = self.direct_channels.with(|known| known.get(&who).copied()) {
            return Ok(Some(known));
        }
        let body = json!({ "recipient_id": who.to_string() });
        let open = Request::new(&Method::POST, "/users/@me/channels", deadline).body(&body).patient();
        let opened = self.rest.send(open).await?;
        let Some(channel) = snowflake(&opened["id"]).map(ChannelId) else { return Ok(None) };
        self.direct_channels.with(|known| {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(who, channel);
        });
        Ok(Some(channel))
    }
}
