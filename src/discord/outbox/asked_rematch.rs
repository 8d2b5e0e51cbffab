//! Posts the challenge of a rematch requested on a page, as if it was requested in the channel.

use async_trait::async_trait;

use crate::app::{AppResult, MessageRef};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::game::{ChallengeId, Millis};
use crate::store::Owed;

/// The message of such a challenge.
pub struct AskedRematch;

#[async_trait]
impl Delivery for AskedRematch {
    fn kind(&self) -> &'static str {
        "asked-rematch"
    }

    /// As long as it can be accepted.
    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let challenge = ChallengeId(owed.key.subject);
        // Accepted on the opponent's page meanwhile, or withdrawn.
        let Some((view, locale)) = ctx.app.asked_on_page(challenge, ctx.clock.now()).await? else {
            return Ok(Plan::Nothing);
        };
        let words = unasked(&ctx.languages, locale.as_ref());
        Ok(Plan::Post {
            channel: owed.channel,
            reply: Box::new(boards::challenge(words, &view)),
            nonce: format!("q{challenge}"),
            then: Next::Done,
        })
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        Ok(ctx.store.challenge_posted(ChallengeId(owed.key.subject), at.message).await?)
    }
}
