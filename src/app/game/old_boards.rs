//! Boards that are no longer the newest of their game, until their buttons are removed.

use crate::app::view::{MessageRef, OldBoard};
use crate::app::{App, AppResult};
use crate::game::{MessageId, Millis};
use crate::store::UnnotedAnswer;

/// A board that became old more recently than this is being handled by the task that replaced it; older ones were left behind.
const IN_HAND: i64 = 15_000;
/// How long after a channel was found closed an old board there is tried again.
const CLOSED_PAUSE: i64 = Millis::HOUR;

impl App {
    /// At most `most` old boards that still have buttons, and that no task is handling. Then call [`App::boards_retired`], or
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

    /// Notes that these messages have no buttons any more, or cannot lose them.
    ///
    /// # Errors
    /// Only faults.
    pub async fn boards_retired(&self, messages: &[MessageId]) -> AppResult<()> {
        Ok(self.store.boards_retired(messages).await?)
    }

    /// Notes that an old board is in a channel that is closed now.
    ///
    /// # Errors
    /// Only faults.
    pub async fn board_waits(&self, message: MessageId, now: Millis) -> AppResult<()> {
        Ok(self.store.put_off_board(message, Millis(now.0 + CLOSED_PAUSE)).await?)
    }

    /// At most `most` interactions whose responses were to be boards that were never recorded and are old by now: the process ended
    /// between the two. Then call [`App::answer_retired`].
    ///
    /// # Errors
    /// Only faults.
    pub async fn unnoted_answers(&self, now: Millis, most: u32) -> AppResult<Vec<UnnotedAnswer>> {
        Ok(self.store.unnoted_answers((now, Millis(now.0 - IN_HAND)), most).await?)
    }

    /// Notes that the response has no buttons any more, or that there is none.
    ///
    /// # Errors
    /// Only faults.
    pub async fn answer_retired(&self, answer: &UnnotedAnswer) -> AppResult<()> {
        Ok(self.store.wipe_token(answer.interaction).await?)
    }
}
