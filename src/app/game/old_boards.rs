//! Boards that are no longer the newest of their game, until their buttons are taken off.

use crate::app::view::{MessageRef, OldBoard};
use crate::app::{App, AppResult};
use crate::game::{MessageId, Millis};
use crate::store::UnnotedAnswer;

/// A board that has just grown old loses its buttons in hand; older ones were left behind.
const IN_HAND: i64 = 15_000;
/// So long after a place was found closed an old board there is tried again.
const CLOSED_PAUSE: i64 = Millis::HOUR;

impl App {
    /// At most `most` old boards that still have buttons, and that nobody has in hand. Then tell [`App::boards_retired`], or
    /// [`App::board_waits`].
    ///
    /// # Errors
    /// Only faults.
    pub async fn old_boards(&self, now: Millis, most: u32) -> AppResult<Vec<OldBoard>> {
        let old = self.store.old_boards((now, Millis(now.0 - IN_HAND)), most).await?;
        let read = old.into_iter().map(|old| OldBoard {
            message: MessageRef { channel: old.channel, message: old.message },
            token: old.token,
        });
        Ok(read.collect())
    }

    /// These messages have no buttons any more, or cannot lose them.
    ///
    /// # Errors
    /// Only faults.
    pub async fn boards_retired(&self, messages: &[MessageId]) -> AppResult<()> {
        Ok(self.store.boards_retired(messages).await?)
    }

    /// An old board is in a place that is closed just now.
    ///
    /// # Errors
    /// Only faults.
    pub async fn board_waits(&self, message: MessageId, now: Millis) -> AppResult<()> {
        Ok(self.store.put_off_board(message, Millis(now.0 + CLOSED_PAUSE)).await?)
    }

    /// At most `most` interactions whose answers were to be boards, which were never noted and are old by now: the process ended between
    /// the two. Then tell [`App::answer_retired`].
    ///
    /// # Errors
    /// Only faults.
    pub async fn unnoted_answers(&self, now: Millis, most: u32) -> AppResult<Vec<UnnotedAnswer>> {
        Ok(self.store.unnoted_answers((now, Millis(now.0 - IN_HAND)), most).await?)
    }

    /// The answer has no buttons any more, or there is none.
    ///
    /// # Errors
    /// Only faults.
    pub async fn answer_retired(&self, answer: &UnnotedAnswer) -> AppResult<()> {
        Ok(self.store.wipe_token(answer.interaction).await?)
    }
}
