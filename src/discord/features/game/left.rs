//! Notifies a person whose opponent has left the server that a request may go unanswered.
//!
//! The notice is private and separate from the answer. The request stays open, because the opponent may
//! return.

use std::time::Duration;

use tokio::time::Instant;

use crate::app::{Outcome, Place, What};
use crate::discord::channels::members;
use crate::discord::context::{Context, FollowUp, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::UserId;

/// Time limit for the check. The person who asks waits for it.
const LOOK: Duration = Duration::from_millis(800);

/// Adds a private notice to an answer that asks the opponent for something, if the opponent has left.
pub async fn told_of(
    ctx: &Context,
    interaction: &Interaction,
    outcome: &Outcome,
    done: Response,
) -> Response {
    let game = &outcome.view.game_now;
    let asked = match (outcome.what, game.side_of(interaction.who.id)) {
        (What::Asked(_), Some(side)) if game.engine != Some(side.other()) => game.players[side.other()],
        _ => None,
    };
    told(ctx, interaction, (outcome.view.place, asked), done).await
}

/// Adds a private notice to an answer that asks a person in this place for something, if that person has
/// left.
pub async fn told(
    ctx: &Context,
    interaction: &Interaction,
    (place, asked): (Place, Option<UserId>),
    done: Response,
) -> Response {
    let Some(who) = asked else { return done };
    let until = interaction.deadline().min(Instant::now() + LOOK);
    if members::has_left(ctx, place, who, until).await.unwrap_or(false) {
        let word = Reply::private(private(interaction).asked_left(who, &written));
        return done.then(FollowUp::PrivateNote(Box::new(word)));
    }
    done
}
