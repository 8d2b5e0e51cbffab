//! The card of the next game in which a person is to move. They move on it, and it goes on to the game after that.

use super::actions::confirmed;
use super::boards;
use super::choose_move::{self, Menu, WayChosen};
use crate::app::{NextGame, NextUp, Outcome};
use crate::discord::components::custom_id::{ComponentAction, GameRev};
use crate::discord::components::move_picker;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::private;
use crate::discord::reply::{Answer, Button, Card, CardPart, Reply, Select, Style};
use crate::discord::rest::mentions::{link, written};
use crate::game::GameId;
use crate::words::{Label, MenuText, NotDone, Receipt, Words};

/// The next game that waits for the person who asks, after the one named `last`; or that there is none.
///
/// # Errors
/// Only faults.
pub async fn next(ctx: &Context, from: &Interaction, last: Option<GameId>) -> Result<Reply, HandlerError> {
    below(ctx, from, last, Card::default()).await
}

/// The same, below what the card says first.
async fn below(
    ctx: &Context,
    from: &Interaction,
    last: Option<GameId>,
    card: Card,
) -> Result<Reply, HandlerError> {
    let words = private(from);
    Ok(match ctx.app.next(&caller(from), last).await? {
        NextUp::Game(next) => {
            let again = last == Some(next.view.game);
            game(words, &next, card.text(words.next_number(&next, again)))
        }
        NextUp::Nothing { live: 0, .. } => Reply::card(card.text(words.games_count(0, None))),
        NextUp::Nothing { live, soonest } => Reply::card(card.text(words.next_none(live, soonest, &written))),
    })
}

fn game(words: &'static Words, next: &NextGame, card: Card) -> Reply {
    let view = &next.view;
    let now = GameRev { game: view.game, rev: view.rev };
    let card = card
        .part(CardPart::Linked {
            text: words.next_game(next, &written),
            label: words.label(Label::GoToGame),
            url: link(view.place),
        })
        .part(CardPart::Picture);
    let pieces = move_picker::of_pieces(words, ComponentAction::NextPiece(now), &view.movers());
    Reply::card(to_move(words, card, vec![pieces], now)).picture(boards::picture(words, view))
}

/// Adds menus, and the buttons below them.
fn to_move(words: &Words, card: Card, menus: Vec<Select>, now: GameRev) -> Card {
    let to = |label, id| Button { label: words.label(label), id, style: Style::Plain };
    menus
        .into_iter()
        // Discord rejects a menu without lines.
        .filter(|menu| !menu.lines.is_empty())
        .fold(card, Card::select)
        .buttons(vec![to(Label::TypeMove, ComponentAction::NextType(now)), on(words, now.game)])
}

fn on(words: &Words, last: GameId) -> Button {
    Button { label: words.label(Label::NextGame), id: ComponentAction::Next(last), style: Style::Plain }
}

/// The board with the moves of the chosen piece.
fn chosen(words: &'static Words, (menu, shown): &Menu) -> Reply {
    let now = GameRev { game: menu.game, rev: menu.rev };
    let menus = move_picker::of_card(words, &move_picker::OF_NEXT, menu, shown);
    let Some(piece) = &menu.chosen else {
        return Reply::card(to_move(words, Card::of(words.menu(MenuText::Which)), menus, now));
    };
    let card = Card::of(words.told_mover(piece)).part(CardPart::Picture);
    let picture = boards::in_look(words, &piece.board, piece.look);
    Reply::card(to_move(words, card, menus, now)).picture(picture)
}

/// A choice or a click on the card.
///
/// # Errors
/// A private sentence.
pub async fn press(
    ctx: &Context,
    from: &Interaction,
    meaning: ComponentAction,
    lines: &[String],
) -> HandlerResult {
    let (words, text) = (private(from), lines.first().map_or("", |text| text.trim()));
    match meaning {
        ComponentAction::Next(last) => Ok(Response::turn(next(ctx, from, Some(last)).await?)),
        ComponentAction::NextPiece(now) => match choose_move::piece(ctx, from, now, text).await {
            Ok(menu) => Ok(Response::turn(chosen(words, &menu))),
            Err(stop) => out_of_date(from, now, stop),
        },
        ComponentAction::NextTo(then) | ComponentAction::NextAs(then) => {
            match choose_move::way(ctx, from, then, text).await {
                Ok(WayChosen::Played(outcome)) => Ok(played(ctx, from, &outcome).await),
                Ok(WayChosen::Menu(menu)) => Ok(Response::turn(chosen(words, &menu))),
                Err(stop) => out_of_date(from, then.now, stop),
            }
        }
        ComponentAction::NextType(now) => match choose_move::form(ctx, from, now, meaning).await {
            Err(stop) => out_of_date(from, now, stop),
            opened => opened,
        },
        _ => Err(HandlerError::say(words.not_done(NotDone::Unreadable))),
    }
}

/// The form of the card was submitted: plays the move that was typed.
///
/// # Errors
/// A private sentence for the player.
pub async fn typed(
    ctx: &Context,
    from: &Interaction,
    now: GameRev,
    fields: &[(String, Entered)],
) -> HandlerResult {
    match choose_move::play_typed(ctx, from, &caller(from), now, fields).await {
        Ok(outcome) => Ok(played(ctx, from, &outcome).await),
        Err(stop) => out_of_date(from, now, stop),
    }
}

/// The board is posted where its game is played, and the card goes on to the next game.
async fn played(ctx: &Context, from: &Interaction, outcome: &Outcome) -> Response {
    let Response { answer, then } = confirmed(from, Receipt::Played, outcome);
    let receipt = match answer {
        Answer::Update(text) => Card::of(text),
        _ => Card::default(),
    };
    // The move is played, so it is confirmed even if there is nothing to show next.
    let card = below(ctx, from, Some(outcome.view.game), receipt.clone()).await;
    Response { answer: Answer::Turn(card.unwrap_or_else(|_| Reply::card(receipt))), then }
}

/// An outdated card says so and shows its game as it stands.
fn out_of_date(from: &Interaction, now: GameRev, stop: HandlerError) -> HandlerResult {
    let words = private(from);
    match stop {
        HandlerError::Refused(refused) if refused.fresh().is_some() => {
            let card = Card::of(words.refused(&refused, &written)).part(CardPart::Picture);
            let reply = Reply::card(card.buttons(vec![on(words, now.game)]));
            Ok(Response::turn(match refused.fresh() {
                Some(view) => reply.picture(boards::picture(words, view)),
                None => reply,
            }))
        }
        stop => Err(stop),
    }
}
