//! Shows the move that the bot makes after an answer.

use tokio::time::Instant;

use crate::app::{AppResult, GameView, MessageRef, OldBoard};
use crate::discord::context::{Context, EngineShownAt};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::outbox::newest_board::{AFTERWARDS, board_posted, expected, put};
use crate::game::{GameId, Rev};

/// Waits for the bot's move and shows it.
///
/// It appears in the newest message that shows the player's move, if that message was made by a token; else,
/// if the bot can only answer, beside the answer; else through the outbox. `made` is the answer.
pub async fn show(
    ctx: &Context,
    interaction: &Interaction,
    (game, seen): (GameId, Rev),
    (at, made): (EngineShownAt, Option<MessageRef>),
) -> AppResult<()> {
    let Some(view) = ctx.app.engine_answer(game, seen, ctx.clock.now()).await? else { return Ok(()) };
    if matches!(at, EngineShownAt::Alone | EngineShownAt::Board) {
        ctx.outbox.show(game, view.rev);
        return if at == EngineShownAt::Alone {
            show_alone(ctx, interaction, &view, made).await
        } else {
            Ok(())
        };
    }
    let (reply, deadline) = (boards::board(public(interaction), &view), Instant::now() + AFTERWARDS);
    let only_answers = interaction.place.absent && interaction.place.channel == view.place.channel;
    if let Some((message, token)) = ctx.app.board_of(game, seen, ctx.clock.now()).await? {
        match ctx.messenger.put_by_token((&token.0, message.message), &reply, deadline).await {
            Ok(()) => return put(ctx, game, view.rev, OldBoard { message, token: Some(token) }).await,
            Err(failure) => {
                tracing::debug!(%game, %failure, "the bot's move could not be shown in its place");
            }
        }
    } else if only_answers && at == EngineShownAt::Beside {
        match ctx.messenger.follow_up(interaction, &reply, deadline).await {
            Ok(at) => return board_posted(ctx, game, view.rev, at, Some(expected(interaction))).await,
            Err(failure) => {
                tracing::debug!(%game, %failure, "the bot's move could not be shown beside the answer");
            }
        }
    }
    ctx.outbox.show(game, view.rev);
    Ok(())
}

/// Updates the answer that only the player sees, so that it shows the bot's move as well.
async fn show_alone(
    ctx: &Context,
    interaction: &Interaction,
    view: &GameView,
    made: Option<MessageRef>,
) -> AppResult<()> {
    let card = made.map(|at| at.message).or_else(|| interaction.clicked().map(|message| message.id));
    let Some(message) = card else { return Ok(()) };
    let board = boards::for_one(private(interaction), view, interaction.who.id);
    let deadline = Instant::now() + AFTERWARDS;
    if let Err(failure) = ctx.messenger.put_by_token((&interaction.token, message), &board, deadline).await {
        tracing::debug!(game = %view.game, %failure, "the player was not shown the bot's move alone");
    }
    Ok(())
}
