//! Boards that are no longer the newest of their game lose their buttons: at once, or by the sweep if the process ended before.
//!
//! That it is done is noted some seconds later with others, as doing it twice changes nothing. The sweep also finds an answer that was
//! never noted and is out of date, as its token is still there.

use std::time::{Duration, Instant};

use crate::app::{AppError, OldBoard};
use crate::discord::context::{Context, message_at};
use crate::discord::rest::messenger::Original;
use crate::discord::rest::wire;
use crate::game::MessageId;
use crate::store::UnnotedAnswer;

/// The most boards looked for in one sweep.
const PAGE: u32 = 500;
/// Time for taking the buttons off an old board at once.
const RETIRING: Duration = Duration::from_secs(3);

/// Takes the buttons off an old board: by the token that made it, which does not count against the bot's rate limits; otherwise
/// through the queue of message edits.
pub async fn retire(ctx: &Context, old: OldBoard) {
    if let (Some(token), Ok(_room)) = (&old.token, ctx.retiring.try_acquire()) {
        let deadline = Instant::now() + RETIRING;
        let board = (&*token.0, old.message.message.0);
        let edited = ctx.messenger.edit_by_token(board, &wire::without_buttons(), deadline).await;
        if edited.is_ok() {
            return ctx.message_edits.retired(old.message.message);
        }
    }
    ctx.message_edits.retire(message_at(old.message));
}

/// Takes the buttons off all old boards that were left behind.
pub async fn sweep(ctx: &Context) {
    match ctx.app.old_boards(ctx.clock.now(), PAGE).await {
        Ok(old) => {
            for board in old {
                retire(ctx, board).await;
            }
        }
        Err(error) => tracing::error!(%error, "old boards were not looked for"),
    }
    let answers = match ctx.store.unnoted_answers(ctx.clock.now(), PAGE).await {
        Ok(answers) => answers,
        Err(error) => return tracing::error!(%error, "answers that were never noted were not looked for"),
    };
    for answer in answers {
        match retire_answer(ctx, &answer).await {
            Ok(true) => {}
            // Discord is out of reach, and each try takes its time.
            Ok(false) => return,
            Err(error) => tracing::error!(%error, game = %answer.game, "an old board was not noted"),
        }
    }
}

/// Takes the buttons off an answer that was never noted, if it arrived, or leaves it for later. `false` if Discord is out of reach.
async fn retire_answer(ctx: &Context, answer: &UnnotedAnswer) -> Result<bool, AppError> {
    match ctx.messenger.original(&answer.token.0).await {
        Ok(Original::Message { id, private: false }) if MessageId(id) != answer.newest => {
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
