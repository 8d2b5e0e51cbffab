//! Looking back at a game: its moves in columns and any of its positions, for one person alone.

use super::boards;
use super::custom_id::{Leaf, Meaning};
use super::reply::{Button, Reply, Style};
use crate::app::Past;
use crate::game::Ply;
use crate::words::{Label, Words};

/// A page of the moves; without a number the last one.
pub fn moves(words: &'static Words, past: &Past, page: Option<u32>) -> Reply {
    let last = past.pages() - 1;
    let page = page.unwrap_or(last).min(last);
    let to = |label, page| button(words, label, Meaning::MoveList(Leaf { game: past.game, number: page }));
    let mut buttons = Vec::new();
    if page > 0 {
        buttons.push(to(Label::EarlierMoves, page - 1));
    }
    if page < last {
        buttons.push(to(Label::LaterMoves, page + 1));
    }
    if past.plies() > Ply(0) {
        let end = Leaf { game: past.game, number: past.end_of_page(page).0 };
        buttons.push(button(words, Label::SeePosition, Meaning::After(end)));
    }
    with(Reply::private(words.past_moves(past, page)), buttons)
}

/// The position after so many moves.
pub fn position(words: &'static Words, past: &Past, ply: Ply) -> Reply {
    let position = past.position(ply);
    let Ply(ply) = position.ply;
    let to = |label, ply| button(words, label, Meaning::After(Leaf { game: past.game, number: ply }));
    let mut buttons = Vec::new();
    if ply > 0 {
        buttons.push(to(Label::MoveBack, ply - 1));
    }
    if position.ply < past.plies() {
        buttons.push(to(Label::MoveForward, ply + 1));
    }
    let list = Leaf { game: past.game, number: past.page_of(position.ply) };
    buttons.push(button(words, Label::AllMoves, Meaning::MoveList(list)));
    let reply = Reply::private(words.past_position(past, &position));
    with(reply.picture(boards::of_board(words, &position.board)), buttons)
}

fn with(reply: Reply, buttons: Vec<Button>) -> Reply {
    if buttons.is_empty() { reply } else { reply.buttons(buttons) }
}

fn button(words: &Words, label: Label, id: Meaning) -> Button {
    Button { label: words.label(label), id, style: Style::Plain }
}
