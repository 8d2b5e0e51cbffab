//! A position typed on the analysis board, by touch and by keyboard, and copied from it.

use futures_util::FutureExt;
use serde_json::json;

use super::super::table::ENTER;
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_position_is_typed_and_copied_on_the_board_to_analyse_on", |table| all(table).boxed())];

/// White mates in one move.
const MATES: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
const WRONG: &str = "6k1/5ppp/8/8/8/8/8/R3K2 w KQ - 0 1";
const FIELD: &str = "document.getElementById('position-field')";

/// Types into the field as a person does, replacing its content.
async fn types(board: &Board, text: &str) {
    board.ask(&format!("{FIELD}.focus(); {FIELD}.select()"), vec![]).await;
    board.keys(text).await;
}

/// Waits until this white piece is on this square.
async fn stands(board: &Board, at: &str, piece: &str) {
    let script = "const cell = document.querySelector(`td[data-at=${arguments[0]}]`);
        return cell?.getAttribute('aria-label').includes(arguments[1])";
    board.here().await;
    board.soon(&format!("{piece} on {at}"), script, vec![json!(at), json!(piece)]).await;
}

async fn all(table: &Table) {
    table.red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.go(&link(&table.red).await).await;
    let hidden = "return document.getElementById('position').hidden";
    assert_eq!(board.ask(hidden, vec![]).await, json!(true), "a lesson has its own position");
    board.ask("location.assign(`${location.pathname}?at=board:chess`)", vec![]).await;
    board.reads("trying", "They do not count.").await;
    board.reads("says", "The start of Chess.").await;
    assert_eq!(board.ask(hidden, vec![]).await, json!(false));

    // All errors are shown, and the typed text stays.
    types(&board, WRONG).await;
    board.press_at(Hand::Finger, "#position button").await;
    board.answers("I can't set up that position: ").await;
    let seen = "const answer = document.getElementById('answer'), box = answer.getBoundingClientRect();
        return answer.textContent.includes('rank 1') && box.top >= -1 && box.bottom <= innerHeight + 1";
    board.until("the answer is seen", seen).await;
    assert_eq!(board.ask(&format!("return {FIELD}.value"), vec![]).await, json!(WRONG));
    board.shot("position-wrong-phone.png").await;

    types(&board, MATES).await;
    board.press_at(Hand::Finger, "#position button").await;
    board.says("A position of Chess.").await;
    stands(&board, "a1", "Rook").await;
    board.reads("trying", "They do not count.").await;
    let there = format!("return {FIELD}.value === '' && document.activeElement.matches('td[data-at]')");
    board.until("the focus is on the board", &there).await;
    let whole = "return document.getElementById('board-box').getBoundingClientRect().top >= -1";
    board.until("the whole board is seen", whole).await;
    board.shot("position-phone.png").await;
    board.touch("a1").await;
    board.touch("a8").await;
    board.says("After Rook a1-a8: checkmate, White has won.").await;

    // By keyboard on a desktop, after a reload: the address contains the position.
    board.on_a_desk().await;
    board.ask("location.reload()", vec![]).await;
    board.says("A position of Chess.").await;
    stands(&board, "a1", "Rook").await;
    board.press("Best line").await;
    board.answers("it mates").await;
    types(&board, &format!("{}{ENTER}", MATES.replace("6k1", "7k"))).await;
    stands(&board, "h8", "King").await;
    board.shot("position-desk.png").await;

    // Copied, or shown for copying if the browser does not allow it.
    let clipboard =
        "window.copied = null; navigator.clipboard.writeText = async (text) => { window.copied = text; }";
    board.ask(clipboard, vec![]).await;
    board.press("Copy this position").await;
    board.answers("The position is copied.").await;
    let copied = board.ask("return window.copied", vec![]).await;
    assert_eq!(copied, json!(MATES.replace("6k1", "7k")));
    board.ask("navigator.clipboard.writeText = () => Promise.reject(new Error())", vec![]).await;
    board.press("Copy this position").await;
    let selected = "const field = document.querySelector('dialog[open] input');
        return field && document.activeElement === field && field.selectionEnd - field.selectionStart === field.value.length";
    board.until("it is selected", selected).await;
    board.shot("position-copy-desk.png").await;
    board.press("Close").await;
}
