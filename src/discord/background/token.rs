//! Monitors the bot's token: queries Discord after a refusal, and reports whether it is accepted.
//!
//! See [`token_watch`](crate::discord::rest::token_watch).

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;

use crate::discord::bot_state::{BotState, Obstacle};
use crate::discord::context::Context;
use crate::discord::rest::request::{Failure, Request};
use crate::discord::rest::token_watch::TOKEN_REFUSED;

/// Interval between checks of a refused token.
const EVERY: Duration = Duration::from_mins(1);
/// Time limit of a check.
const ASK: Duration = Duration::from_secs(10);

/// Monitors the token forever.
pub async fn look_after(ctx: Arc<Context>, state: BotState) {
    let token = &ctx.messenger.rest.token;
    loop {
        let request = token.doubted().await;
        if is_taken(&ctx).await == Some(false) {
            token.refuse(true);
            tracing::error!("{TOKEN_REFUSED}");
            state.set_obstacle(Obstacle::Token, Some(TOKEN_REFUSED.to_owned()));
            loop {
                ctx.clock.sleep(EVERY).await;
                if is_taken(&ctx).await == Some(true) {
                    break;
                }
            }
            token.refuse(false);
            tracing::info!("Discord takes the bot's token again");
            state.set_obstacle(Obstacle::Token, None);
        } else {
            tracing::warn!(request, "a request was refused as if the token were wrong");
            ctx.clock.sleep(EVERY).await;
        }
        token.settle();
    }
}

/// True if Discord accepts the token; `None` if the response is inconclusive.
async fn is_taken(ctx: &Context) -> Option<bool> {
    let request = Request::new(&Method::GET, "/applications/@me", Instant::now() + ASK).single();
    match ctx.messenger.rest.send_all_the_same(request).await {
        Ok(_) => Some(true),
        Err(Failure::Refused { status: 401, .. }) => Some(false),
        Err(_) => None,
    }
}
