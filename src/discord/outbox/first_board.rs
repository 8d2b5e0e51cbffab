//! Removes the mentions from the first board in a thread.
//!
//! The first board mentions its players for a moment, which adds them to the thread (`threads.rs`). If the
//! process ends before the mentions are removed, or Discord rejects that edit, they are removed here. If a
//! later board has followed, the text of the first one is no longer known, and the mentions stay.

use async_trait::async_trait;

use super::{Delivery, Next, Plan};
use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::rest::wire;
use crate::game::{GameId, Millis};
use crate::store::Owed;

/// The text of a first board that may contain stray mentions.
pub struct FirstBoardText;

#[async_trait]
impl Delivery for FirstBoardText {
    fn kind(&self) -> &'static str {
        "first-board"
    }

    /// Left-over mentions mislead no one.
    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let newest = ctx.app.newest_board(GameId(owed.key.subject), ctx.clock.now()).await?;
        let Some((board, Some(view))) =
            newest.filter(|(board, _)| Some(board.message.message) == owed.message)
        else {
            return Ok(Plan::Nothing);
        };
        let ping = view.to_move_pinged;
        let shown = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view).ping(ping);
        Ok(Plan::Edit {
            at: board.message,
            body: wire::mentioning(&ctx.messenger.ready(shown), &[]),
            token: None,
            then: Next::Done,
        })
    }
}
