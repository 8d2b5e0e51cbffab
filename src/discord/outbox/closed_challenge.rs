//! Closed challenges: their message is edited to show the outcome.
//!
//! A declined challenger gets a separate message, because an edit notifies no one.

use async_trait::async_trait;
use std::time::Duration;
use tokio::time::Instant;

use super::{Delivery, Next, Plan, take};
use crate::app::{AppResult, AskedFor, Closed};
use crate::discord::context::Context;
use crate::discord::interaction::Interaction;
use crate::discord::locale::{public, unasked};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::game::{ChallengeId, Millis};
use crate::store::{Owed, OwedKey};
use crate::words::Words;

/// The step in which the challenger is notified of a decline.
///
/// Comes before the edit, because the challenge is deleted once its message is edited.
const DECLINE: &str = "decline";
/// Time limit for notifying a challenger.
const POST: Duration = Duration::from_secs(10);

/// The message of a closed challenge.
pub struct ClosedChallenge;

impl ClosedChallenge {
    const KIND: &'static str = "challenge";
}

#[async_trait]
impl Delivery for ClosedChallenge {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    /// The entry of an expired challenge exists from the challenge's creation.
    fn lasts_ms(&self) -> Option<i64> {
        Some(3 * Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let challenge = ChallengeId(owed.key.subject);
        let Some(closed) = ctx.app.closed_challenge(challenge).await? else { return Ok(Plan::Nothing) };
        let words = unasked(&ctx.languages, closed.locale.as_ref());
        if owed.step == DECLINE
            && let Some(reply) = declined(words, &closed)
        {
            return Ok(Plan::Post {
                channel: closed.channel,
                reply: Box::new(reply),
                nonce: nonce(challenge),
                then: edits(),
            });
        }
        let Some(at) = closed.message else { return Ok(Plan::NotYet) };
        let body = wire::only_text(&ctx.messenger.mentions.in_text(&words.closed(&closed, &written)));
        Ok(Plan::Edit { at, body, token: None, then: Next::Done })
    }

    async fn refused(&self, _ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        // The challenge's own message has to suffice.
        Ok((owed.step == DECLINE && failure.is_for_good()).then(edits))
    }

    async fn forget(&self, ctx: &Context, owed: &Owed) -> AppResult<bool> {
        ctx.store.challenge_told(ChallengeId(owed.key.subject)).await?;
        Ok(true)
    }
}

/// The message that notifies a declined challenger.
fn declined(words: &Words, closed: &Closed) -> Option<Reply> {
    let who = closed.tells?;
    Some(Reply::public(words.declined(closed, who, &written)).ping(Some(who)))
}

fn nonce(challenge: ChallengeId) -> String {
    format!("d{challenge}")
}

/// The challenger has been notified; next, the message is edited.
fn edits() -> Next {
    Next::Step(String::new(), Millis(0))
}

/// Announces the outcome of a challenge closed by a click. `said`: the answer to the click has updated its
/// message.
pub async fn told(
    ctx: &Context,
    interaction: &Interaction,
    (challenge, asked): (ChallengeId, AskedFor),
    said: bool,
) -> AppResult<()> {
    let key = OwedKey::new(ClosedChallenge::KIND, challenge.0);
    let Some(owed) = ctx.store.owed_one(&key).await? else { return Ok(()) };
    if owed.step == DECLINE && !tell_decline(ctx, interaction, (challenge, asked), &owed).await? {
        return Ok(());
    }
    if said {
        return Ok(ctx.store.challenge_told(challenge).await?);
    }
    ctx.outbox.tell(key);
    Ok(())
}

/// Notifies a declined challenger; where the bot may not write, by a message below the answer to the click.
///
/// Returns false if that is still pending.
async fn tell_decline(
    ctx: &Context,
    interaction: &Interaction,
    (challenge, asked): (ChallengeId, AskedFor),
    owed: &Owed,
) -> AppResult<bool> {
    let Some(closed) = ctx.app.closed_challenge(challenge).await? else { return Ok(false) };
    let closed = Closed { asked, ..closed };
    let Some(reply) = declined(public(interaction), &closed) else { return Ok(true) };
    let Some(taken) = take(ctx, owed, Some(ctx.clock.now())).await? else { return Ok(false) };
    let deadline = || Instant::now() + POST;
    match ctx.messenger.post(closed.channel, &reply, &nonce(challenge), deadline()).await {
        Ok(_) => {}
        Err(Failure::Refused { status: 403 | 404, .. }) => {
            let _told = ctx.messenger.follow_up(interaction, &reply, deadline()).await;
        }
        Err(failure) if failure.is_for_good() => {}
        Err(_) => {
            let later = Owed { due: Some(ctx.clock.now()), ..taken.clone() };
            ctx.store.put_off_owed(&taken, &later).await?;
            return Ok(false);
        }
    }
    ctx.store.next_of_owed(&taken, "", Some(ctx.clock.now())).await?;
    Ok(true)
}
