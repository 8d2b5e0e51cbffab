//! The rules of a game in a dialog on its page, by touch, mouse and keyboard, while the game continues.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::super::table::{ENTER, ESCAPE, Match};
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("the_rules_and_each_piece_are_told_on_top_of_the_board", |table| all(table).boxed())];

const WHAT: &str = "#what:not([hidden])";

impl Board {
    /// Waits until the dialog with this heading is open and its visible pictures are loaded.
    async fn tells(&self, heading: &str) {
        self.here().await;
        let script = "const dialog = document.querySelector('dialog.rules[open]');
            const seen = [...dialog?.querySelectorAll('img') ?? []].filter((one) => one.checkVisibility());
            return dialog?.querySelector('h2').textContent === arguments[0] && document.activeElement === dialog.querySelector('h2')
                && seen.length > 0 && seen.every((one) => one.complete && one.naturalWidth > 300 && one.alt.length > 40)
                && dialog.scrollWidth <= dialog.clientWidth";
        self.soon(&format!("what is told of {heading}"), script, vec![json!(heading)]).await;
    }

    /// Closes it. The focus returns to where it was.
    async fn shuts(&self, focused: &str) {
        let script =
            "return !document.querySelector('dialog') && document.activeElement.matches(arguments[0])";
        self.soon(&format!("the focus at {focused}"), script, vec![json!(focused)]).await;
    }
}

/// The positions of the board and the buttons.
async fn places(board: &Board) -> Value {
    let script = "return ['#actions', '#history-title', '#board-box', '#answer'].map((one) => document.querySelector(one).getBoundingClientRect().top)";
    board.ask(script, vec![]).await
}

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let _game = Match::begin(red, blue, "birds-and-ninjas", None).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.go(&link(red).await).await;
    let before = places(&board).await;
    let apart = "return document.querySelectorAll('.hole[data-below]').length === 8 && document.querySelectorAll('.hole[data-beside]').length === 0";
    board.until("all numbers of ranks are in one column", apart).await;
    let hidden = "return document.getElementById('what').hidden";
    assert_eq!(board.ask(hidden, vec![]).await, json!(true));

    // One's own piece: it is selected, and stays so.
    board.touch("e2").await;
    board.until("what leads to it", &format!("return document.querySelector('{WHAT}') !== null")).await;
    assert_eq!(places(&board).await, before, "it moves nothing");
    board.shot("rules-chosen-phone.png").await;
    board.press_at(Hand::Finger, WHAT).await;
    board.tells("Pawn").await;
    board.shot("rules-piece-phone.png").await;
    board.press("Close").await;
    board.shuts("#what").await;
    board.touch("e4").await;
    board.says("White: Pawn e2-e4").await;
    assert_eq!(board.ask(hidden, vec![]).await, json!(true), "nobody asks about it any more");

    // All pieces, while the opponent moves.
    board.press("Rules").await;
    board.tells("Birds and Ninjas").await;
    board.shot("rules-all-phone.png").await;
    blue.play("e9e7", "Pawn e9-e7").await;
    board.until("it is there", "return document.querySelectorAll('#history .ply').length === 2").await;
    board.tells("Birds and Ninjas").await;
    board.press_at(Hand::Finger, "dialog details[data-kind=flying-bomber] summary").await;
    let opened = "const one = document.querySelector('dialog details[open] img');
        one?.scrollIntoView({ block: 'center' });
        return Boolean(one?.complete && one.naturalWidth > 300 && one.nextElementSibling.textContent.startsWith('Upper board'))";
    board.until("its diagrams", opened).await;
    board.shot("rules-entry-phone.png").await;
    board.press("Close").await;
    board.shuts("#rules").await;

    // An opponent's piece: its possible moves are shown as well.
    board.touch("e7").await;
    board.answers("e7, Black Pawn").await;
    board.until("what leads to it", &format!("return document.querySelector('{WHAT}') !== null")).await;
    board.shot("rules-enemy-phone.png").await;
    // The piece in hand.
    board.touch("hand").await;
    board.press_at(Hand::Finger, WHAT).await;
    board.tells("Ninja Pawn").await;
    board.press("All rules").await;
    board.tells("Birds and Ninjas").await;
    board.press("Close").await;

    // By keyboard, on a desktop.
    board.on_a_desk().await;
    board.ask("document.querySelector('td[data-at=h1]').focus()", vec![]).await;
    board.keys("?").await;
    board.tells("Knight").await;
    board.shot("rules-piece-desk.png").await;
    board.keys(ESCAPE).await;
    board.shuts("td[data-at=h1]").await;
    board.ask("document.querySelector('td[data-at=e6]').focus()", vec![]).await;
    board.keys(ESCAPE).await;
    board.keys(ENTER).await;
    let nothing = "return document.getElementById('whisper').textContent === 'Nothing is here.'";
    board.until("nothing is there", nothing).await;
    board.ask("document.getElementById('rules').focus()", vec![]).await;
    board.keys(ENTER).await;
    board.tells("Birds and Ninjas").await;
    board.shot("rules-all-desk.png").await;
    board.keys(ESCAPE).await;
    board.shuts("#rules").await;
    // The accessible names.
    let named = "return [document.getElementById('rules').textContent, document.getElementById('what').getAttribute('aria-label')]";
    assert_eq!(board.ask(named, vec![]).await, json!(["Rules", "What is this piece?"]));
}
