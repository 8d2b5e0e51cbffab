//! Premoves on the page, by touch, by keyboard and by typing, and the possible moves of the opponent's
//! pieces.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::super::table::{ENTER, Match};
use super::super::{Scene, Table};
use super::Board;

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("moves_are_prepared_by_finger_keys_and_typing", |table| all(table).boxed())];

/// The squares marked for prepared moves, and the lines below.
const PREPARED: &str = "return [
    [...document.querySelectorAll('.square.prepared')].map((one) => one.dataset.at).sort().join(' '),
    [...document.querySelectorAll('#prepared li')].map((one) => one.textContent).join('; ')]";

async fn shows(board: &Board, squares: &str, lines: &str) {
    let script = format!(
        "const [squares, lines] = (() => {{ {PREPARED} }})(); return squares === {squares:?} && lines === {lines:?}"
    );
    board.until(&format!("{squares}: {lines}"), &script).await;
}

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let board = Board::open(table, blue).await;
    board.on_a_phone().await;

    // By touch, one move after another.
    board.touch("g8").await;
    board.answers("g8, Black Knight: tap where it goes").await;
    board.shot("tap-prepare.png").await;
    board.touch("f6").await;
    shows(&board, "f6 g8", "Nf6, whatever is played").await;
    board.touch("f6").await;
    board.answers("f6: tap where it goes").await;
    board.touch("d5").await;
    let both = "Nf6, whatever is played, then Nd5, whatever is played";
    shows(&board, "d5 f6 g8", both).await;
    board.shot("tap-prepared.png").await;
    let heard = "return document.getElementById('prepared').role === 'status' && document.querySelector('[data-at=f6]').ariaLabel";
    assert_eq!(board.ask(heard, vec![]).await, json!("f6, in a move that you have prepared"));
    let wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(board.ask(wide, vec![]).await, json!(true));

    // White's pieces show their possible moves, and a tap elsewhere ends that.
    board.touch("e2").await;
    board.answers("can go to e").await;
    board.until("its squares", "return document.querySelector('.chosen')?.dataset.at === 'e2' && document.querySelectorAll('.over use').length === 2").await;
    assert_eq!(board.ask(PREPARED, vec![]).await[1], json!(both), "nothing is sent for a piece of White's");
    board.touch("e2").await;
    board.until("nothing is shown", "return !document.querySelector('.chosen, .over use')").await;

    // Forget is a button, and removes all of them.
    board.press("Forget").await;
    board.answers("Your prepared moves are forgotten.").await;
    shows(&board, "", "").await;

    // By keyboard, on a desktop.
    board.on_a_desk().await;
    board.ask("document.querySelector('[data-at=e7]').focus()", vec![]).await;
    board.keys(ENTER).await;
    let chosen = "return document.getElementById('whisper').textContent.includes('chosen: ')";
    board.until("what can be prepared is heard", chosen).await;
    board.walk("e5").await;
    let label = board.ask("return document.activeElement.ariaLabel", vec![]).await;
    assert_eq!(label, json!("e5. Enter: Pawn e7-e5"));
    board.keys(ENTER).await;
    shows(&board, "e5 e7", "e5, whatever is played").await;

    // By typing, as a reply to one move only.
    board.ask("document.getElementById('typed-move').focus()", vec![]).await;
    board.keys(&format!("d5 if d4{ENTER}")).await;
    shows(&board, "d5 d7 e5 e7", "e5, whatever is played; d5 if d4").await;
    board.shot("desk-prepared.png").await;

    // It is played at once, and the page shows both moves.
    red.play("d2d4", "Pawn d2-d4").await;
    board.until("both", "return document.querySelectorAll('#history .ply').length === 2").await;
    assert_eq!(board.moves().await, ["d4", "d5"]);
    board.answers("Your prepared move d5 was played, in answer to d4.").await;
    shows(&board, "", "").await;

    // A move that can no longer be played is dropped, and the player is notified.
    board.tap_here("b7").await;
    board.answers("b7, Black Pawn: tap").await;
    board.tap_here("b6").await;
    shows(&board, "b6 b7", "b6, whatever is played").await;
    red.play("b1c3", "Knight b1-c3").await;
    board.until("b6 is played", "return document.querySelectorAll('#history .ply').length === 4").await;
    board.on_a_phone().await;
    board.swipe("a7", "a6").await;
    shows(&board, "a6 a7", "a6, whatever is played").await;
    red.play("e2e4", "Pawn e2-e4").await;
    board.until("a6 is played", "return document.querySelectorAll('#history .ply').length === 6").await;
    // A move that the piece cannot make is refused.
    board.swipe("h7", "g6").await;
    board.answers("h7 to g6 is no legal move.").await;
    board.on_a_desk().await;
    board.tap_here("h7").await;
    board.answers("h7, Black Pawn: tap").await;
    board.tap_here("h6").await;
    shows(&board, "h6 h7", "h6, whatever is played").await;
    red.play("f1b5", "Bishop f1-b5").await;
    board.until("it is told", "return document.getElementById('prepared').textContent.startsWith('The prepared moves that still waited in Chess are dropped')").await;
    board.tap_here("c7").await;
    board.tap_here("c6").await;
    board.says("Black: Pawn c7-c6").await;
    let told: Value = board.ask("return document.getElementById('prepared').textContent", vec![]).await;
    assert_eq!(told, json!(""), "it is told until the next move");
}
