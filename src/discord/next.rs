//! The card of the game that waits for a person.

use super::boards;
use super::custom_id::{Meaning, Moment};
use super::desk::{Desk, Stop, caller};
use super::event::Interaction;
use super::language::private;
use super::mentions::{link, written};
use super::menus;
use super::reply::{Button, Card, CardPart, Reply, Style};
use crate::app::{NextGame, NextUp};
use crate::game::GameId;
use crate::words::{Label, Words};

/// The next game that waits for whoever asks, after the one that is named; or that there is none.
///
/// # Errors
/// Only faults.
pub async fn next(desk: &Desk, from: &Interaction, last: Option<GameId>) -> Result<Reply, Stop> {
    let words = private(from);
    Ok(match desk.app.next(&caller(from), last).await? {
        NextUp::Game(next) => card(words, &next),
        NextUp::Nothing { live: 0, .. } => Reply::card(Card::of(words.games_count(0, None))),
        NextUp::Nothing { live, soonest } => Reply::card(Card::of(words.next_none(live, soonest, &written))),
    })
}

fn card(words: &'static Words, next: &NextGame) -> Reply {
    let view = &next.view;
    let now = Moment { game: view.game, rev: view.rev };
    let button = |label, id| Button { label: words.label(label), id, style: Style::Plain };
    let card = Card::of(words.next_number(next))
        .part(CardPart::Linked {
            text: words.next_game(next, &written),
            label: words.label(Label::GoToGame),
            url: link(view.place),
        })
        .part(CardPart::Picture)
        .select(menus::of_pieces(words, Meaning::ChoosePiece(now), &view.movers()))
        .buttons(vec![
            button(Label::TypeMove, Meaning::TypeMove(now)),
            button(Label::NextGame, Meaning::Next(view.game)),
        ]);
    Reply::card(card).picture(boards::picture(words, view))
}
