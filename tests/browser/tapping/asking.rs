//! Questions and answers of the page: ambiguous moves, reasons for illegal moves, earlier positions, and
//! offers.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Position, read_move};
use serde_json::json;

use super::super::table::{ESCAPE, Match};
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_page_asks_what_is_meant_and_says_why_something_is_no_move", |table| both(table).boxed())];

async fn both(table: &Table) {
    choosing(table).await;
    birds(table).await;
}

/// A pawn before its last rank, and one blocked by another pawn.
const BEFORE_THE_LAST_RANK: &str = "4k3/1P5p/7P/8/8/8/P7/R3K2R w KQ - 0 1";

async fn choosing(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let game = Match::begin(red, blue, "chess", Some(BEFORE_THE_LAST_RANK)).await;
    let board = Board::open(table, red).await;
    board.on_a_phone().await;
    board.touch("h6").await;
    board.answers("Pawn h6").await;
    board.shot("tap-stuck.png").await;
    board.touch("a1").await;
    board.touch("b3").await;
    board.answers("Rook").await;
    board.shot("tap-wrong.png").await;
    board.touch("b7").await;
    board.touch("b8").await;
    board
        .until("the question", "return document.querySelectorAll('dialog[open] .choice').length === 4")
        .await;
    let title = "return document.querySelector('dialog[open] h2').textContent";
    assert_eq!(board.ask(title, vec![]).await, json!("Promote to …"));
    board.shot("tap-promotion.png").await;
    board.keys(ESCAPE).await;
    board.until("no question", "return document.querySelector('dialog') === null").await;
    board.touch("b7").await;
    let mv = read_move(&game.position, "b7b8n").expect("a move");
    board.play(Hand::Finger, &game.position, &mv).await;
    blue.reads("White: Pawn b7-b8, promotes to Knight").await;
    blue.play("e8d8", "King e8-d8").await;
    board.says("King e8-d8").await;
    looking(&board).await;
    // Tapping the King and then its own Rook castles.
    board.touch("e1").await;
    board.touch("a1").await;
    board.says("White: King castles").await;
    blue.play("d8e7", "King d8-e7").await;
    board.says("King d8-e7").await;
    offers(table, &board).await;
}

/// Back through the moves and to the current one, and the board from the other side.
async fn looking(board: &Board) {
    board.press("‹").await;
    board.press("‹").await;
    board.until("the start", "return document.querySelector('[data-at=b7] .piece') !== null").await;
    let looked =
        "return document.getElementById('looking-at').textContent === 'An earlier position: 0 of 2.'";
    board.until("which one it is", looked).await;
    board.touch("a1").await;
    board.answers("This is an earlier position. Go back to now to move.").await;
    board.shot("tap-looking.png").await;
    board.press("Back to now").await;
    board.until("now", "return document.querySelector('[data-at=b8] .piece') !== null && document.getElementById('looking').hidden && document.getElementById('answer').textContent === ''").await;
    board.press("Flip board").await;
    board
        .until("Black's side", "return document.querySelector('.board td[data-at]').dataset.at === 'h1'")
        .await;
    board.shot("tap-flipped.png").await;
    board.press("Flip board").await;
}

/// A draw offered on the page and accepted in the chat.
async fn offers(table: &Table, board: &Board) {
    let blue = &table.blue;
    board.press("Offer draw").await;
    blue.reads("White (@Red) offers a draw").await;
    board.shot("tap-offered.png").await;
    blue.press("Accept draw").await;
    blue.press("Yes, draw").await;
    board.says("agree").await;
    board
        .until(
            "nothing to do",
            "return document.getElementById('actions').textContent.endsWith('ReplayAnalysisTry movesExport')",
        )
        .await;
    board.shot("tap-agreed.png").await;
}

/// Up to a position where White can castle to a square that the King can also step to.
const BEFORE_CASTLING: &str = "h2h4 a9a8 J@h3 J@a9 h1g3 f9f8 g1h2 h10f9";

async fn birds(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut position = Position::start(games::from_slug("birds-and-ninjas").expect("a game"));
    for text in BEFORE_CASTLING.split_whitespace() {
        position = position.after(&read_move(&position, text).expect("a move")).expect("a legal move");
    }
    Match::begin(red, blue, "birds-and-ninjas", Some(&position.fen())).await;
    let board = Board::open(table, red).await;
    let black = Board::empty(table).await;
    black.go(&link(blue).await).await;
    for (phone, name) in [(true, "phone"), (false, "desk")] {
        if phone {
            board.on_a_phone().await;
        } else {
            board.on_a_desk().await;
        }
        board.tap_here("hand").await;
        board.answers("Ninja Pawn can't be dropped: no square is empty on rank 2, where it enters").await;
        board.tap_here("f1").await;
        board.tap_here("g1").await;
        board
            .until("the question", "return document.querySelectorAll('dialog[open] .choice').length === 2")
            .await;
        let title = "return document.querySelector('dialog[open] h2').textContent";
        assert_eq!(board.ask(title, vec![]).await, json!("Which move?"));
        board.shot(&format!("tap-castling-{name}.png")).await;
        board.press("Cancel").await;
        board.keys(ESCAPE).await;
    }
    black.on_a_phone().await;
    for (board, hand, text) in [
        (&board, Hand::Keys, "O-Og1"),
        (&black, Hand::Finger, "d9d8"),
        (&board, Hand::Mouse, "e2e4"),
        (&black, Hand::Finger, "J@d9"),
        (&board, Hand::Drag, "J@e2"),
    ] {
        if text.starts_with('J') {
            chosen_hand(board, text).await;
        }
        let mv = read_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        board.play(hand, &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
    }
    blue.reads("White: Ninja Pawn dropped on e2.").await;
    assert!(blue.picture().await.2.contains("King g1"), "the King has castled");

    black.press("Resign").await;
    let question = "return document.querySelector('dialog[open] h2')?.textContent.includes('resign')";
    black.until("the question", question).await;
    black.shot("tap-resign.png").await;
    black.press("No").await;
    assert_eq!(
        black.ask("return document.querySelectorAll('#actions button').length > 0", vec![]).await,
        json!(true)
    );
    black.press("Resign").await;
    black.until("the question", question).await;
    black.press("Resign").await;
    board.says("resign").await;
    red.reads("Black (@Blue) resigns. White (@Red) wins.").await;
}

/// The hand is selected, shows where its piece can be dropped, and is deselected.
async fn chosen_hand(board: &Board, text: &str) {
    board.until("my turn", "return document.querySelector('.hand.mine') !== null").await;
    board.tap_here("hand").await;
    board.until("the hand is chosen", "return document.querySelector('.hand[aria-pressed=true]') !== null && document.querySelectorAll('.target').length > 0").await;
    board.shot(&format!("tap-hand-{text}.png")).await;
    board.tap_here("hand").await;
}
