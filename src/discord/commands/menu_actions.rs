//! The context menu commands of people and messages. Each shows something to its user and changes nothing.

use crate::app::{Named, Rejection};
use crate::discord::actions::{ComponentAction, HistoryAction};
use crate::discord::commands;
use crate::discord::commands::first_game;
use crate::discord::commands::menus::MenuCommand;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::history;
use crate::discord::interaction::{Call, Given, Interaction, MenuOf, Person};
use crate::discord::locale::private;
use crate::game::{GameId, Rev};
use crate::words::NotDone;

/// Carries out this command.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    command: MenuCommand,
    of: &MenuOf,
) -> HandlerResult {
    match (command, of) {
        (MenuCommand::Challenge, MenuOf::Person(person)) => challenge(ctx, interaction, person).await,
        (MenuCommand::Profile, MenuOf::Person(person)) => profile(ctx, interaction, person).await,
        (MenuCommand::Analyse, MenuOf::Message(ids)) => {
            let (game, _) = shown(ctx, interaction, ids).await?;
            history::run(ctx, interaction, HistoryAction::Analyse(game)).await
        }
        (MenuCommand::PlayFromHere, MenuOf::Message(ids)) => {
            let (game, rev) = shown(ctx, interaction, ids).await?;
            let at = ctx.app.position_at(game, rev).await?;
            Ok(Response::say(first_game::from_here(private(interaction), &at)))
        }
        _ => Err(HandlerError::not_done(interaction, NotDone::UnknownCommand)),
    }
}

/// Asks which game to challenge a person to.
async fn challenge(ctx: &Context, interaction: &Interaction, person: &Person) -> HandlerResult {
    if person.bot && person.id.0 != ctx.messenger.application {
        return Err(Rejection::Bot.into());
    }
    Ok(Response::say(first_game::which_game(ctx, interaction, person.id, 0).await?))
}

/// Same as `/profile`.
async fn profile(ctx: &Context, interaction: &Interaction, person: &Person) -> HandlerResult {
    let options = vec![("user".to_owned(), Given::Person(person.clone()))];
    let call = Call { name: "profile".to_owned(), options, ..Call::default() };
    match commands::find(&call.name) {
        Some(command) => command.run(ctx, interaction, &call).await,
        None => Err(HandlerError::not_done(interaction, NotDone::UnknownCommand)),
    }
}

/// The game that a message shows, found by its components' ids, and its event; `None`: the current position.
async fn shown(
    ctx: &Context,
    interaction: &Interaction,
    ids: &[String],
) -> Result<(GameId, Option<Rev>), HandlerError> {
    let actions = ids.iter().filter_map(|id| id.parse::<ComponentAction>().ok());
    let games: Vec<(GameId, Option<Rev>)> = actions
        .filter_map(|action| match action.named() {
            Some(Named::Game(game)) => Some((game, action.below_board().map(|now| now.rev))),
            _ => None,
        })
        .collect();
    // A button that answers an offer has the offer's event, which may be older than the board.
    let found = games.into_iter().max_by_key(|(_, rev)| *rev);
    let Some((game, rev)) = found else {
        return Err(HandlerError::not_done(interaction, NotDone::NoBoardThere));
    };
    ctx.app.is_named_here(&caller(interaction), Named::Game(game), false).await?;
    Ok((game, rev))
}
