//! Analysis of a finished game on its page, and browsing its evaluation curve.

use futures_util::FutureExt;
use serde_json::json;

use super::super::driver::until;
use super::super::{Scene, Table};
use super::endings::begin;
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("the_course_of_a_game_is_gone_through_on_its_page", |table| all(table).boxed())];

/// White allows a mate.
const MOVES: &str = "a2a3 e7e5 f2f3 b8c6 b2b3 f8c5 g2g4 d8h4";

const LEFT: &str = "\u{E012}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";

async fn all(table: &Table) {
    let red = &table.red;
    let mut position = begin(red, "chess", None).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.go(&link(red).await).await;
    for text in MOVES.split_whitespace() {
        let mv = rookery::rules::read_move(&position, text).expect("a move");
        board.play(Hand::Finger, &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
    }
    board.says("Checkmate.").await;
    board.press("Analysis").await;
    board.answers("looking at the game").await;
    board.shot("tap-analysis-runs.png").await;
    found(&board).await;
    let spoken = "return document.getElementById('whisper').textContent.startsWith('White: ')";
    board.until("it is said", spoken).await;
    let led = "return document.activeElement.id === 'curve' && document.getElementById('analysis').getBoundingClientRect().bottom <= innerHeight + 1";
    board.until("it is in sight and has the focus", led).await;
    board.shot("tap-analysis-phone.png").await;
    gone_through(&board, Hand::Finger, "phone").await;

    // It is shown at once after a reload.
    board.on_a_desk().await;
    board.ask("location.reload()", vec![]).await;
    found(&board).await;
    board.shot("tap-analysis-desk.png").await;
    gone_through(&board, Hand::Mouse, "desk").await;
    narrow(&board).await;
}

async fn found(board: &Board) {
    let script = "return document.querySelector('#curve .course') !== null && !document.getElementById('analysis').hidden
        && document.querySelector('#actions [data-do=analyse]') === null";
    board.until("the curve", script).await;
}

/// Waits until the position after this many plies is on the board, in the curve and in the move list.
async fn is_at(board: &Board, ply: usize) {
    let script = "const [ply, plies] = arguments;
        const curve = document.getElementById('curve');
        const listed = document.querySelector('#history .ply[aria-current]')?.dataset.ply ?? '0';
        return Number(curve.getAttribute('aria-valuenow')) === ply && Number(listed) === ply
            && document.getElementById('looking').hidden === (ply === plies)";
    let plies = MOVES.split_whitespace().count();
    until(&board.client, &format!("ply {ply}"), script, vec![json!(ply), json!(plies)]).await;
}

async fn gone_through(board: &Board, hand: Hand, name: &str) {
    board.here().await;
    let plies = MOVES.split_whitespace().count();
    is_at(board, plies).await;
    // The middle of the curve is the middle of the game.
    board.press_at(hand, ".course").await;
    is_at(board, plies / 2).await;
    let focus = "document.getElementById('curve').focus()";
    board.ask(focus, vec![]).await;
    let spoken = "const curve = document.getElementById('curve');
        return [curve.getAttribute('role'), curve.getAttribute('aria-label'), curve.getAttribute('aria-valuetext')]";
    let spoken: [String; 3] = serde_json::from_value(board.ask(spoken, vec![]).await).expect("texts");
    assert_eq!([spoken[0].as_str(), spoken[1].as_str()], ["slider", "Course of the game"]);
    assert!(spoken[2].starts_with("Move 2, Black: Nc6. White's chance to win: "), "{}", spoken[2]);
    board.keys(HOME).await;
    is_at(board, 0).await;
    board.keys(END).await;
    is_at(board, plies).await;
    board.keys(&LEFT.repeat(3)).await;
    is_at(board, plies - 3).await;
    board.shot(&format!("tap-analysis-keys-{name}.png")).await;

    let mistake = "#moments li:last-child button";
    let told = format!("return document.querySelector('{mistake}').textContent");
    let told = board.ask(&told, vec![]).await;
    let told = told.as_str().expect("a text").to_owned();
    assert!(told.contains(" 4. g4 (Pawn g2-g4) was a blunder that let Black win in one move"), "{told}");
    board.press_at(hand, mistake).await;
    is_at(board, plies - 1).await;
    board.answers("Better was ").await;
    board.shot(&format!("tap-analysis-moment-{name}.png")).await;
    let here = format!("return document.querySelector('{mistake}').getAttribute('aria-current') === 'true'");
    board.until("it is the one shown", &here).await;
    board.press("Back to now").await;
    is_at(board, plies).await;
}

/// Asserts that nothing overflows on the narrowest phone.
async fn narrow(board: &Board) {
    let screen = json!({ "width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": true });
    board.developers("Emulation.setDeviceMetricsOverride", &screen).await;
    let fits = "return innerWidth === 320 && document.documentElement.scrollWidth <= 320
        && [...document.querySelectorAll('#analysis *')].every((one) => one.getBoundingClientRect().right <= 320)";
    board.until("all within 320 px", fits).await;
    board.ask("document.getElementById('analysis').scrollIntoView()", vec![]).await;
    board.shot("tap-analysis-narrow.png").await;
}
