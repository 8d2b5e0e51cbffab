//! Rematches, requested by the button below the last board or by command.
//!
//! The result is a challenge, or the new game once both agree.

use futures_util::FutureExt;

use super::begun::begun;
use crate::app::{Accepted, AskedFor, Challenged, Place, Rematched, Target};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{Challenger, ThreadWanted, in_thread};
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering};
use crate::discord::features::game::engine_move;
use crate::discord::features::game::left;
use crate::discord::interaction::Interaction;
use crate::discord::locale::public;
use crate::discord::messages::boards;
use crate::discord::places::missing_permissions::missing_here;
use crate::words::NotDone;

/// Asks for a rematch of a game, or agrees to one.
pub async fn rematch(ctx: &Context, interaction: &Interaction, target: Target) -> HandlerResult {
    if let Some(missing) = missing_here(interaction) {
        return Err(HandlerError::say(missing));
    }
    begins_where_seen(ctx, interaction).await?;
    let by = answering(interaction);
    let begin = |thread| ctx.app.rematch(&by, target, thread).boxed();
    let made = in_thread(ctx, interaction, begin, thread_wanted).await?;
    match made {
        Rematched::Asked(Challenged::Open(view)) => {
            let posted = FollowUp::Challenge(view.challenge);
            let done = Response::say(boards::challenge(public(interaction), &view)).then(posted);
            let place = Place { guild: by.guild, channel: by.channel };
            Ok(left::told(ctx, interaction, (place, view.ping), done).await)
        }
        Rematched::Asked(Challenged::Started(view)) => {
            Ok(begun(ctx, interaction, &engine_move::answered(ctx, interaction, *view).await, None))
        }
        Rematched::Agreed { challenge, accepted: Accepted::Started(view), .. } => {
            Ok(begun(ctx, interaction, &view, None)
                .then(FollowUp::ChallengeClosed(challenge, AskedFor::Rematch)))
        }
        Rematched::Asked(Challenged::ThreadFirst(..))
        | Rematched::Agreed { accepted: Accepted::ThreadFirst(_), .. } => {
            Err(HandlerError::not_done(interaction, NotDone::NoThreadHere))
        }
    }
}

/// The thread the game needs, if any.
fn thread_wanted(made: &Rematched) -> Option<ThreadWanted> {
    match made {
        Rematched::Asked(Challenged::ThreadFirst(variant, level)) => {
            Some(ThreadWanted { variant: *variant, on: None, challenger: Challenger::nobody(*level) })
        }
        Rematched::Agreed { message, challenger, accepted: Accepted::ThreadFirst(variant), .. } => {
            let (on, challenger) = (*message, Challenger::Person(*challenger));
            Some(ThreadWanted { variant: *variant, on, challenger })
        }
        _ => None,
    }
}
