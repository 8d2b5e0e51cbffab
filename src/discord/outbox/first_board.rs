//! The first board in a thread mentions its players for a moment, which gets them into the thread (`threads.rs`). If the process ends before that
//! is taken back, or Discord does not take it, it is taken back here.
//!
//! Where a later board has followed, what the first one said is not known any more, and the names stay below it.

use async_trait::async_trait;

use super::{Delivery, Next, Plan};
use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::features::game::boards;
use crate::discord::locale::unasked;
use crate::discord::rest::wire;
use crate::game::{GameId, Millis};
use crate::store::Owed;

/// The text of a first board that may mention whom it should not.
pub struct FirstBoardText;

#[async_trait]
impl Delivery for FirstBoardText {
    fn kind(&self) -> &'static str {
        "first-board"
    }

    /// Nobody is misled by the names.
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
