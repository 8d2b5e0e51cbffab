//! Tracks whether Discord accepts the bot's token. It may be reset while the bot runs, and Discord blocks an
//! address that is refused too often.
//!
//! After a refusal because of the token (401) Discord is asked about the token itself, because a single
//! request may be refused like this. While it is not accepted, nothing that needs it is sent except that
//! question, once a minute. Answers to interactions do not need it.

use super::request::Failure;
use crate::timing::watch;

/// The message for the operator.
pub const TOKEN_REFUSED: &str =
    "Discord does not take the bot's token any more; check DISCORD_TOKEN or discord.token and start again";

/// Whether Discord accepts the token, as far as is known.
#[derive(Debug)]
pub struct TokenWatch {
    /// The request that was refused because of the token.
    doubted: watch::Sender<Option<String>>,
    refused: watch::Sender<bool>,
}

impl Default for TokenWatch {
    fn default() -> Self {
        Self { doubted: watch::Sender::new(None), refused: watch::Sender::new(false) }
    }
}

impl TokenWatch {
    /// Whether nothing that needs the token may be sent.
    pub fn is_refused(&self) -> bool {
        *self.refused.borrow()
    }

    /// Records that this request was refused because of the token.
    pub fn doubt(&self, request: String) {
        self.doubted.send_if_modified(|doubted| doubted.is_none() && doubted.replace(request).is_none());
    }

    /// Waits for a request that was refused because of the token.
    pub async fn doubted(&self) -> String {
        let mut doubted = self.doubted.subscribe();
        // The sender is in `self`, so the wait cannot fail.
        let request = doubted.wait_for(Option::is_some).await.ok().and_then(|request| request.clone());
        request.unwrap_or_default()
    }

    /// Records that the refused request is no longer in doubt.
    pub fn settle(&self) {
        self.doubted.send_replace(None);
    }

    /// Sets whether nothing that needs the token may be sent.
    pub fn refuse(&self, refused: bool) {
        self.refused.send_replace(refused);
    }
}

/// Returns the failure of a request that was not sent for lack of a token. It has not happened,
/// and may succeed later.
pub fn without_token() -> Failure {
    Failure::Blocked { status: 401, code: None, message: TOKEN_REFUSED.to_owned(), alone: false }
}
