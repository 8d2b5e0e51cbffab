//! Draw offers, takeback requests, and offers to abort, made and answered with buttons.

use super::actions::{confirmed, draw, played_on_card, spoken};
use super::left;
use crate::app::{MessageRef, Target, What};
use crate::discord::actions::{GameRev, OfferAction, Offered};
use crate::discord::components::click::Click;
use crate::discord::context::{Context, FollowUp, HandlerResult, Response, answering, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::OfferKind;
use crate::words::Receipt;

/// Handles a click on a button that makes or answers an offer: on the offer's own message, or on the board.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: OfferAction,
    click: Click<'_>,
) -> HandlerResult {
    let by = answering(interaction);
    let answer = |kind, offered, yes, own| answer(ctx, interaction, (kind, offered), yes, own);
    match action {
        OfferAction::Draw(now) => draw(ctx, interaction, &by, now.into()).await,
        OfferAction::Takeback(now) => take_back(ctx, interaction, now.into()).await,
        OfferAction::DrawAccept(offered) => answer(OfferKind::Draw, offered, true, click.at).await,
        OfferAction::DrawTake(offered) => {
            let question = ctx.app.ask_accept(&by, (offered.game, offered.rev)).await?;
            Ok(Response::say(boards::confirm(private(interaction), &question)))
        }
        OfferAction::DrawTakeSure(offered) => {
            // The answer is a receipt, so the final board is a separate message.
            let (by, offer) = (caller(interaction), (offered.game, offered.rev));
            let outcome = ctx.app.answer(&by, OfferKind::Draw, offer, true).await?;
            // Against the bot no one else is notified, so the confirmation becomes the board.
            Ok(if outcome.quiet {
                played_on_card(interaction, &outcome)
            } else {
                confirmed(interaction, Receipt::Drawn, &outcome)
            })
        }
        OfferAction::Withdraw(offered) => withdraw(ctx, interaction, offered, click.at).await,
        OfferAction::Retract(offered) => withdraw(ctx, interaction, offered, None).await,
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

/// Takes a move back, or asks the opponent to allow that.
pub async fn take_back(ctx: &Context, interaction: &Interaction, target: Target) -> HandlerResult {
    let outcome = ctx.app.take_back(&answering(interaction), target).await?;
    Ok(left::told_of(ctx, interaction, &outcome, spoken(interaction, &outcome, None)).await)
}

/// Withdraws the person's own offer.
///
/// `own` is the offer's message if the button was there and not on a board; it is then updated.
async fn withdraw(
    ctx: &Context,
    interaction: &Interaction,
    offered: Offered,
    own: Option<MessageRef>,
) -> HandlerResult {
    let Offered { kind, made } = offered;
    let outcome = ctx.app.withdraw(&caller(interaction), kind, (made.game, made.rev)).await?;
    if outcome.what != What::Withdrawn {
        // The time ran out before that, so the game has ended.
        return Ok(spoken(interaction, &outcome, own.map(|at| (made.rev, at))));
    }
    let relabel = FollowUp::RedrawButtons(made.game);
    // The offer is withdrawn, so a failed lookup only changes the text.
    let closed = match own {
        Some(_) => ctx.app.closed_offer(made.game, made.rev, interaction.received_at).await.ok().flatten(),
        None => None,
    };
    Ok(match (own, closed) {
        (Some(at), Some(closed)) => Response::update(public(interaction).closed_offer(&closed, &written))
            .then(FollowUp::OfferAnswered(made.game, made.rev, at))
            .then(relabel),
        _ => Response::say(Reply::private(private(interaction).receipt(Receipt::Withdrawn))).then(relabel),
    })
}

/// Answers an offer. `own` is the offer's message if the button was there and not on a board.
async fn answer(
    ctx: &Context,
    interaction: &Interaction,
    (kind, offered): (OfferKind, GameRev),
    yes: bool,
    own: Option<MessageRef>,
) -> HandlerResult {
    let outcome = ctx.app.answer(&answering(interaction), kind, (offered.game, offered.rev), yes).await?;
    Ok(spoken(interaction, &outcome, own.map(|at| (offered.rev, at))))
}
