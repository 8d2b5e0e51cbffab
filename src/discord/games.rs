//! The card of somebody's live games.

use super::custom_id::{Meaning, OfPerson};
use super::event::Interaction;
use super::language::private;
use super::mentions::{link, written};
use super::reply::{Button, Card, CardPart, Reply, Style};
use crate::app::GameLine;
use crate::game::UserId;
use crate::words::{Label, Mentioned, Words};

/// Games of a page: each is a section of three components, and a card has forty.
const A_PAGE: usize = 10;

/// A page of somebody's live games, counted from 0; of a number that is too large, the last one.
pub fn card(lines: &[GameLine], of: UserId, page: u32, from: &Interaction) -> Reply {
    let words = private(from);
    let own = of.0 == from.who.id;
    let whose = (!own).then(|| written(Mentioned::Person(of)));
    let pages = lines.len().div_ceil(A_PAGE).max(1);
    let page = (page as usize).min(pages - 1);
    let mut head = words.games_count(lines.len(), whose.as_deref());
    if pages > 1 {
        head = format!("{head} {}", words.games_page(page + 1, pages));
    }
    let shown = lines.iter().skip(page * A_PAGE).take(A_PAGE);
    let card = shown.fold(Card::of(head), |card, line| {
        let here = line.place.guild.is_some_and(|guild| from.place.guild == Some(guild.0));
        let place = here.then(|| written(Mentioned::Channel(line.place.channel)));
        let line = &GameLine { away: line.away.filter(|until| *until > from.received_at), ..line.clone() };
        card.part(CardPart::Linked {
            text: words.games_line(line, (of, own), place.as_deref(), &written),
            label: words.label(Label::GoToGame),
            url: link(line.place),
        })
    });
    let buttons = turning(words, of, page as u32, pages as u32);
    Reply::card(if buttons.is_empty() { card } else { card.buttons(buttons) })
}

/// The ways to the pages before and behind one.
fn turning(words: &Words, of: UserId, page: u32, pages: u32) -> Vec<Button> {
    let to = |label, page| Button {
        label: words.label(label),
        id: Meaning::Games(OfPerson { user: of, page }),
        style: Style::Plain,
    };
    let before = page.checked_sub(1).map(|page| to(Label::EarlierGames, page));
    let behind = (page + 1 < pages).then(|| to(Label::LaterGames, page + 1));
    before.into_iter().chain(behind).collect()
}
