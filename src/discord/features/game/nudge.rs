//! Nudging an opponent, in the channel of the game or from the person's list of games. The opponent may have
//! left.

use std::time::Duration;
use tokio::time::Instant;

use super::list;
use crate::app::{AppError, Nudge, Target};
use crate::discord::actions::GameRev;
use crate::discord::channels::members;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, Shows, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public, unasked};
use crate::discord::reply::{Answer, Card, Reply};
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::closes;
use crate::words::Words;

/// Time limit for checking whether the opponent has left. The person who nudges waits for it.
const LOOK: Duration = Duration::from_millis(800);
/// Time limit for posting a nudge before the answer is sent.
const POST: Duration = Duration::from_secs(1);

/// Asks the opponent to move in this channel's game. If the opponent has left, only the person who nudges is
/// notified.
pub async fn nudge(ctx: &Context, interaction: &Interaction) -> HandlerResult {
    let nudge = noted(ctx, interaction, Target::Here).await?;
    Ok(Response::say(told(public(interaction), &nudge)))
}

/// Nudges from the list of games: posts the nudge where the game is played, and confirms it on the list.
///
/// If it cannot be posted there, it is dropped, because the channel with the list is unrelated to the game.
pub async fn press(ctx: &Context, interaction: &Interaction, shown: GameRev) -> HandlerResult {
    let nudge = noted(ctx, interaction, shown.into()).await?;
    let reply = told(unasked(&ctx.languages, nudge.locale.as_ref()), &nudge);
    let (said, then) = match posted(ctx, interaction, &nudge, &reply).await {
        NudgeSaid::There => (private(interaction).nudge_sent(), Vec::new()),
        NudgeSaid::Later => {
            let (channel, reply) = (nudge.place.channel, Box::new(reply));
            (
                private(interaction).nudge_sent(),
                vec![FollowUp::Post { channel, reply, shows: Shows::Nothing }],
            )
        }
        NudgeSaid::Refused => {
            let noted = ctx.store.not_nudged(nudge.game, nudge.at).await;
            noted.map_err(|error| AppError::from(error).after_storing())?;
            (private(interaction).nudge_not_sent(), Vec::new())
        }
    };
    // The nudge is stored, so it is confirmed even if the list cannot be loaded now.
    let part = (interaction.who.id, list::GamesPart::With(shown.game));
    let list = list::present(ctx, interaction, part, Some(said.clone())).await;
    let list = list.unwrap_or_else(|_| Reply::card(Card::of(said)));
    Ok(Response { answer: Answer::Turn(list), then })
}

/// The outcome of posting a nudge before the list is shown.
enum NudgeSaid {
    There,
    /// Posted after the answer. An earlier attempt may have succeeded; the nonce prevents a second message.
    Later,
    Refused,
}

async fn posted(ctx: &Context, interaction: &Interaction, nudge: &Nudge, reply: &Reply) -> NudgeSaid {
    let channel = nudge.place.channel;
    // An answer gets through even where the bot may not write.
    if channel == interaction.place.channel {
        return NudgeSaid::Later;
    }
    let until = interaction.deadline().min(Instant::now() + POST);
    match ctx.messenger.post(channel, reply, &interaction.nonce_beside(), until).await {
        Ok(_) => NudgeSaid::There,
        Err(failure) if failure.is_for_good() => {
            tracing::debug!(%channel, %failure, "nobody was nudged");
            if let Some(code) = closes(&failure) {
                ctx.note_closed(channel, code).await;
            }
            NudgeSaid::Refused
        }
        Err(_) => NudgeSaid::Later,
    }
}

fn told(words: &Words, nudge: &Nudge) -> Reply {
    Reply::public(words.nudge(nudge, &written)).ping(Some(nudge.ping))
}

/// Stores the nudge, unless the opponent has left.
async fn noted(ctx: &Context, interaction: &Interaction, target: Target) -> Result<Nudge, HandlerError> {
    let nudge = ctx.app.nudge(&caller(interaction), target).await?;
    let until = interaction.deadline().min(Instant::now() + LOOK);
    if members::has_left(ctx, nudge.place, nudge.ping, until).await.unwrap_or(false) {
        return Err(HandlerError::say(private(interaction).nudge_left(&nudge, &written)));
    }
    Ok(nudge)
}
