//! Moving without a command: a piece is chosen below a board and its move on a private card, or the move is typed into a form.
//!
//! Menus and the form end in the same call as `/move`, with the text of a move. Nothing is kept of what is half chosen.

use super::actions::{confirmed, play, spoken};
use super::boards;
use crate::app::{Caller, MoveMenu, Mover, Outcome, Target};
use crate::discord::components::custom_id::{ComponentAction, GameRev, PieceThen};
use crate::discord::components::form::TextForm;
use crate::discord::components::move_picker::{self, CardState, MenuPick};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, answering, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::reply::{Answer, Reply};
use crate::rules::Variant;
use crate::words::{Label, MenuText, NotDone, Receipt, Words};

/// The `custom_id` of the form's field.
const FIELD: &str = "move";
/// The most characters of a typed move, as in `/move`.
const TYPED_MAX: u16 = 100;

/// A choice in one of the menus, or a click that opens the form.
///
/// # Errors
/// A private sentence for the player.
pub async fn press(
    ctx: &Context,
    from: &Interaction,
    meaning: ComponentAction,
    chosen: &[String],
) -> HandlerResult {
    let text = chosen.first().map_or("", |text| text.trim());
    match meaning {
        ComponentAction::ChoosePiece(now) => {
            Ok(Response::say(shown(from, piece(ctx, from, now, text).await?)))
        }
        ComponentAction::SwapPiece(now) => {
            on_card(from, piece(ctx, from, now, text).await.map(|menu| Response::turn(shown(from, menu))))
        }
        ComponentAction::PlayTo(then) | ComponentAction::PlayAs(then) => {
            let done = way(ctx, from, then, text).await.map(|chosen| match chosen {
                // The card becomes a receipt, so the new board is a message of its own.
                WayChosen::Played(outcome) => confirmed(from, Receipt::Played, &outcome),
                WayChosen::Menu(menu) => Response::turn(shown(from, *menu)),
            });
            on_card(from, done)
        }
        ComponentAction::TypeMove(now) => form(ctx, from, now, meaning).await,
        _ => Err(unreadable(from)),
    }
}

/// The pieces and moves there are, and which part of them is shown.
pub type Menu = (MoveMenu, CardState);

/// What comes of choosing a move.
pub enum WayChosen {
    Played(Box<Outcome>),
    /// There is more to choose: another page, or what a pawn becomes.
    Menu(Box<Menu>),
}

fn target(now: GameRev) -> Target {
    Target::Button(now.game, now.rev)
}

fn unreadable(from: &Interaction) -> HandlerError {
    HandlerError::say(private(from).not_done(NotDone::Unreadable))
}

/// Turns an outdated card into the board as it stands, so that nothing more can be chosen on it.
fn on_card(from: &Interaction, handled: HandlerResult) -> HandlerResult {
    match handled {
        Err(HandlerError::Refused(refused)) if refused.fresh().is_some() => {
            match HandlerError::Refused(refused).told(private(from)) {
                Some((reply, _)) => Ok(Response::turn(reply)),
                None => Err(HandlerError::Nothing),
            }
        }
        handled => handled,
    }
}

/// The moves of the chosen piece, or another page of pieces.
///
/// # Errors
/// A private sentence for the player.
pub async fn piece(
    ctx: &Context,
    from: &Interaction,
    now: GameRev,
    text: &str,
) -> Result<Menu, HandlerError> {
    let languages = [private(from), public(from)];
    let picked = move_picker::picked(languages, text);
    let chosen = |movers: &[Mover]| match &picked {
        MenuPick::Line(text) => move_picker::mover_at(languages, movers, text),
        MenuPick::Page(_) | MenuPick::Place(_) => None,
    };
    let menu = ctx.app.move_menu(&caller(from), target(now), chosen).await?;
    match picked {
        MenuPick::Page(page) => Ok((menu, CardState { page: Some(page), open: None })),
        _ if menu.chosen.is_some() => Ok((menu, CardState::default())),
        _ => Err(unreadable(from)),
    }
}

