//! Carries out the actions of buttons, menus and forms.
//!
//! A button makes the same calls as the commands; its id names the game and the board. [`is_here`] compares
//! what it names with the place where it is pressed, for all actions at once.
//!
//! An old board loses its buttons when clicked. The newest keeps them, because the bot's move may just have
//! been edited into its message.

use futures_util::future::BoxFuture;

use crate::app::MessageRef;
use crate::discord::actions::{ActionProperty, ComponentAction};
use crate::discord::commands::first_game;
use crate::discord::components::click::Click;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, caller};
use crate::discord::features::challenge::accept_or_decline;
use crate::discord::features::game::{choose_move, ending, live_games, next, offers};
use crate::discord::features::{
    guild_settings, hint, history, ladder, lessons, pages, privacy, puzzles, rulebook, settings, standing,
    tournament,
};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::outbox::old_board;

/// Handles a click on a button or a choice in a menu. A board that is not its game's newest loses its
/// buttons.
pub async fn press(
    ctx: &Context,
    interaction: &Interaction,
    action: ComponentAction,
    chosen: Option<&Entered>,
) -> HandlerResult {
    is_here(ctx, interaction, action).await?;
    let at = interaction
        .clicked()
        .map(|message| MessageRef { channel: interaction.place.channel, message: message.id });
    let old = match (action.below_board(), interaction.clicked_in_public()) {
        (Some(now), Some(message)) if !ctx.app.is_newest_board(now.game, message.id).await? => at,
        _ => None,
    };
    let done = run(ctx, interaction, action, Click { at, chosen, fields: None }).await;
    let Some(old) = old else { return done };
    if done.is_err() {
        old_board::retire_soon(ctx, old).await;
    }
    // The answer goes first.
    done.map(|response| response.then(FollowUp::RemoveButtons(old)))
}

/// Handles a submitted form.
pub async fn submit(
    ctx: &Context,
    interaction: &Interaction,
    action: ComponentAction,
    fields: &[(String, Entered)],
) -> HandlerResult {
    is_here(ctx, interaction, action).await?;
    run(ctx, interaction, action, Click { fields: Some(fields), ..Click::default() }).await
}

/// Rejects an action on a game, challenge, ladder or tournament of another place.
///
/// A public message is only about its own place. A private card, and the form it opens, may be about games
/// elsewhere.
async fn is_here(
    ctx: &Context,
    interaction: &Interaction,
    action: ComponentAction,
) -> Result<(), HandlerError> {
    let Some(named) = action.named() else { return Ok(()) };
    let carried = action.is(ActionProperty::Carried) && interaction.clicked_in_public().is_none();
    Ok(ctx.app.is_named_here(&caller(interaction), named, carried).await?)
}

/// The single dispatch table from actions to their handlers.
fn run<'a>(
    ctx: &'a Context,
    interaction: &'a Interaction,
    action: ComponentAction,
    click: Click<'a>,
) -> BoxFuture<'a, HandlerResult> {
    match action {
        ComponentAction::Board(action) => Box::pin(choose_move::run(ctx, interaction, action, click)),
        ComponentAction::Challenge(action) => {
            Box::pin(accept_or_decline::run(ctx, interaction, action, click))
        }
        ComponentAction::Ending(action) => Box::pin(ending::run(ctx, interaction, action)),
        ComponentAction::Games(action) => Box::pin(live_games::run(ctx, interaction, action)),
        ComponentAction::FirstSteps(action) => Box::pin(first_game::run(ctx, interaction, action, click)),
        ComponentAction::Hint(action) => Box::pin(hint::run(ctx, interaction, action)),
        ComponentAction::History(action) => Box::pin(history::run(ctx, interaction, action)),
        ComponentAction::Lesson(action) => Box::pin(lessons::run(ctx, interaction, action, click)),
        ComponentAction::Next(action) => Box::pin(next::run(ctx, interaction, action, click)),
        ComponentAction::Offer(action) => Box::pin(offers::run(ctx, interaction, action, click)),
        ComponentAction::Page(action) => Box::pin(pages::run(ctx, interaction, action)),
        ComponentAction::Privacy(action) => Box::pin(privacy::run(ctx, interaction, action)),
        ComponentAction::Puzzle(action) => Box::pin(puzzles::run(ctx, interaction, action, click)),
        ComponentAction::Rulebook(action) => Box::pin(rulebook::run(ctx, interaction, action, click)),
        ComponentAction::Server(action) => Box::pin(guild_settings::run(ctx, interaction, action, click)),
        ComponentAction::Settings(action) => Box::pin(settings::run(ctx, interaction, action, click)),
        ComponentAction::Ladder(action) => Box::pin(ladder::run(ctx, interaction, action)),
        ComponentAction::Standing(action) => Box::pin(standing::run(ctx, interaction, action)),
        ComponentAction::Tournament(action) => Box::pin(tournament::run(ctx, interaction, action, click)),
    }
}
