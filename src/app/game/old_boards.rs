//! Boards that are no longer the newest of their game, until their buttons are removed.

use crate::app::view::{MessageRef, OldBoard};
use crate::app::{App, AppResult};
use crate::game::Millis;

impl App {
    /// At most `most` old boards that still have buttons, and that no task is handling.
    pub async fn old_boards(&self, now: Millis, most: u32) -> AppResult<Vec<OldBoard>> {
        let old = self.store.old_boards(now, most).await?;
        let read = old.into_iter().map(|old| OldBoard {
            message: MessageRef { channel: old.channel, message: old.message },
            token: old.token,
        });
        Ok(read.collect())
    }
}
