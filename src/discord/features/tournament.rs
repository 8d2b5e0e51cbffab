//! Tournaments in the chat: their message, and its buttons.

use super::organiser::organiser;
use super::tournament_form;
use crate::discord::actions::TournamentAction;
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerResult, Response, answering};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::tournament::shown;
use crate::discord::reply::{Button, Reply, Style};
use crate::discord::rest::mentions::written;
use crate::game::TournamentId;
use crate::words::{Label, Words};

/// Handles a click below a tournament's message, and the form that creates one.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: TournamentAction,
    click: Click<'_>,
) -> HandlerResult {
    match action {
        TournamentAction::Form(draft) => tournament_form::run(ctx, interaction, draft, click.fields).await,
        TournamentAction::Join(id) => join(ctx, interaction, id).await,
        TournamentAction::Leave(id) => leave(ctx, interaction, id).await,
        TournamentAction::WithdrawSurely(id) => withdraw(ctx, interaction, id).await,
        TournamentAction::CancelSurely(id) => cancel_surely(ctx, interaction, id).await,
        TournamentAction::Begin(id) => begin(ctx, interaction, id).await,
        TournamentAction::Games(id) => games(ctx, interaction, id).await,
        TournamentAction::Stay(_) => Ok(Response::update(private(interaction).tournament_stayed(true))),
        TournamentAction::GoOn(_) => Ok(Response::update(private(interaction).tournament_stayed(false))),
        TournamentAction::Withdraw(id) => Ok(Response::say(confirm(private(interaction), id))),
    }
}

/// Adds the person to a tournament.
pub async fn join(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    let joined = ctx.app.join_tournament(&answering(interaction), id).await?;
    let last = joined.lines.len() >= joined.most as usize;
    Ok(Response::say(Reply::private(private(interaction).tournament_in(last))))
}

/// Removes the person from a tournament that has not begun.
pub async fn leave(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    ctx.app.leave_tournament(&answering(interaction), id).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_left())))
}

/// Removes the person from a running tournament.
async fn withdraw(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    ctx.app.withdraw_from_tournament(&answering(interaction), id).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_withdrawn())))
}

/// Starts a tournament.
pub async fn begin(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    ctx.app.start_tournament(&organiser(ctx, interaction).await?, id).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_starts())))
}

/// Asks for confirmation before a tournament is ended early.
pub async fn cancel(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    let running = ctx.app.tournament_to_cancel(&organiser(ctx, interaction).await?, id).await?;
    let words = private(interaction);
    let yes = Button {
        label: words.label(Label::CancelTournamentSurely),
        id: TournamentAction::CancelSurely(id).into(),
        style: Style::Danger,
    };
    let no = Button::new(words, Label::KeepIt, TournamentAction::GoOn(id));
    Ok(Response::say(Reply::private(words.tournament_sure_cancel(running)).buttons(vec![yes, no])))
}

async fn cancel_surely(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    ctx.app.cancel_tournament(&organiser(ctx, interaction).await?, id).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_cancelled())))
}

/// Shows a tournament's current state, privately.
pub async fn standings(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    let view = ctx.app.tournament_now(id).await?;
    let (words, theme) = (private(interaction), ctx.app.preferences(interaction.who.id).await?.theme);
    let mut reply = shown(words, &view, theme);
    reply.private = true;
    Ok(Response::say(reply))
}

async fn games(ctx: &Context, interaction: &Interaction, id: TournamentId) -> HandlerResult {
    let view = ctx.app.tournament_now(id).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_games(
        &view,
        interaction.who.id,
        &written,
    ))))
}

/// Asks for confirmation before the person withdraws.
pub fn confirm(words: &'static Words, id: TournamentId) -> Reply {
    let yes = Button {
        label: words.label(Label::WithdrawSurely),
        id: TournamentAction::WithdrawSurely(id).into(),
        style: Style::Danger,
    };
    let no = Button::new(words, Label::StayIn, TournamentAction::Stay(id));
    Reply::private(words.tournament_sure()).buttons(vec![yes, no])
}