/// Plays the chosen move, or shows another page of moves or what a pawn can become.
///
/// # Errors
/// A private sentence for the player.
pub async fn way(
    ctx: &Context,
    from: &Interaction,
    then: PieceThen,
    text: &str,
) -> Result<WayChosen, HandlerError> {
    let shown = match move_picker::picked([private(from), public(from)], text) {
        MenuPick::Line(text) => {
            let outcome = play(ctx, from, &caller(from), target(then.now), &text).await?;
            return Ok(WayChosen::Played(Box::new(outcome)));
        }
        MenuPick::Page(page) => CardState { page: Some(page), open: None },
        MenuPick::Place(place) => CardState { page: None, open: Some(place) },
    };
    let same = |movers: &[Mover]| movers.iter().position(|mover| mover.from == then.from);
    let menu = ctx.app.move_menu(&caller(from), target(then.now), same).await?;
    if menu.chosen.is_none() {
        return Err(unreadable(from));
    }
    Ok(WayChosen::Menu(Box::new((menu, shown))))
}

/// The private card: the board with the moves of the chosen piece, and the menus.
fn shown(from: &Interaction, (menu, shown): Menu) -> Reply {
    let words = private(from);
    let reply = match &menu.chosen {
        Some(chosen) => {
            let picture = boards::in_look(words, &chosen.board, chosen.look);
            Reply::private(words.told_mover(chosen)).picture(picture)
        }
        None => Reply::private(words.menu(MenuText::Which)),
    };
    move_picker::of_card(words, &move_picker::OF_BOARD, &menu, &shown).into_iter().fold(reply, Reply::select)
}

/// Opens the form for a move if it is the person's turn. Submitting it means `id`.
///
/// # Errors
/// A private sentence for a person who may not move.
pub async fn form(ctx: &Context, from: &Interaction, now: GameRev, id: ComponentAction) -> HandlerResult {
    let game = ctx.app.may_move(&caller(from), target(now)).await?;
    Ok(Response { answer: Answer::Form(form_for_move(private(from), id, game)), then: Vec::new() })
}

/// The form for a move of a game. Submitting it means `id`.
pub fn form_for_move(words: &Words, id: ComponentAction, game: Variant) -> TextForm {
    TextForm {
        title: words.label(Label::TypeMove),
        id,
        name: FIELD,
        label: words.menu(MenuText::FormLabel),
        hint: words.form_hint(game),
        most: TYPED_MAX,
    }
}

/// The move that was typed into such a form.
///
/// # Errors
/// A private sentence if the form has no such field.
pub fn entered<'a>(from: &Interaction, fields: &'a [(String, Entered)]) -> Result<&'a str, HandlerError> {
    match fields.iter().find(|(name, _)| name == FIELD) {
        Some((_, Entered::Text(text))) => Ok(text),
        _ => Err(unreadable(from)),
    }
}

/// Plays the move that was typed into the form.
///
/// # Errors
/// A private sentence for the player.
pub async fn play_typed(
    ctx: &Context,
    from: &Interaction,
    by: &Caller,
    now: GameRev,
    fields: &[(String, Entered)],
) -> Result<Outcome, HandlerError> {
    let played = play(ctx, from, by, target(now), entered(from, fields)?).await;
    played.map_err(|stop| without_list(from, stop))
}

/// The same refusal without the list of moves to pick from, which a form cannot offer.
fn without_list(from: &Interaction, stop: HandlerError) -> HandlerError {
    match stop {
        HandlerError::Refused(refused) => match private(from).refused_in_form(&refused) {
            Some(told) => HandlerError::say(told),
            None => HandlerError::Refused(refused),
        },
        stop => stop,
    }
}

/// The form below a board was submitted.
///
/// # Errors
/// A private sentence for the player.
pub async fn typed(
    ctx: &Context,
    from: &Interaction,
    now: GameRev,
    fields: &[(String, Entered)],
) -> HandlerResult {
    let outcome = play_typed(ctx, from, &answering(from), now, fields).await?;
    if outcome.view.place.channel.0 == from.place.channel {
        return Ok(spoken(from, &outcome, None));
    }
    let mut done = confirmed(from, Receipt::Played, &outcome);
    // A new message: the one with the button stays as it is.
    if let Answer::Update(text) = &done.answer {
        done.answer = Answer::Message(Reply::private(text.as_str()));
    }
    Ok(done)
}
