//! Whether Discord takes the bot's token. Somebody may reset it while the bot runs, and Discord shuts out an address that is refused too often.
//!
//! After a refusal for the token's sake (401) Discord is asked for the token itself, as one request alone may be refused so. While it does not
//! take it, nothing is sent that needs it but that question, once a minute. Answers to interactions do not need it.

use super::request::Failure;
use crate::timing::watch;

/// What the operator reads.
pub const TOKEN_REFUSED: &str =
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
    pub async fn doubted(&self) -> String {
        let mut doubted = self.doubted.subscribe();
        // The sender is in `self`, so the wait cannot fail.
        let request = doubted.wait_for(Option::is_some).await.ok().and_then(|request| request.clone());
        request.unwrap_or_default()
    }

    /// The request is not in doubt any more.
    pub fn settle(&self) {
        self.doubted.send_replace(None);
    }

    /// Sets whether nothing is to be sent that needs the token.
    pub fn refuse(&self, refused: bool) {
        self.refused.send_replace(refused);
    }
}

/// What a request fails with that was not sent for want of a token. It has not happened, and may succeed later.
pub fn without_token() -> Failure {
    Failure::Blocked { status: 401, code: None, message: TOKEN_REFUSED.to_owned(), alone: false }
}
