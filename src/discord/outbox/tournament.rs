//! The message of a tournament: one in its channel, replaced on every change, and a separate one at its end.

use async_trait::async_trait;

use crate::app::{AppResult, MessageRef};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::messages::tournament::message;
use crate::discord::outbox::pairing::ANOTHER;
use crate::discord::outbox::{Delivery, Next, Plan, next_or_again};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use crate::game::{Millis, TournamentId, TournamentState};
use crate::store::{Owed, TOURNAMENT_AGAIN};

/// The step in which the message exists and the end is to be announced.
const END: &str = "end";

/// The message with a tournament's current state.
pub struct TournamentMessage;

fn id(owed: &Owed) -> TournamentId {
    TournamentId(owed.key.subject)
}

#[async_trait]
impl Delivery for TournamentMessage {
    fn kind(&self) -> &'static str {
        "tournament"
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let Some(view) = ctx.app.tournament_view(id(owed)).await? else { return Ok(Plan::Nothing) };
        let words = unasked(&ctx.languages, view.locale.as_ref());
        let over = view.state == TournamentState::Over;
        if owed.step == END {
            return Ok(Plan::Post {
                channel: view.place.channel,
                reply: Box::new(Reply::public(words.tournament_won(&view, &written))),
                // After a failover another round may have decided it.
                nonce: format!("e{:x}t{:x}", view.id.0, view.ended_at.map_or(0, |at| at.0 & 0xFFFF_FFFF)),
                then: Next::Done,
            });
        }
        let untold = over && owed.step != TOURNAMENT_AGAIN;
        let then = if untold { Next::Step(END.to_owned(), Millis(0)) } else { Next::Done };
        let reply = Box::new(message(words, &view));
        let channel = view.place.channel;
        let Some(message) = view.message else {
            let nonce = format!("t{}", view.id.0);
            return Ok(Plan::Post { channel, reply, nonce, then: next_or_again(owed, then) });
        };
        Ok(Plan::Replace { at: MessageRef { channel, message }, reply, then })
    }

    async fn done(&self, ctx: &Context, owed: &Owed, at: MessageRef) -> AppResult<()> {
        if owed.step != END {
            ctx.store.tournament_shown(id(owed), Some(at.message)).await?;
        }
        Ok(())
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        if owed.step == TOURNAMENT_AGAIN && failure.is_gone() {
            return Ok(Some(Next::Done));
        }
        // The message was deleted, so another is posted.
        if owed.step != END && failure.code() == Some(UNKNOWN_MESSAGE) {
            ctx.store.tournament_shown(id(owed), None).await?;
            return Ok(Some(Next::Step(owed.step.clone(), Millis(ctx.clock.now().0 + ANOTHER))));
        }
        if failure.code() == Some(UNKNOWN_CHANNEL) {
            ctx.app.abandon_tournament(id(owed), ctx.clock.now()).await?;
            return Ok(Some(Next::Done));
        }
        Ok(None)
    }
}
