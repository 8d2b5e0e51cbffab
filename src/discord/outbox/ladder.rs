//! The message of a ladder: one in its channel, edited on every change.

use async_trait::async_trait;

use crate::app::{AppResult, MessageRef};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::messages::ladder::message;
use crate::discord::outbox::pairing::ANOTHER;
use crate::discord::outbox::{Delivery, Next, Plan, next_or_again};
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use crate::game::{LadderId, Millis};
use crate::store::Owed;

/// The message with a ladder's current state.
pub struct LadderMessage;

fn id(owed: &Owed) -> LadderId {
    LadderId(owed.key.subject)
}

#[async_trait]
impl Delivery for LadderMessage {
    fn kind(&self) -> &'static str {
        "ladder"
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let Some(view) = ctx.app.ladder_view(id(owed)).await? else { return Ok(Plan::Nothing) };
        let Some(channel) = view.channel else { return Ok(Plan::Nothing) };
        let reply = Box::new(message(unasked(&ctx.languages, view.locale.as_ref()), &view));
        let then = Next::Done;
        let Some(message) = view.message else {
            let nonce = format!("l{:x}c{}", view.id.0, channel.0 % 1_000_000_000);
            return Ok(Plan::Post { channel, reply, nonce, then: next_or_again(owed, then) });
        };
        Ok(Plan::Replace { at: MessageRef { channel, message }, reply, then })
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        Ok(ctx.store.ladder_shown(id(owed), at.channel, Some(at.message)).await?)
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        // The message was deleted, so another is posted.
        if failure.code() == Some(UNKNOWN_MESSAGE) {
            ctx.store.ladder_shown(id(owed), owed.channel, None).await?;
            return Ok(Some(Next::Step(owed.step.clone(), Millis(ctx.clock.now().0 + ANOTHER))));
        }
        if failure.code() == Some(UNKNOWN_CHANNEL) {
            ctx.store.ladder_without_channel(id(owed), owed.channel).await?;
            return Ok(Some(Next::Done));
        }
        Ok(None)
    }
}
