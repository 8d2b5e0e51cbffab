//! Moves without typing a command: with the menus below a board, and with the form; all by keyboard.

use futures_util::FutureExt;
use serde_json::json;

use super::table::{ENTER, Match, Seat};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("a_game_is_played_by_menus_and_the_keyboard_alone", |table| menus(table).boxed()),
    ("a_move_is_typed_into_the_form", |table| form(table).boxed()),
];

const DOWN: &str = "\u{E015}";

/// Focuses the newest component with this prefix of its id.
const FOCUS: &str = "const found = [...document.querySelectorAll(`[data-custom-id^='${arguments[0]}']:not(:disabled)`)].pop();
    if (!found) return false;
    found.focus(); return document.activeElement === found";
/// The marked entry of the open list.
const MARKED: &str = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? ''";

/// Chooses the option with this prefix in the newest menu with this prefix of its id.
pub async fn choose(seat: &Seat, id: &str, line: &str) {
    seat.until(&format!("the menu {id}"), FOCUS, vec![json!(id)]).await;
    choose_in(seat, line).await;
}

/// Chooses the option with this prefix in the focused menu.
pub async fn choose_in(seat: &Seat, line: &str) {
    seat.keys(ENTER).await;
    let open = "return document.activeElement.getAttribute('aria-expanded') === 'true'";
    seat.until("the open list", open, vec![]).await;
    for _ in 0..30 {
        if seat.ask(MARKED).await.as_str().is_some_and(|marked| marked.starts_with(line)) {
            return seat.keys(ENTER).await;
        }
        seat.keys(DOWN).await;
    }
    panic!("no line {line}");
}

async fn menus(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let moves = [
        (red, blue, "Pawn f2", "Pawn f2-f3", "White: Pawn f2-f3."),
        (blue, red, "Pawn e7", "Pawn e7-e5", "Black: Pawn e7-e5."),
        (red, blue, "Pawn g2", "Pawn g2-g4", "White: Pawn g2-g4."),
        (blue, red, "Queen d8", "Queen d8-h4", "Checkmate."),
    ];
    for (active, other, piece, way, said) in moves {
        choose(active, "v2:choose:", piece).await;
        active
            .until(
                "the card",
                "return document.querySelector(\"[data-custom-id^='v2:go:']\") !== null",
                vec![],
            )
            .await;
        table.shot(active, "piece.png", 1280, 900).await;
        table.shot(active, "piece-narrow.png", 320, 900).await;
        choose(active, "v2:go:", way).await;
        other.reads(said).await;
        active.reads(said).await;
        active.is_told("Your move is played.").await;
    }
    red.until("the end has its buttons and no menus", "const last = [...document.querySelectorAll('.message[data-author=Rookery]:not(.ephemeral)')].pop();
        return last.textContent.includes('Rematch') && document.querySelector('.message:not(.ephemeral) .menu-button') === null", vec![]).await;
}

async fn form(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "squirrel", None).await;
    for (typed, told) in [("zz9", "I can't read"), ("e3e4", "")] {
        red.until("Type a move", FOCUS, vec![json!("v2:type:")]).await;
        red.keys(ENTER).await;
        let ready = "return document.querySelector('dialog.modal')?.open && document.activeElement.id === 'field-move'";
        red.until("the form", ready, vec![]).await;
        table.shot(red, "form.png", 320, 900).await;
        red.keys(typed).await;
        red.keys(ENTER).await;
        red.until("the form is gone", "return !document.querySelector('dialog.modal')?.open", vec![]).await;
        if told.is_empty() {
            blue.reads("White: Pawn e3-e4.").await;
        } else {
            red.is_told(told).await;
        }
    }
}
