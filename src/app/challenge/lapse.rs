//! Closes challenges that nobody answered, with other data that expires.

use crate::app::{App, AppResult};
use crate::game::{ChannelId, Millis};
use crate::store::{CHALLENGE_LASTS, TOKEN_LIFE, TooOld};

/// How long an interaction is remembered, in milliseconds. Discord itself drops one after 15 minutes.
const REMEMBERED: i64 = Millis::HOUR;
/// A challenge without a message after this time will never have one; milliseconds.
const POSTED_WITHIN: i64 = 60_000;
/// How long after its creation an interaction may still be redelivered and answered; milliseconds.
const ANSWERABLE: i64 = 3_500;
/// How long challenges are remembered for the pauses between them; longer than any such pause; milliseconds.
const CHALLENGED: i64 = Millis::HOUR;

impl App {
    /// Returns the channels of the challenges that [`App::lapse_challenges`] would close.
    pub async fn lapsing_challenges(&self, now: Millis) -> AppResult<Vec<ChannelId>> {
        Ok(self.store.lapsing(Millis(now.0 - CHALLENGE_LASTS)).await?)
    }

    /// Closes challenges older than 24 h, queues the updates of their messages and deletes old tokens.
    ///
    /// `alone_since`: when this process started, if no other process runs. A challenge older than that
    /// without a message never gets one.
    pub async fn lapse_challenges(&self, now: Millis, alone_since: Option<Millis>) -> AppResult<()> {
        let before = |age: i64| Millis(now.0 - age);
        // A redelivered interaction may still post its challenge.
        let left_behind = alone_since.map_or(0, |began| began.0.min(now.0 - ANSWERABLE));
        let old = TooOld {
            challenges: before(CHALLENGE_LASTS),
            challenged: before(CHALLENGED),
            unposted: Millis(left_behind.max(now.0 - POSTED_WITHIN)),
            closed: before(Millis::DAY),
            interactions: before(REMEMBERED),
            tokens: before(TOKEN_LIFE),
            now,
        };
        self.store.tidy(&old).await?;
        Ok(self.store.drop_old_pages(now).await?)
    }
}
