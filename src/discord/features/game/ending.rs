//! Ending a game early: resigning, aborting, and a draw of a game against oneself.

use super::actions::{confirmed, resign_question, spoken};
use super::left;
use crate::app::What;
use crate::discord::actions::EndingAction;
use crate::discord::context::{Context, HandlerResult, Response, answering, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::words::Receipt;

/// Handles a click on one of these buttons.
pub async fn run(ctx: &Context, interaction: &Interaction, action: EndingAction) -> HandlerResult {
    // The answer to a confirmation's button is a receipt, so the new board is a separate message.
    let (receipt, by) = (caller(interaction), answering(interaction));
    match action {
        EndingAction::Resign(now) => resign_question(ctx, interaction, &by, now.into()).await,
        EndingAction::ResignSure(now) => {
            Ok(confirmed(interaction, Receipt::Resigned, &ctx.app.resign(&receipt, now.into()).await?))
        }
        EndingAction::TakeResignation(now) => {
            Ok(spoken(interaction, &ctx.app.take_resignation(&by, now.into()).await?, None))
        }
        EndingAction::AbortSure(now) => {
            let outcome = ctx.app.abort(&receipt, now.into()).await?;
            let told = match outcome.what {
                What::Asked(_) => Receipt::Asked,
                _ => Receipt::Aborted,
            };
            Ok(left::told_of(ctx, interaction, &outcome, confirmed(interaction, told, &outcome)).await)
        }
        EndingAction::DrawSure(now) => {
            Ok(confirmed(interaction, Receipt::Drawn, &ctx.app.draw_sure(&receipt, now.into()).await?))
        }
        EndingAction::PlayOn(now) => {
            ctx.app.goes_on(&by, now.into()).await?;
            Ok(Response::update(private(interaction).receipt(Receipt::Nothing)))
        }
    }
}
