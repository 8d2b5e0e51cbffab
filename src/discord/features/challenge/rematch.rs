//! Rematches, by the button below the last board or by command: the challenge that asks for one, or the game that follows.

use futures_util::FutureExt;

use crate::app::{Accepted, Challenged, GameView, Rematched, Target};
use crate::discord::channels::missing_permissions::missing_here;
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{Asker, ThreadWanted, in_thread, members};
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering};
use crate::discord::features::game::boards;
use crate::discord::features::game::engine_move;
use crate::discord::interaction::Interaction;
use crate::discord::locale::public;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::ChallengeId;
use crate::words::NotDone;

/// Asks for a rematch of a game, or agrees to one.
pub async fn rematch(ctx: &Context, from: &Interaction, target: Target) -> HandlerResult {
    if let Some(missing) = missing_here(from) {
        return Err(HandlerError::say(missing));
    }
    begins_where_seen(ctx, from).await?;
    let by = answering(from);
    let begin = |thread| ctx.app.rematch(&by, target, thread).boxed();
    let made = in_thread(ctx, from, begin, thread_wanted).await?;
    match made {
        Rematched::Asked(Challenged::Open(view)) => {
            let posted = FollowUp::Challenge(view.challenge);
            Ok(Response::say(boards::challenge(public(from), &view)).then(posted))
        }
        Rematched::Asked(Challenged::Started(view)) => {
            Ok(begun(ctx, from, &engine_move::answered(ctx, from, *view).await, None))
        }
        Rematched::Agreed { challenge, accepted: Accepted::Started(view), .. } => {
            Ok(begun(ctx, from, &view, Some(challenge)))
        }
        Rematched::Asked(Challenged::ThreadFirst(_))
        | Rematched::Agreed { accepted: Accepted::ThreadFirst(_), .. } => {
            Err(HandlerError::not_done(from, NotDone::NoThreadHere))
        }
    }
}

/// The thread that the game needs.
fn thread_wanted(made: &Rematched) -> Option<ThreadWanted> {
    match made {
        Rematched::Asked(Challenged::ThreadFirst(variant)) => {
            Some(ThreadWanted { variant: *variant, on: None, asker: Asker::Alone })
        }
        Rematched::Agreed { message, challenger, accepted: Accepted::ThreadFirst(variant), .. } => {
            let (on, asker) = (message.map(|message| message.0), Asker::Person(*challenger));
            Some(ThreadWanted { variant: *variant, on, asker })
        }
        _ => None,
    }
}

/// The first board of a game, here or where it is played. The message of the challenge is then updated to say what became of it.
fn begun(ctx: &Context, from: &Interaction, view: &GameView, challenge: Option<ChallengeId>) -> Response {
    let words = public(from);
    let here = view.place.channel.0 == from.place.channel;
    let members = members(from, view, ctx.messenger.application);
    let done = if here {
        Response::say(boards::board(words, view)).then(FollowUp::board(view)).also(members)
    } else {
        let told = Reply::public(words.played_elsewhere(view.place.channel, &written));
        Response::say(told).also(members).then(FollowUp::post_board(words, view))
    };
    let done = engine_move::then_moves(done, view, here);
    match challenge {
        Some(challenge) => done.then(FollowUp::Settled(challenge)),
        None => done,
    }
}
