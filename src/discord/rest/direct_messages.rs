//! Direct messages: opens the channel that the bot has with a user.

use reqwest::Method;
use serde_json::json;
use tokio::time::Instant;

use super::messenger::Messenger;
use super::request::{Failure, Request, snowflake};
use crate::game::{ChannelId, UserId};

impl Messenger {
    /// Returns the channel of the bot's direct messages with a user. `patient`: the request may wait.
    ///
    /// # Errors
    /// Fails if Discord opens no channel, or does not respond in time.
    pub async fn direct_messages(
        &self,
        who: UserId,
        (until, patient): (Instant, bool),
    ) -> Result<Option<ChannelId>, Failure> {
        if let Some(channel) = self.direct_channels.of(who) {
            return Ok(Some(channel));
        }
        let body = json!({ "recipient_id": who.to_string() });
        let open = Request::new(&Method::POST, "/users/@me/channels", until).body(&body);
        let opened = self.rest.send(if patient { open.patient() } else { open }).await?;
        let channel = snowflake(&opened["id"]).map(ChannelId);
        if let Some(channel) = channel {
            self.direct_channels.note(who, channel);
        }
        Ok(channel)
    }
}
