//! Moving without a command: a piece is chosen below a board and its move on a private card, or the move is
//! typed into a form.
//!
//! Menus and the form make the same call as `/move`, with the text of a move.

use super::actions::{confirmed, play, played_on_card, spoken};
use crate::app::{Caller, MoveMenu, Outcome, Side};
use crate::discord::actions::{BoardAction, ComponentAction, GameRev};
use crate::discord::components::click::{Click, typed_move};
use crate::discord::components::form::for_move;
use crate::discord::components::move_card::{self, CardShown, MoveCard, WantedPiece};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, answering, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::messages::move_picker;
use crate::discord::messages::move_picker::{CardActions, CardState};
use crate::discord::reply::{Answer, Reply};
use crate::words::{MenuText, Receipt};

/// Handles a click or a choice on a board or on the card opened from it, or its submitted form.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: BoardAction,
    click: Click<'_>,
) -> HandlerResult {
    match action {
        BoardAction::Piece(now) => {
            move_card::piece(&BoardCard { shown: now, opens: true }, ctx, interaction, click.text()).await
        }
        BoardAction::OtherPiece(now) => {
            let card = BoardCard { shown: now, opens: false };
            on_card(interaction, move_card::piece(&card, ctx, interaction, click.text()).await)
        }
        BoardAction::To(then) | BoardAction::As(then) => {
            let card = BoardCard { shown: then.now, opens: false };
            on_card(interaction, move_card::place(&card, ctx, interaction, then.from, click.text()).await)
        }
        BoardAction::Type(now) => match click.fields {
            None => form(ctx, interaction, now, action).await,
            Some(fields) => typed(ctx, interaction, now, fields).await,
        },
        BoardAction::Flip(now) => {
            let view = ctx.app.board_alone(&answering(interaction), now.into(), Some(Side::Flipped)).await?;
            let reply = Reply::private(private(interaction).flipped(view.board.side));
            Ok(Response::say(reply.picture(boards::picture(private(interaction), &view))))
        }
    }
}

/// The private card with the moves of a piece, opened from a board.
struct BoardCard {
    shown: GameRev,
    /// True if the card does not exist yet: the choice was made on the board.
    opens: bool,
}

impl MoveCard for BoardCard {
    async fn show(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        wanted: &WantedPiece<'_>,
        state: CardState,
    ) -> Result<CardShown, HandlerError> {
        let menu = pieces(ctx, interaction, self.shown, wanted).await?;
        let reply = shown(interaction, &menu, &state);
        let response = if self.opens { Response::say(reply) } else { Response::turn(reply) };
        Ok(CardShown { response, lacks_piece: menu.chosen.is_none() })
    }

    async fn play(&self, ctx: &Context, interaction: &Interaction, text: &str) -> HandlerResult {
        let outcome = play(ctx, interaction, &caller(interaction), self.shown.into(), text).await?;
        // The card becomes a receipt, and the new board is a separate message; against the bot the card
        // becomes the board.
        Ok(played_on_card(interaction, &outcome))
    }
}

/// The pieces that can move in a game, and the moves of the wanted one.
pub async fn pieces(
    ctx: &Context,
    interaction: &Interaction,
    shown: GameRev,
    wanted: &WantedPiece<'_>,
) -> Result<MoveMenu, HandlerError> {
    Ok(ctx.app.move_menu(&caller(interaction), shown.into(), |movers| wanted.among(movers)).await?)
}

/// Replaces an outdated card by the current board, so that nothing more can be chosen on it.
fn on_card(interaction: &Interaction, handled: HandlerResult) -> HandlerResult {
    match handled {
        Err(HandlerError::Refused(refused)) if refused.fresh().is_some() => {
            match HandlerError::Refused(refused).told(private(interaction)) {
                Some((reply, _)) => Ok(Response::turn(reply)),
                None => Err(HandlerError::AlreadyDone),
            }
        }
        handled => handled,
    }
}

/// The private card: the board with the moves of the chosen piece, and the menus.
fn shown(interaction: &Interaction, menu: &MoveMenu, state: &CardState) -> Reply {
    let words = private(interaction);
    let reply = match &menu.chosen {
        Some(chosen) => {
            let picture = boards::in_look(words, &chosen.board, chosen.look);
            Reply::private(words.told_mover(chosen)).picture(picture)
        }
        None => Reply::private(words.menu(MenuText::Which)),
    };
    let actions = CardActions {
        now: GameRev { game: menu.game, rev: menu.rev },
        piece: BoardAction::OtherPiece,
        to: BoardAction::To,
        becomes: BoardAction::As,
    };
    let menus = move_picker::of_card(words, &actions, (&menu.movers, menu.chosen.as_ref()), state);
    menus.into_iter().fold(reply, Reply::select)
}

/// Opens the form for a move if it is the person's turn. Submitting it triggers `id`.
///
/// # Errors
/// A private sentence if the person may not move.
pub async fn form(
    ctx: &Context,
    interaction: &Interaction,
    shown: GameRev,
    id: impl Into<ComponentAction>,
) -> HandlerResult {
    let game = ctx.app.may_move(&caller(interaction), shown.into()).await?;
    Ok(Response::form(for_move(private(interaction), id, game)))
}

/// Plays the move that was typed into the form.
pub async fn play_typed(
    ctx: &Context,
    interaction: &Interaction,
    by: &Caller,
    shown: GameRev,
    fields: &[(String, Entered)],
) -> Result<Outcome, HandlerError> {
    let played = play(ctx, interaction, by, shown.into(), typed_move(interaction, fields)?).await;
    played.map_err(|stop| without_list(interaction, stop))
}

/// Removes the list of possible moves from a rejection, because a form cannot offer them.
fn without_list(interaction: &Interaction, stop: HandlerError) -> HandlerError {
    match stop {
        HandlerError::Refused(refused) => match private(interaction).refused_in_form(&refused) {
            Some(told) => HandlerError::say(told),
            None => HandlerError::Refused(refused),
        },
        stop => stop,
    }
}

/// Handles the submitted form of a board.
async fn typed(
    ctx: &Context,
    interaction: &Interaction,
    shown: GameRev,
    fields: &[(String, Entered)],
) -> HandlerResult {
    let outcome = play_typed(ctx, interaction, &answering(interaction), shown, fields).await?;
    if outcome.view.place.channel == interaction.place.channel {
        return Ok(spoken(interaction, &outcome, None));
    }
    let mut done = confirmed(interaction, Receipt::Played, &outcome);
    // A new message: the one with the button stays unchanged.
    if let Answer::Update(text) = &done.answer {
        done.answer = Answer::Message(Reply::private(text.as_str()));
    }
    Ok(done)
}
