//! Closed offers: their message says what became of them and loses its buttons, however they were closed. What could not be done at
//! once is done by the sweep, even after a restart.
//!
//! The log tells what became of an offer (`game::offer_outcome`). Its message is tried some times over a day, as a place that is closed now
//! may open. An offer that cannot be looked at holds up no other.

use std::time::{Duration, Instant};

use crate::app::{AppError, ClosedOffer};
use crate::discord::context::{Context, message_at};
use crate::discord::locale::unasked;
use crate::discord::rest::mentions::written;
use crate::discord::rest::wire;
use crate::game::GameId;

/// The most offers looked at in one sweep.
const PAGE: u32 = 500;
/// Time for an edit by the token of an interaction.
const EDIT: Duration = Duration::from_secs(3);

/// Edits all messages of closed offers that do not say yet what became of them.
pub async fn sweep(ctx: &Context) {
    match ctx.app.closed_offers(ctx.clock.now(), PAGE).await {
        Ok(offers) => {
            for closed in offers {
                told(ctx, &closed).await;
            }
        }
        Err(error) => tracing::error!(%error, "settled offers were not looked for"),
    }
}

/// The same for a game in which something has just happened.
pub async fn settle(ctx: &Context, game: GameId) -> Result<(), AppError> {
    for closed in ctx.app.closed_offers_of(game, ctx.clock.now()).await? {
        told(ctx, &closed).await;
    }
    Ok(())
}

/// Makes the message of an offer say what became of it: by the token of the interaction that made it, which does not count against
/// the bot's rate limits; otherwise through the queue of message edits.
async fn told(ctx: &Context, closed: &ClosedOffer) {
    let text = unasked(&ctx.languages, closed.locale.as_ref()).closed_offer(closed, &written);
    let body = wire::only_text(&ctx.messenger.mentions.in_text(&text));
    if let (Some(token), Ok(_room)) = (&closed.token, ctx.retiring.try_acquire()) {
        let deadline = Instant::now() + EDIT;
        // It need not be the original answer: that may have said that it takes longer.
        let edited = match closed.message {
            Some(at) => {
                ctx.messenger.edit_by_token((&token.0, message_at(at).message), &body, deadline).await
            }
            None => ctx.messenger.edit_answer(&token.0, &body, deadline).await,
        };
        match edited {
            Ok(()) => {
                if let Err(error) = ctx.store.offer_told(closed.game, closed.rev).await {
                    tracing::error!(%error, game = %closed.game, "a settled offer was not forgotten");
                }
                return;
            }
            Err(failure) => {
                tracing::debug!(game = %closed.game, %failure, "an offer is told of in another way");
            }
        }
    }
    // While the message is not known, the answer may still be on its way.
    if let Some(at) = closed.message {
        ctx.message_edits.settle_offer(message_at(at), body, (closed.game, closed.rev));
    }
}
