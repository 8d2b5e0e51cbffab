//! A rematch, by the button below the last board or by command: the challenge that asks for it, or the game.

use crate::app::{Accepted, Challenged, GameView, Rematched, Target, Variant};
use crate::discord::channels::members::name_of;
use crate::discord::channels::missing_permissions::missing_here;
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{members, open_thread};
use crate::discord::context::{Desk, Done, Handled, Stop, Then, answering};
use crate::discord::features::game::boards;
use crate::discord::features::game::engine_move;
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{ChallengeId, MessageId, UserId};
use crate::words::NotDone;

/// Asks for a rematch of a game, or agrees to one.
///
/// # Errors
/// A private sentence for whoever asked.
pub async fn rematch(desk: &Desk, from: &Interaction, target: Target) -> Handled {
    if let Some(missing) = missing_here(from) {
        return Err(Stop::say(missing));
    }
    begins_where_seen(desk, from).await?;
    let by = answering(from);
    let mut made = desk.app.rematch(&by, target, None).await?;
    if let Some(wanted) = thread_wanted(&made) {
        let name = name(desk, from, &wanted).await;
        let thread = open_thread(desk, from, wanted.on.map(|message| message.0), &name).await?;
        made = desk.app.rematch(&by, target, Some(thread)).await?;
    }
    match made {
        Rematched::Asked(Challenged::Open(view)) => {
            let posted = Then::Challenge(view.challenge);
            Ok(Done::say(boards::challenge(public(from), &view)).then(posted))
        }
        Rematched::Asked(Challenged::Started(view)) => {
            Ok(begun(desk, from, &engine_move::answered(desk, from, *view).await, None))
        }
        Rematched::Agreed { challenge, accepted: Accepted::Started(view), .. } => {
            Ok(begun(desk, from, &view, Some(challenge)))
        }
        Rematched::Asked(Challenged::ThreadFirst(_))
        | Rematched::Agreed { accepted: Accepted::ThreadFirst(_), .. } => {
            Err(Stop::say(private(from).not_done(NotDone::NoThreadHere)))
        }
    }
}

/// A thread that a game needs.
struct ThreadWanted {
    variant: Variant,
    /// The message that it hangs on, if one is known.
    on: Option<MessageId>,
    /// Who has asked; none where one plays alone.
    challenger: Option<UserId>,
}

fn thread_wanted(made: &Rematched) -> Option<ThreadWanted> {
    match made {
        Rematched::Asked(Challenged::ThreadFirst(variant)) => {
            Some(ThreadWanted { variant: *variant, on: None, challenger: None })
        }
        Rematched::Agreed { message, challenger, accepted: Accepted::ThreadFirst(variant), .. } => {
            Some(ThreadWanted { variant: *variant, on: *message, challenger: Some(*challenger) })
        }
        _ => None,
    }
}

/// The name of the thread: both players, where Discord says what the challenger is called.
async fn name(desk: &Desk, from: &Interaction, wanted: &ThreadWanted) -> String {
    let words = public(from);
    let Some(challenger) = wanted.challenger else {
        return words.thread_name(wanted.variant, &words.alone(&from.who.name), None);
    };
    let asker = name_of(desk, from, challenger).await;
    words.thread_name(wanted.variant, &from.who.name, asker.as_deref())
}

/// The first board of a game, here or where it is played. The challenge that it comes from says what became of it.
fn begun(desk: &Desk, from: &Interaction, view: &GameView, challenge: Option<ChallengeId>) -> Done {
    let words = public(from);
    let here = view.place.channel.0 == from.place.channel;
    let members = members(from, view, desk.messenger.application);
    let done = if here {
        Done::say(boards::board(words, view)).then(Then::board(view)).also(members)
    } else {
        let told = Reply::public(words.played_elsewhere(view.place.channel, &written));
        Done::say(told).also(members).then(Then::post_board(words, view))
    };
    let done = engine_move::then_moves(done, view, here);
    match challenge {
        Some(challenge) => done.then(Then::Settled(challenge)),
        None => done,
    }
}
