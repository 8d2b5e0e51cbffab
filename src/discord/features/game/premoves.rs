//! The private card that shows a player's premoves in a game, and its button.

use crate::app::PremovesView;
use crate::discord::actions::GamesAction;
use crate::discord::context::{Context, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::{Button, Reply};
use crate::game::GameId;
use crate::words::{Label, Words};

/// The premoves, with a button that deletes them.
pub fn card(words: &Words, view: &PremovesView) -> Reply {
    let reply = Reply::private(words.premoves(view));
    if view.lines.is_empty() {
        return reply;
    }
    reply.buttons(vec![Button::new(words, Label::ForgetPremoves, GamesAction::ForgetPremoves(view.game))])
}

/// Deletes all premoves, including those left after moves played since the card was created.
pub async fn forget(ctx: &Context, interaction: &Interaction, game: GameId) -> HandlerResult {
    let view = ctx.app.forget_premoves(&caller(interaction), game).await?;
    Ok(Response::turn(card(private(interaction), &view)))
}
