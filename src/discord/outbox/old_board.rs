//! Removes the buttons of boards that are no longer the newest of their game.
//!
//! That happens at once, or later if it fails or the process ends first. Completion is stored some seconds
//! later in a batch, because the edit is idempotent. An outdated answer that was never noted is found by a
//! sweep, because its token is still stored.

use async_trait::async_trait;
use std::time::Duration;
use tokio::time::Instant;

use super::{Delivery, Next, Plan};
use crate::app::{AppError, AppResult, MessageRef, OldBoard, TOKEN_LIFE};
use crate::discord::context::{Context, stored_at};
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::Original;
use crate::discord::rest::wire;
use crate::game::{MessageId, Millis, Venue};
use crate::store::{Owed, OwedKey, UnnotedAnswer};

/// Maximum number of answers per sweep.
const PAGE: u32 = 500;
/// Time limit for removing the buttons of an old board at once.
const RETIRING: Duration = Duration::from_secs(3);

/// A board that must lose its buttons.
pub struct BoardRetirement;

impl BoardRetirement {
    const KIND: &'static str = "old-board";
}

#[async_trait]
impl Delivery for BoardRetirement {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    /// Clicking its buttons reports that it is old.
    fn lasts_ms(&self) -> Option<i64> {
        Some(7 * Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let Some(message) = owed.message else { return Ok(Plan::Nothing) };
        let is_good = owed.since.is_some_and(|since| ctx.clock.now().since(since) < TOKEN_LIFE);
        let token = owed.token.clone().filter(|_| is_good);
        // Where the bot is not a member, only the token reaches the message.
        if owed.channel.venue() == Venue::UserInstall && token.is_none() {
            return Ok(Plan::Nothing);
        }
        Ok(Plan::Edit {
            at: MessageRef { channel: owed.channel, message },
            body: wire::without_buttons(),
            token,
            then: Next::Done,
        })
    }
}

/// Removes the buttons of an outdated message soon.
pub async fn retire_soon(ctx: &Context, at: MessageRef) {
    match ctx.store.owe_old_board(stored_at(at), ctx.clock.now()).await {
        Ok(()) => ctx.outbox.tell(key(at.message)),
        Err(error) => tracing::error!(%error, "a message keeps buttons that are out of date"),
    }
}

fn key(message: MessageId) -> OwedKey {
    OwedKey::new(BoardRetirement::KIND, message.0 as i64)
}

/// Removes the buttons of an old board, and gives it this text if it says what no longer holds.
///
/// Uses the token that created it, which does not count against the bot's rate limits; otherwise waits until
/// the limits leave room, unless the text changes too: of that the outbox knows nothing.
pub async fn retire(ctx: &Context, old: OldBoard, text: Option<Reply>) {
    let says_more = text.is_some();
    let body = text.map_or_else(wire::without_buttons, |text| wire::relabelled(&ctx.messenger.ready(text)));
    let deadline = Instant::now() + RETIRING;
    let edited = match (&old.token, ctx.retiring.try_acquire()) {
        (Some(token), Ok(_room)) => {
            let board = (&*token.0, old.message.message);
            ctx.messenger.edit_by_token(board, &body, deadline).await.is_ok()
        }
        (None, Ok(_room)) if says_more => ctx.messenger.edit(old.message, &body, deadline).await.is_ok(),
        _ => false,
    };
    if edited {
        return ctx.outbox.retired(old.message.message);
    }
    ctx.outbox.tell(key(old.message.message));
}

/// Removes the buttons of outdated answers that were never noted.
pub async fn sweep(ctx: &Context) {
    let answers = match ctx.store.unnoted_answers(ctx.clock.now(), PAGE).await {
        Ok(answers) => answers,
        Err(error) => return tracing::error!(%error, "answers that were never noted were not looked for"),
    };
    for answer in answers {
        match retire_answer(ctx, &answer).await {
            Ok(true) => {}
            // Discord is unreachable, and each attempt takes time.
            Ok(false) => return,
            Err(error) => tracing::error!(%error, game = %answer.game, "an old board was not noted"),
        }
    }
}

/// Removes the buttons of an answer that was never noted, if it arrived, or leaves it for later.
///
/// Returns `false` if Discord is unreachable.
async fn retire_answer(ctx: &Context, answer: &UnnotedAnswer) -> Result<bool, AppError> {
    match ctx.messenger.original(&answer.token.0).await {
        Ok(Original::Message { id, private: false }) if id != answer.newest => {
            let deadline = Instant::now() + RETIRING;
            let board = (&*answer.token.0, id);
            let edited = ctx.messenger.edit_by_token(board, &wire::without_buttons(), deadline).await;
            if let Err(failure) = edited
                && failure.may_pass()
            {
                return Ok(!failure.is_outage());
            }
            tracing::debug!(game = %answer.game, "a board that was never noted has lost its buttons");
        }
        // A private answer is no board.
        Ok(Original::Message { .. } | Original::None | Original::Unknown) => {}
        Err(failure) => return Ok(!failure.is_outage()),
    }
    ctx.store.wipe_token(answer.interaction).await?;
    Ok(true)
}
