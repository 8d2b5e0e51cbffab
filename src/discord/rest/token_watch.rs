//! Whether Discord takes the bot's token. Somebody may reset it while the bot runs, and Discord shuts out an address that is refused too often.
//!
//! After a refusal for the token's sake (401) Discord is asked for the token itself, as one request alone may be refused so. While it does not
//! take it, nothing is sent that needs it but that question, once a minute. Answers to interactions do not need it.

use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;

use super::request::{Failure, Request};
use super::transport::Transport;
use crate::discord::background::clock::BotClock;
use crate::timing::watch;

/// How often Discord is asked whether it takes the token.
const EVERY: Duration = Duration::from_mins(1);
/// How long that may take.
const ASK: Duration = Duration::from_secs(10);
/// What the operator reads.
const WHY: &str =
    "Discord does not take the bot's token any more; check DISCORD_TOKEN or discord.token and start again";

/// Whether Discord takes the token, as far as is known.
#[derive(Debug)]
pub struct TokenWatch {
    /// The request that was refused for its sake.
    doubted: watch::Sender<Option<String>>,
    refused: watch::Sender<bool>,
}

impl Default for TokenWatch {
    fn default() -> Self {
        Self { doubted: watch::Sender::new(None), refused: watch::Sender::new(false) }
    }
}

impl TokenWatch {
    /// Whether nothing is to be sent that needs the token.
    pub fn is_refused(&self) -> bool {
        *self.refused.borrow()
    }

    /// Notes that this request was refused for the token's sake.
    pub fn doubt(&self, request: String) {
        self.doubted.send_if_modified(|doubted| doubted.is_none() && doubted.replace(request).is_none());
    }

    /// Waits for such a request.
    async fn doubted(&self) -> String {
        let mut doubted = self.doubted.subscribe();
        // The sender is in `self`, so the wait cannot fail.
        let request = doubted.wait_for(Option::is_some).await.ok().and_then(|request| request.clone());
        request.unwrap_or_default()
    }
}

/// What a request fails with that was not sent for want of a token. It has not happened, and may succeed later.
pub fn without_token() -> Failure {
    Failure::Blocked { status: 401, code: None, message: WHY.to_owned(), alone: false }
}

/// Watches the token, for ever. `tell` is told why the bot cannot do its work, and when that is over.
pub async fn look_after(rest: &Transport, clock: &BotClock, tell: impl Fn(Option<String>)) {
    loop {
        let request = rest.token.doubted().await;
        if is_taken(rest).await == Some(false) {
            rest.token.refused.send_replace(true);
            tracing::error!("{WHY}");
            tell(Some(WHY.to_owned()));
            loop {
                clock.sleep(EVERY).await;
                if is_taken(rest).await == Some(true) {
                    break;
                }
            }
            rest.token.refused.send_replace(false);
            tracing::info!("Discord takes the bot's token again");
            tell(None);
        } else {
            tracing::warn!(request, "a request was refused as if the token were wrong");
            clock.sleep(EVERY).await;
        }
        rest.token.doubted.send_replace(None);
    }
}

/// Whether Discord takes the token; none if it does not say.
async fn is_taken(rest: &Transport) -> Option<bool> {
    let request = Request::new(&Method::GET, "/applications/@me", Instant::now() + ASK).single();
    match rest.send_all_the_same(request).await {
        Ok(_) => Some(true),
        Err(Failure::Refused { status: 401, .. }) => Some(false),
        Err(_) => None,
    }
}
