//! Offers of a draw, requests for a takeback, and offers to abort: made and answered by buttons.

use super::actions::{draw, spoken};
use super::left;
use crate::app::Target;
use crate::discord::components::actions::{GameRev, OfferAction};
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerResult, answering};
use crate::discord::interaction::Interaction;
use crate::discord::reply::MessageAt;
use crate::game::OfferKind;

/// A click on a button that makes an offer or answers one: on the offer's own message, or on the board.
pub async fn run(ctx: &Context, from: &Interaction, action: OfferAction, click: Click<'_>) -> HandlerResult {
    let by = answering(from);
    let answer = |kind, offered, yes, own| answer(ctx, from, (kind, offered), yes, own);
    match action {
        OfferAction::Draw(now) => draw(ctx, from, &by, now.into()).await,
        OfferAction::Takeback(now) => take_back(ctx, from, now.into()).await,
        OfferAction::DrawAccept(offered) => answer(OfferKind::Draw, offered, true, click.at).await,
        OfferAction::DrawTake(offered) => answer(OfferKind::Draw, offered, true, None).await,
        OfferAction::DrawDecline(offered) => answer(OfferKind::Draw, offered, false, click.at).await,
        OfferAction::DrawRefuse(offered) => answer(OfferKind::Draw, offered, false, None).await,
        OfferAction::TakebackAccept(asked) => answer(OfferKind::Takeback, asked, true, click.at).await,
        OfferAction::TakebackTake(asked) => answer(OfferKind::Takeback, asked, true, None).await,
        OfferAction::TakebackDecline(asked) => answer(OfferKind::Takeback, asked, false, click.at).await,
        OfferAction::TakebackRefuse(asked) => answer(OfferKind::Takeback, asked, false, None).await,
        OfferAction::AbortAgree(offered) => answer(OfferKind::Abort, offered, true, click.at).await,
        OfferAction::AbortRefuse(offered) => answer(OfferKind::Abort, offered, false, click.at).await,
        OfferAction::AbortTake(offered) => answer(OfferKind::Abort, offered, true, None).await,
        OfferAction::AbortPlayOn(offered) => answer(OfferKind::Abort, offered, false, None).await,
    }
}

/// Takes a move back, or asks the opponent for that.
pub async fn take_back(ctx: &Context, from: &Interaction, target: Target) -> HandlerResult {
    let outcome = ctx.app.take_back(&answering(from), target).await?;
    Ok(left::told_of(ctx, from, &outcome, spoken(from, &outcome, None)).await)
}

/// Answers an offer. `own` is the offer's own message, if the button was there and not on a board.
async fn answer(
    ctx: &Context,
    from: &Interaction,
    (kind, offered): (OfferKind, GameRev),
    yes: bool,
    own: Option<MessageAt>,
) -> HandlerResult {
    let outcome = ctx.app.answer(&answering(from), kind, (offered.game, offered.rev), yes).await?;
    Ok(spoken(from, &outcome, own.map(|at| (offered.rev, at))))
}
