//! The card of the game that waits for a person. Moves are made on it, and then it shows the one behind it.

use super::actions::confirmed;
use super::boards;
use super::choose_move::{self, Menu, WayChosen};
use crate::app::{NextGame, NextUp, Outcome};
use crate::discord::components::custom_id::{Meaning, Moment};
use crate::discord::components::move_picker;
use crate::discord::context::{Desk, Done, Handled, Stop, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::private;
use crate::discord::reply::{Answer, Button, Card, CardPart, Reply, Select, Style};
use crate::discord::rest::mentions::{link, written};
use crate::game::GameId;
use crate::words::{Label, MenuText, NotDone, Receipt, Words};

/// The next game that waits for whoever asks, after the one that is named; or that there is none.
///
/// # Errors
/// Only faults.
pub async fn next(desk: &Desk, from: &Interaction, last: Option<GameId>) -> Result<Reply, Stop> {
    below(desk, from, last, Card::default()).await
}

/// The same below what the card says first.
async fn below(desk: &Desk, from: &Interaction, last: Option<GameId>, card: Card) -> Result<Reply, Stop> {
    let words = private(from);
    Ok(match desk.app.next(&caller(from), last).await? {
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
    let now = Moment { game: view.game, rev: view.rev };
    let card = card
        .part(CardPart::Linked {
            text: words.next_game(next, &written),
            label: words.label(Label::GoToGame),
            url: link(view.place),
        })
        .part(CardPart::Picture);
    let pieces = move_picker::of_pieces(words, Meaning::NextPiece(now), &view.movers());
    Reply::card(to_move(words, card, vec![pieces], now)).picture(boards::picture(words, view))
}

/// With menus, and the buttons below them.
fn to_move(words: &Words, card: Card, menus: Vec<Select>, now: Moment) -> Card {
    let to = |label, id| Button { label: words.label(label), id, style: Style::Plain };
    menus
        .into_iter()
        // Discord takes no menu without lines.
        .filter(|menu| !menu.lines.is_empty())
        .fold(card, Card::select)
        .buttons(vec![to(Label::TypeMove, Meaning::NextType(now)), on(words, now.game)])
}

fn on(words: &Words, last: GameId) -> Button {
    Button { label: words.label(Label::NextGame), id: Meaning::Next(last), style: Style::Plain }
}

/// The board with the ways of the piece that is chosen.
fn chosen(words: &'static Words, (menu, shown): &Menu) -> Reply {
    let now = Moment { game: menu.game, rev: menu.rev };
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
pub async fn press(desk: &Desk, from: &Interaction, meaning: Meaning, lines: &[String]) -> Handled {
    let (words, text) = (private(from), lines.first().map_or("", |text| text.trim()));
    match meaning {
        Meaning::Next(last) => Ok(Done::turn(next(desk, from, Some(last)).await?)),
        Meaning::NextPiece(now) => match choose_move::piece(desk, from, now, text).await {
            Ok(menu) => Ok(Done::turn(chosen(words, &menu))),
            Err(stop) => out_of_date(from, now, stop),
        },
        Meaning::NextTo(then) | Meaning::NextAs(then) => match choose_move::way(desk, from, then, text).await
        {
            Ok(WayChosen::Played(outcome)) => Ok(played(desk, from, &outcome).await),
            Ok(WayChosen::Menu(menu)) => Ok(Done::turn(chosen(words, &menu))),
            Err(stop) => out_of_date(from, then.now, stop),
        },
        Meaning::NextType(now) => match choose_move::form(desk, from, now, meaning).await {
            Err(stop) => out_of_date(from, now, stop),
            opened => opened,
        },
        _ => Err(Stop::say(words.not_done(NotDone::Unreadable))),
    }
}

/// The form of the card was handed in: what was typed is played.
///
/// # Errors
/// A private sentence for whoever typed it.
pub async fn typed(desk: &Desk, from: &Interaction, now: Moment, fields: &[(String, Entered)]) -> Handled {
    match choose_move::play_typed(desk, from, &caller(from), now, fields).await {
        Ok(outcome) => Ok(played(desk, from, &outcome).await),
        Err(stop) => out_of_date(from, now, stop),
    }
}

/// The board is posted where its game is played, and the card shows the game behind it.
async fn played(desk: &Desk, from: &Interaction, outcome: &Outcome) -> Done {
    let Done { answer, then } = confirmed(from, Receipt::Played, outcome);
    let receipt = match answer {
        Answer::Update(text) => Card::of(text),
        _ => Card::default(),
    };
    // The move is played, whether or not there is something to be shown now.
    let card = below(desk, from, Some(outcome.view.game), receipt.clone()).await;
    Done { answer: Answer::Turn(card.unwrap_or_else(|_| Reply::card(receipt))), then }
}

/// A card that is out of date says so and shows its game as it stands.
fn out_of_date(from: &Interaction, now: Moment, stop: Stop) -> Handled {
    let words = private(from);
    match stop {
        Stop::Refused(refused) if refused.fresh().is_some() => {
            let card = Card::of(words.refused(&refused, &written)).part(CardPart::Picture);
            let reply = Reply::card(card.buttons(vec![on(words, now.game)]));
            Ok(Done::turn(match refused.fresh() {
                Some(view) => reply.picture(boards::picture(words, view)),
                None => reply,
            }))
        }
        stop => Err(stop),
    }
}
