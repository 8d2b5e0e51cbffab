//! Closed offers: their message is edited to show the outcome without buttons, however they were closed.
//!
//! The outcome is derived from the game's log (`game::offer_outcome`). Until the offer is closed, nothing is
//! due.

use async_trait::async_trait;

use super::{Delivery, Next, Plan};
use crate::app::{AppResult, MessageRef};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::rest::mentions::written;
use crate::discord::rest::wire;
use crate::game::{GameId, Millis, Rev};
use crate::store::Owed;

/// A message still unknown this long after the last event of its game stays unknown: answering an offer
/// reveals it.
const POSTED_WITHIN: i64 = Millis::HOUR / 4;

/// The message of a closed offer.
pub struct ClosedOffer;

impl ClosedOffer {
    const KIND: &'static str = "offer";
}

#[async_trait]
impl Delivery for ClosedOffer {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn lasts_ms(&self) -> Option<i64> {
        Some(2 * Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let now = ctx.clock.now();
        let (game, rev) = (GameId(owed.key.subject), Rev(owed.key.part));
        let Some(closed) = ctx.app.closed_offer(game, rev, now).await? else { return Ok(Plan::NotYet) };
        let text = unasked(&ctx.languages, closed.locale.as_ref()).closed_offer(&closed, &written);
        let body = wire::only_text(&ctx.messenger.mentions.in_text(&text));
        let then = Next::Done;
        let since = owed.since.unwrap_or(now);
        Ok(match (owed.message, closed.token) {
            (Some(message), token) => {
                Plan::Edit { at: MessageRef { channel: owed.channel, message }, body, token, then }
            }
            (None, Some(token)) => Plan::EditAnswer { token, body, then },
            // Its message may be in flight.
            (None, None) if now.since(since) < POSTED_WITHIN => Plan::Wait(Millis(since.0 + POSTED_WITHIN)),
            (None, None) => Plan::Nothing,
        })
    }
}

/// Checks the messages of a game's offers now, because something has happened in the game.
pub async fn look(ctx: &Context, game: GameId) -> AppResult<()> {
    for owed in ctx.store.owed_about(ClosedOffer::KIND, game.0).await? {
        if owed.due.is_some() {
            ctx.outbox.tell(owed.key);
        }
    }
    Ok(())
}
