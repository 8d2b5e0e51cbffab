//! The newest board of each game: which message it is, and that it shows the current state of the game.
//!
//! A board that arrives later than a newer one, and so appears below it, is updated to the current state. The
//! board before the newest loses its buttons, and what it says of offers, by the token of its own answer, or
//! else through the outbox.

use std::time::Duration;

use tokio::time::Instant;

use crate::app::{AppResult, Expected, MessageRef, OldBoard, Posted};
use crate::discord::channels::threads;
use crate::discord::context::{Context, FirstBoard};
use crate::discord::interaction::Interaction;
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::outbox::{closed_offer, old_board};
use crate::discord::reply::Reply;
use crate::discord::rest::request::{closes, nobody_plays};
use crate::discord::rest::wire;
use crate::game::{AnswerToken, ChannelId, GameId, Rev, UserId};

/// Time limit for what follows an answer.
pub const AFTERWARDS: Duration = Duration::from_secs(10);
/// Time limit for one edit that updates a board to the state of its game.
const RETIRING: Duration = Duration::from_secs(3);
/// How many times a board is edited to show its game's offers, if they keep changing meanwhile.
const RELABELS: u32 = 5;

/// Returns the interaction whose answer is a board, and its token.
pub fn expected(interaction: &Interaction) -> Expected {
    Expected { interaction: interaction.id, token: AnswerToken(interaction.token.clone()) }
}

/// Updates the newest board of a game to the current offers and deadline, and messages of closed offers.
///
/// A board of an older position is left to the next one. Returns false if the board is not up to date, but
/// may be updated later.
pub async fn relabel(ctx: &Context, game: GameId) -> AppResult<bool> {
    closed_offer::look(ctx, game).await?;
    let mut shown: Option<MessageRef> = None;
    let mut is_shown = true;
    for _ in 0..RELABELS {
        let newest = ctx.app.newest_board(game, ctx.clock.now()).await?;
        let newest = newest.map(|(board, view)| (board.message, board.token, view));
        let same = newest.filter(|(at, ..)| shown.is_none_or(|last| last == *at));
        let Some((at, token, view)) = same else {
            // A later board has removed its buttons meanwhile, and this edit has put them back.
            if let Some(old) = shown {
                old_board::retire_soon(ctx, old).await;
            }
            return Ok(true);
        };
        let Some(view) = view else { return Ok(true) };
        // An edit sends no notification, but without this the player to move would lose the mark
        // of having been pinged.
        let ping = view.to_move_pinged;
        let board = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view).ping(ping);
        let body = wire::relabelled(&ctx.messenger.ready(board));
        let deadline = Instant::now() + RETIRING;
        let edited = match &token {
            Some(token) => ctx.messenger.edit_by_token((&token.0, at.message), &body, deadline).await,
            None => ctx.messenger.edit(at, &body, deadline).await,
        };
        is_shown = true;
        if let Err(failure) = edited {
            let waits = closes(&failure).is_some_and(nobody_plays);
            is_shown = !waits && !failure.may_pass();
            tracing::debug!(%game, %failure, "a board does not show how its game stands; the next one will");
        }
        if ctx.app.still_shows(game, at.message, view.rev).await? {
            return Ok(is_shown);
        }
        shown = Some(at);
    }
    Ok(is_shown)
}

/// Records the newest board of a game. The one before loses its buttons, and the messages of offers that
/// it closes are updated.
pub async fn board_posted(
    ctx: &Context,
    game: GameId,
    rev: Rev,
    at: MessageRef,
    answer: Option<Expected>,
) -> AppResult<()> {
    let posted = Posted { game, rev, message: at, answer, now: ctx.clock.now() };
    let noted = ctx.app.board_posted(posted).await?;
    if noted.overtaken {
        ctx.store.forget_unnoted_board(game, rev).await?;
    }
    match (noted.old, noted.below) {
        (Some(old), Some(answer)) => catch_up(ctx, game, old, answer).await?,
        (Some(old), None) => {
            let text = match noted.asked {
                Some(shown) => left_behind(ctx, game, shown).await.unwrap_or_else(|error| {
                    tracing::error!(%error, %game, "an old board says what it said");
                    None
                }),
                None => None,
            };
            old_board::retire(ctx, old, text).await;
        }
        (None, _) => {}
    }
    if noted.behind {
        // The code that made the offer could not know of this board.
        return Box::pin(relabel(ctx, game)).await.map(|_shown| ());
    }
    if noted.offers { closed_offer::look(ctx, game).await } else { Ok(()) }
}

