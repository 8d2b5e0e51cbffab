//! Ladders in the chat: their message, and its buttons.

use crate::app::Challenged;
use crate::discord::actions::{LadderAction, OnLadder};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering};
use crate::discord::features::organiser::organiser;
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::messages::ladder::buttons;
use crate::discord::places::missing_permissions::missing_here;
use crate::discord::reply::{Button, Reply, Style};
use crate::discord::rest::mentions::written;
use crate::game::{LadderId, UserId};
use crate::words::{Label, NotDone, Words};

/// Handles a click below a ladder's message.
pub async fn run(ctx: &Context, interaction: &Interaction, action: LadderAction) -> HandlerResult {
    match action {
        LadderAction::Join(id) => join(ctx, interaction, id).await,
        LadderAction::Up(id) => up(ctx, interaction, id).await,
        LadderAction::Challenge(OnLadder { ladder, person }) => {
            challenge(ctx, interaction, ladder, person).await
        }
        LadderAction::Leave(id) => Ok(leave(interaction, id)),
        LadderAction::LeaveSurely(id) => {
            ctx.app.leave_ladder(&answering(interaction), id).await?;
            Ok(Response::say(Reply::private(private(interaction).ladder_left())))
        }
        LadderAction::Stay(_) => Ok(Response::update(private(interaction).ladder_stayed(true))),
        LadderAction::Keep(_) => Ok(Response::update(private(interaction).ladder_stayed(false))),
        LadderAction::CloseSurely(id) => {
            ctx.app.close_ladder(&organiser(ctx, interaction).await?, id).await?;
            Ok(Response::say(Reply::private(private(interaction).ladder_closed())))
        }
    }
}

/// Adds the person to a ladder.
pub async fn join(ctx: &Context, interaction: &Interaction, id: LadderId) -> HandlerResult {
    let place = ctx.app.join_ladder(&answering(interaction), id).await?;
    Ok(Response::say(Reply::private(private(interaction).ladder_in(place == 1))))
}

/// Asks for confirmation before the person leaves a ladder.
pub fn leave(interaction: &Interaction, id: LadderId) -> Response {
    let words = private(interaction);
    let stay = Button::new(words, Label::StayIn, LadderAction::Stay(id));
    let yes = (Label::LeaveLadderSurely, LadderAction::LeaveSurely(id));
    confirm(words, words.ladder_sure_leave(), yes, stay)
}

/// Asks for confirmation before a ladder is closed.
pub async fn close(ctx: &Context, interaction: &Interaction, id: LadderId) -> HandlerResult {
    let (words, view) = (private(interaction), ctx.app.ladder_now(id).await?);
    let asked = words.ladder_sure_close(view.variant);
    let keep = Button::new(words, Label::KeepIt, LadderAction::Keep(id));
    Ok(confirm(words, asked, (Label::CloseLadderSurely, LadderAction::CloseSurely(id)), keep))
}

fn confirm(words: &Words, asked: String, (label, action): (Label, LadderAction), no: Button) -> Response {
    let yes = Button::new(words, label, action).style(Style::Danger);
    Response::say(Reply::private(asked).buttons(vec![yes, no]))
}

/// Shows a ladder's current state, privately.
pub async fn show(ctx: &Context, interaction: &Interaction, id: LadderId) -> HandlerResult {
    let view = ctx.app.ladder_now(id).await?;
    let words = private(interaction);
    let text = words.ladder(&view, Some(interaction.who.id), &written);
    Ok(Response::say(Reply::private(text).buttons(buttons(words, &view))))
}

/// Shows the people within the person's reach.
async fn up(ctx: &Context, interaction: &Interaction, id: LadderId) -> HandlerResult {
    let rungs = ctx.app.within_reach(&answering(interaction), id).await?;
    let words = private(interaction);
    let button = |rung: &crate::app::Rung| Button {
        label: words.ladder_challenge(rung.place),
        id: LadderAction::Challenge(OnLadder { ladder: id, person: rung.person }).into(),
        style: Style::Plain,
    };
    let buttons = rungs.iter().filter(|rung| rung.challenger.is_none()).map(button).collect();
    Ok(Response::say(Reply::private(words.ladder_reach(&rungs, &written)).buttons(buttons)))
}

/// Challenges a person for their place.
pub async fn challenge(
    ctx: &Context,
    interaction: &Interaction,
    id: LadderId,
    opponent: UserId,
) -> HandlerResult {
    if let Some(missing) = missing_here(interaction) {
        return Err(HandlerError::say(missing));
    }
    begins_where_seen(ctx, interaction).await?;
    match ctx.app.challenge_on_ladder(&answering(interaction), id, opponent).await? {
        Challenged::Open(view) => {
            let posted = FollowUp::Challenge(view.challenge);
            Ok(Response::say(boards::challenge(public(interaction), &view)).then(posted))
        }
        Challenged::Started(_) | Challenged::ThreadFirst(..) => {
            Err(HandlerError::not_done(interaction, NotDone::Unreadable))
        }
    }
}
