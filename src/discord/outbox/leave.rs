//! Leaves a server at the operator's command.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use tokio::time::Instant;

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::outbox::{Delivery, Plan};
use crate::discord::rest::request::{Failure, NOT_THERE, Request};
use crate::game::GuildId;
use crate::store::{LEAVING, Owed};

/// Time limit for leaving.
const LEAVES_WITHIN: Duration = Duration::from_secs(10);

/// The bot's departure from a server.
pub struct Leaving;

#[async_trait]
impl Delivery for Leaving {
    fn kind(&self) -> &'static str {
        LEAVING
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let guild = GuildId(owed.key.subject as u64);
        let route = format!("/users/@me/guilds/{guild}");
        let request = Request::new(&Method::DELETE, &route, Instant::now() + LEAVES_WITHIN).patient();
        match ctx.messenger.rest.send(request.expecting(&NOT_THERE)).await {
            Ok(_) => tracing::info!(%guild, "left a server, as the operator ordered"),
            Err(Failure::Refused { code, .. }) if NOT_THERE.contains(&code) => {}
            Err(failure) => return Ok(Plan::Failed(Some(failure))),
        }
        // Over HTTP no event reports the departure.
        ctx.guild_gone(guild).await;
        Ok(Plan::Nothing)
    }
}