/// The text of a board that is no longer the newest: an offer on it stands no longer, or on the newest one.
async fn left_behind(ctx: &Context, game: GameId, shown: Rev) -> AppResult<Option<Reply>> {
    let Some(view) = ctx.app.left_behind(game, shown).await? else { return Ok(None) };
    // As in `relabel`, whoever was pinged keeps the mark of it.
    let board = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view).ping(view.to_move_pinged);
    Ok(Some(Reply { rows: Vec::new(), ..board }))
}

/// Updates an older board that arrived after the newest, and so appears below it in the chat. It is edited to
/// show the current state, and becomes the newest.
async fn catch_up(ctx: &Context, game: GameId, old: OldBoard, answer: Expected) -> AppResult<()> {
    let Some(view) = ctx.app.game_standing(game, ctx.clock.now()).await? else { return Ok(()) };
    // An edit sends no notification, and the board above has already sent one.
    let reply = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view).ping(None);
    let (at, deadline) = (old.message, Instant::now() + AFTERWARDS);
    match ctx.messenger.put_by_token((&answer.token.0, at.message), &reply, deadline).await {
        Ok(()) => {
            // It was recorded as old, and no longer is.
            ctx.outbox.retired(old.message.message);
            Box::pin(board_posted(ctx, game, view.rev, at, Some(answer))).await
        }
        Err(failure) => {
            tracing::debug!(%game, %failure, "an older board that stands lowest only loses its buttons");
            old_board::retire(ctx, old, None).await;
            Ok(())
        }
    }
}

/// Records that the newest board of a game was edited to show this event. If a later board has arrived
/// meanwhile, this one loses its buttons and the outbox shows the event.
pub async fn put(ctx: &Context, game: GameId, rev: Rev, board: OldBoard) -> AppResult<()> {
    if ctx.store.board_shows(game, board.message.message, rev).await? {
        return closed_offer::look(ctx, game).await;
    }
    old_board::retire(ctx, board, None).await;
    ctx.outbox.show(game, rev);
    Ok(())
}

/// Records that the outbox has edited the newest board of a game to show this event. If a later board has
/// arrived meanwhile, this one loses its buttons and the outbox shows the event.
pub async fn shown_in_place(ctx: &Context, game: GameId, rev: Rev, at: MessageRef) -> AppResult<()> {
    put(ctx, game, rev, OldBoard { message: at, token: None }).await?;
    let now = ctx.clock.now();
    // Another process has shown a later event meanwhile, and this edit may have come after that one.
    if ctx.app.shown_by(game, at.message, now).await?.is_some_and(|shown| shown > rev)
        && let Some(view) = ctx.app.game_standing(game, now).await?
    {
        let board = boards::board(unasked(&ctx.languages, view.locale.as_ref()), &view).ping(None);
        if let Err(failure) = ctx.messenger.replace(at, &board, Instant::now() + AFTERWARDS).await {
            tracing::debug!(%game, %failure, "a board may show an earlier position; the next one will not");
        }
    }
    Ok(())
}

/// Adds the players of a game to the thread where it is first shown.
pub async fn add_players(
    ctx: &Context,
    thread: ChannelId,
    members: &[UserId],
    (at, board): (Option<MessageRef>, &FirstBoard),
) -> AppResult<()> {
    threads::add_members(ctx, thread, members, at.map(|at| (at, board))).await;
    let Some(at) = at else { return Ok(()) };
    // Offers made meanwhile were shown on the board, and may have been overwritten.
    if !ctx.app.still_shows(board.game, at.message, board.rev).await? {
        relabel(ctx, board.game).await?;
    }
    Ok(())
}
