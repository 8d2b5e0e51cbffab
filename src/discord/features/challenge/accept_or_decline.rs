//! Accepting, declining and withdrawing challenges, and the updates of their messages.

use futures_util::FutureExt;

use super::begun::{begun, is_here};
use super::rematch::rematch;
use crate::app::{Accepted, AskedFor, Became, Closed};
use crate::discord::actions::ChallengeAction;
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{Challenger, ThreadWanted, in_thread};
use crate::discord::components::click::Click;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::ChallengeId;
use crate::words::NotDone;

/// Handles a click below a challenge, or below the last board of a game.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: ChallengeAction,
    click: Click<'_>,
) -> HandlerResult {
    let by = answering(interaction);
    match action {
        ChallengeAction::Accept(challenge) => accept(ctx, interaction, challenge, click).await,
        ChallengeAction::Decline(challenge) => {
            let declined = ctx.app.decline(&by, challenge).await?;
            let cost = cost(ctx, interaction, &declined).await;
            Ok(closed(interaction, &declined).also(cost))
        }
        ChallengeAction::Cancel(challenge) => Ok(closed(interaction, &ctx.app.cancel(&by, challenge).await?)),
        ChallengeAction::Rematch(then) => rematch(ctx, interaction, then.into()).await,
    }
}

/// Updates the message of a challenge with its outcome.
fn closed(interaction: &Interaction, closed: &Closed) -> Response {
    Response::update(public(interaction).closed(closed, &written))
        .then(FollowUp::ChallengeClosed(closed.challenge, closed.asked))
}

/// A private note about what declining a challenge for a place on a ladder costs.
async fn cost(ctx: &Context, interaction: &Interaction, declined: &Closed) -> Option<FollowUp> {
    let AskedFor::Place(ladder) = declined.asked else { return None };
    // Nobody loses a place by withdrawing a challenge.
    if declined.became != Became::Declined {
        return None;
    }
    // The challenge is declined, so a failed lookup only leaves out the note.
    let cost = ctx.app.cost_of_declining(&answering(interaction), ladder).await.ok().flatten()?;
    Some(FollowUp::PrivateNote(Box::new(Reply::private(private(interaction).cost_of_declining(cost)))))
}

async fn accept(
    ctx: &Context,
    interaction: &Interaction,
    challenge: ChallengeId,
    click: Click<'_>,
) -> HandlerResult {
    if interaction.place.absent {
        return Err(HandlerError::not_done(interaction, NotDone::OnlyAnswers));
    }
    begins_where_seen(ctx, interaction).await?;
    let by = answering(interaction);
    let begin = |thread| ctx.app.accept(&by, challenge, thread).boxed();
    let accepted = in_thread(ctx, interaction, begin, |accepted| {
        let Accepted::ThreadFirst(variant) = accepted else { return None };
        let challenger = interaction.clicked().and_then(|message| message.asker.clone());
        let on = click.at.map(|at| at.message);
        Some(ThreadWanted { variant: *variant, on, challenger: Challenger::Named(challenger) })
    })
    .await?;
    let Accepted::Started(view) = accepted else {
        return Err(HandlerError::say(private(interaction).no_thread_for_game()));
    };
    let told = if is_here(interaction, &view) {
        None
    } else {
        let words = public(interaction);
        // The game has begun, so a failed lookup only changes the text.
        let closed = ctx.app.closed_challenge(challenge).await.ok().flatten();
        let text = closed.map(|closed| words.closed(&closed, &written));
        Some(Response::update(text.unwrap_or_else(|| words.played_elsewhere(view.place.channel, &written))))
    };
    let closed = FollowUp::ChallengeClosed(challenge, AskedFor::default());
    Ok(begun(ctx, interaction, &view, told).then(closed))
}
