//! The buttons of a person's live games.

use super::{list, nudge, premoves};
use crate::discord::actions::GamesAction;
use crate::discord::context::{Context, HandlerResult, Response};
use crate::discord::interaction::Interaction;

/// Handles a click below the list of games, or on the card of premoves.
pub async fn run(ctx: &Context, interaction: &Interaction, action: GamesAction) -> HandlerResult {
    match action {
        GamesAction::Page(list) => {
            let page = list::GamesPart::Page(list.page);
            Ok(Response::turn(list::present(ctx, interaction, (list.user, page), None).await?))
        }
        GamesAction::Nudge(now) => nudge::press(ctx, interaction, now).await,
        GamesAction::ForgetPremoves(game) => Box::pin(premoves::forget(ctx, interaction, game)).await,
    }
}
