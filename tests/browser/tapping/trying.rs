//! Moves tried on a board, by touch and by keyboard.

use futures_util::FutureExt;
use serde_json::json;

use super::super::driver::until;
use super::super::table::Match;
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("moves_are_tried_on_the_board_of_a_game_that_is_over", |table| all(table).boxed())];

/// Waits until this many plies are listed, and this one is on the board.
async fn stands(board: &Board, plies: usize, ply: usize) {
    let script = "const [plies, ply] = arguments;
        const all = [...document.querySelectorAll('#history .ply')];
        return all.length === plies && (all.find((one) => one.getAttribute('aria-current'))?.dataset.ply ?? '0') === String(ply)";
    board.here().await;
    until(&board.client, &format!("{ply} of {plies}"), script, vec![json!(plies), json!(ply)]).await;
}

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("f2f3 e7e5 g2g4 d8h4").await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.go(&link(red).await).await;
    board.says("Checkmate.").await;
    board
        .ask("document.querySelector('#actions [data-do=try]').scrollIntoView({ block: 'start' })", vec![])
        .await;
    board.press("Try moves").await;
    board.reads("trying", "You are trying out moves for both sides.").await;
    let told = "const { top, bottom } = document.getElementById('board-box').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && document.getElementById('whisper').textContent.startsWith('You are trying out moves')";
    board.until("the board is in sight, and it is told", told).await;
    stands(&board, 4, 4).await;
    // Back to where White could have played better, and on with taps for both sides.
    board.press("‹").await;
    stands(&board, 4, 3).await;
    board.press("‹").await;
    stands(&board, 4, 2).await;
    for (ply, [from, to]) in (3..).zip([["d2", "d4"], ["e5", "d4"], ["d1", "d4"]]) {
        for at in [from, to] {
            board.tap(Hand::Finger, at).await;
        }
        stands(&board, ply, ply).await;
    }
    board.says("After Queen d1-d4").await;
    board.shot("tap-try-phone.png").await;
    // An illegal move is explained, and the board is unchanged.
    board.tap(Hand::Finger, "d8").await;
    board.tap(Hand::Finger, "d7").await;
    board.answers("").await;
    board.press("Best line").await;
    board.answers("White's chance to win: ").await;
    let drawn = "return document.querySelectorAll('.arrows .told').length > 0";
    board.until("its first move is drawn", drawn).await;
    board.shot("tap-try-best-phone.png").await;
    board.on_a_desk().await;
    board.shot("tap-try-desk.png").await;
    // By keyboard through the tried moves.
    board.ask("document.activeElement.blur(); document.body.focus()", vec![]).await;
    board.ask("document.getElementById('board-box').querySelector('[tabindex=\"0\"]').focus()", vec![]).await;
    board.focused().await.send_keys("[[").await.expect("keys");
    stands(&board, 5, 3).await;
    board.focused().await.send_keys("]").await.expect("keys");
    stands(&board, 5, 4).await;
    board.press("Stop trying").await;
    board.says("Checkmate.").await;
    stands(&board, 4, 4).await;
    let hidden = "return document.getElementById('trying').hidden && document.getElementById('whisper').textContent === ''
        && document.activeElement.textContent === 'Try moves'";
    board.until("nothing is tried", hidden).await;
    from_the_list(table, &board).await;
}

/// The board of a game in the list of lessons and puzzles, where moves can be tried at once.
async fn from_the_list(table: &Table, board: &Board) {
    table.red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    board.on_a_phone().await;
    board.go(&link(&table.red).await).await;
    board.ask("document.getElementById('home').click()", vec![]).await;
    let listed = "return [...document.querySelectorAll('#games-list li')].find((one) => one.querySelector('h2').textContent === 'Chess')?.querySelector('[id$=-board]') ?? null";
    board.until("its board", listed).await;
    board.shot("tap-list-boards.png").await;
    board.ask(&format!("(() => {{ {listed} }})().click()"), vec![]).await;
    board.reads("trying", "You are trying out moves for both sides.").await;
    for (ply, [from, to]) in (1..).zip([["e2", "e4"], ["c7", "c5"]]) {
        for at in [from, to] {
            board.tap(Hand::Finger, at).await;
        }
        stands(board, ply, ply).await;
    }
    board.shot("tap-board-phone.png").await;
}
