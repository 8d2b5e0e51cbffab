//! Closed challenges: their message says what became of them, and a declined challenger is told in another one. What could not be
//! done at once is done by the sweep, even after a restart.

use std::time::{Duration, Instant};

use crate::app::{AppError, Closed};
use crate::discord::context::{Context, message_at};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{public, unasked};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::messenger::NONCE_LIFE;
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::game::ChallengeId;
use crate::words::Words;

/// The most challenges taken up in one sweep.
const PAGE: u32 = 500;
/// How long posting the message to a challenger may take.
const POST: Duration = Duration::from_secs(10);
/// A sweep ends after this many that could not be told.
const UNHEARD: u32 = 3;

/// Announces what became of all closed challenges that were not announced yet.
pub async fn sweep(ctx: &Context) {
    let found = match ctx.app.closed_challenges(PAGE).await {
        Ok(found) => found,
        Err(error) => return tracing::error!(%error, "closed challenges were not looked for"),
    };
    let mut unheard = 0;
    for closed in found {
        match tell(ctx, None, &closed, false).await {
            Ok(true) => {}
            Ok(false) => {
                unheard += 1;
                // Discord may be out of reach, and each try takes its time. One bad channel alone holds up no other.
                if unheard == UNHEARD {
                    return;
                }
            }
            Err(error) => {
                tracing::error!(%error, challenge = %closed.challenge, "what became of a challenge was not told");
            }
        }
    }
}

/// Announces what became of a challenge that a click has closed. `said`: the answer to the click made its message say so.
pub async fn told(
    ctx: &Context,
    from: &Interaction,
    challenge: ChallengeId,
    said: bool,
) -> Result<(), AppError> {
    match ctx.app.closed_challenge(challenge).await? {
        Some(closed) => tell(ctx, Some(from), &closed, said).await.map(|_| ()),
        None => Ok(()),
    }
}

/// Announces what became of one challenge. Returns whether a declined challenger, if there is one, has been told.
async fn tell(
    ctx: &Context,
    from: Option<&Interaction>,
    closed: &Closed,
    said: bool,
) -> Result<bool, AppError> {
    let declined = declined(ctx, from, closed).await?;
    match (closed.message, said) {
        (_, true) if declined => ctx.store.challenge_told(closed.challenge).await?,
        (Some(at), false) => {
            let words = words(ctx, from, closed);
            let body = wire::only_text(&ctx.messenger.mentions.in_text(&words.closed(closed, &written)));
            // The challenge is forgotten once its message is edited, so not before its challenger is told.
            if declined {
                ctx.message_edits.settle(message_at(at), body, closed.challenge);
            } else {
                ctx.message_edits.want(message_at(at), body);
            }
        }
        _ => {}
    }
    Ok(declined)
}

/// The language for the click that closed it, or else of the place where the challenge was made.
fn words(ctx: &Context, from: Option<&Interaction>, closed: &Closed) -> &'static Words {
    from.map_or_else(|| unasked(&ctx.languages, closed.locale.as_ref()), public)
}

/// Tells the challenger of a declined challenge, because an edit notifies nobody. Returns whether nothing is left to do.
async fn declined(ctx: &Context, from: Option<&Interaction>, closed: &Closed) -> Result<bool, AppError> {
    let Some(who) = closed.tells else { return Ok(true) };
    let text = words(ctx, from, closed).declined(closed, who, &written);
    // After the nonce's lifetime such a message may exist already, so another one does not ping.
    let ping = (ctx.clock.now().since(closed.at) < NONCE_LIFE.as_millis() as i64).then_some(who.0);
    let reply = Reply::public(text).ping(ping);
    let nonce = format!("d{}", closed.challenge);
    let deadline = || Instant::now() + POST;
    match (ctx.messenger.post(closed.channel.0, &reply, &nonce, deadline()).await, from) {
        (Err(Failure::Refused { status: 403 | 404, .. }), Some(from)) => {
            let _told = ctx.messenger.follow_up(from, &reply, deadline()).await;
        }
        (Ok(_), _) => {}
        // The challenge's own message has to suffice.
        (Err(failure), _) if failure.is_for_good() => {}
        (Err(_), _) => return Ok(false),
    }
    ctx.store.decline_told(closed.challenge).await?;
    Ok(true)
}
