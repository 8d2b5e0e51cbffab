//! Desktop features other than moves: arrows with the right mouse button, arrow keys through the moves, the
//! light theme, and signals of the turn.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::super::table::Match;
use super::super::{Scene, Table};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_desk_has_arrows_keys_light_pages_and_a_sound", |table| all(table).boxed())];

const UP: &str = "\u{E013}";
const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";

/// Counts the tones played by the page.
const COUNT: &str = "window.tones = 0;
    const silent = () => ({ connect: (to) => to, frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, start() { window.tones += 1; }, stop() {} });
    window.AudioContext = class { currentTime = 0; createOscillator = silent; createGain = silent; }";

/// The lowest contrast of a text with its background, by the formula of WCAG.
const CONTRAST: &str = "const parse = (color) => color.match(/[\\d.]+/g).map(Number);
    const resolve = (color) => { const c = document.createElement('canvas').getContext('2d'); c.fillStyle = color; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const behind = (one) => { for (; one; one = one.parentElement) { const c = resolve(getComputedStyle(one).backgroundColor); if (c[3] === 255) return c; } };
    const all = [...document.querySelectorAll('#app h1, #app h2, .press, .keys, .says, .player span, summary, .ply, label, .number')].filter((one) => one.checkVisibility() && one.textContent.trim());
    return [all.length, Math.min(...all.map((one) => { const [a, b] = [light(resolve(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x); return (a + .05) / (b + .05); }))]";

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("e2e4 e7e5").await;
    let board = Board::empty(table).await;
    board.in_each_page(COUNT).await;
    board.on_a_desk().await;
    board.go(&link(red).await).await;
    board.says("Black: Pawn e7-e5").await;
    arrows(&board).await;
    keys(&board).await;
    light(&board).await;

    let icon =
        |name: &str| format!("return document.querySelector('link[rel=icon]').href.includes('/{name}.')");
    board.until("my turn is seen in the tab", &icon("icon-yours")).await;
    assert_eq!(board.ask("return window.tones", vec![]).await, json!(0), "off by default");
    board.ask("document.querySelector('#sound').click()", vec![]).await;
    assert_eq!(board.ask("return window.tones", vec![]).await, json!(2), "how it sounds");
    board.tap_here("g1").await;
    board.tap_here("f3").await;
    board.says("White: Knight g1-f3").await;
    board.until("no turn of mine", &icon("icon")).await;
    blue.play("b8c6", "Knight b8-c6").await;
    board.says("Black: Knight b8-c6").await;
    board.until("my turn again", &icon("icon-yours")).await;
    board.until("it sounds", "return window.tones >= 4").await;
}

/// Waits until this many arrows and circles are drawn.
async fn drawn(board: &Board, arrows: usize, circles: usize) {
    let script = format!(
        "return document.querySelectorAll('.arrows path.arrow').length === {arrows} && document.querySelectorAll('.arrows circle.arrow').length === {circles}"
    );
    board.until(&format!("{arrows} arrows, {circles} circles"), &script).await;
}

async fn right_drag(board: &Board, from: &str, to: &str) {
    for (at, kind) in [(from, "mousePressed"), (to, "mouseMoved"), (to, "mouseReleased")] {
        let (x, y) = board.middle(&format!("[data-at=\"{at}\"]"), 0).await;
        let buttons = if kind == "mouseReleased" { 0 } else { 2 };
        let event =
            json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": buttons, "clickCount": 1 });
        board.developers("Input.dispatchMouseEvent", &event).await;
    }
}

async fn arrows(board: &Board) {
    board.here().await;
    right_drag(board, "g1", "f3").await;
    drawn(board, 1, 0).await;
    right_drag(board, "e5", "e5").await;
    drawn(board, 1, 1).await;
    board.shot("desk-arrows.png").await;
    right_drag(board, "g1", "f3").await;
    drawn(board, 0, 1).await;
    right_drag(board, "d1", "h5").await;
    board.tap(Hand::Mouse, "d5").await;
    drawn(board, 0, 0).await;
    assert_eq!(board.ask("return document.querySelector('.chosen') === null", vec![]).await, json!(true));
}

async fn keys(board: &Board) {
    let shows = |ply: usize| {
        format!(
            "return document.getElementById('looking-at').textContent.includes(': {ply} of 2') && !document.getElementById('looking').hidden"
        )
    };
    // After a click on the board.
    board.tap(Hand::Mouse, "d5").await;
    board.keys(LEFT).await;
    board.until("one move back", &shows(1)).await;
    board.keys(LEFT).await;
    board.until("the start", &shows(0)).await;
    board.keys(&RIGHT.repeat(2)).await;
    let now = "return document.getElementById('looking').hidden";
    board.until("now", now).await;
    // Without any focus.
    board.ask("document.activeElement.blur()", vec![]).await;
    board.keys(LEFT).await;
    board.until("one move back", &shows(1)).await;
    board.keys(RIGHT).await;
    board.until("now", now).await;
    // Not while typing, and not while the keys move over the board.
    board.ask("document.getElementById('typed-move').focus()", vec![]).await;
    board.keys(LEFT).await;
    board.ask("document.querySelector('[data-at=e2]').focus()", vec![]).await;
    board.keys(UP).await;
    board.keys(LEFT).await;
    let at: Value = board
        .ask("return [document.activeElement.dataset.at, document.getElementById('looking').hidden]", vec![])
        .await;
    assert_eq!(at, json!(["d3", true]));
}

async fn light(board: &Board) {
    for (scheme, background) in [("light", "rgb(244, 240, 234)"), ("dark", "rgb(51, 46, 42)")] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        board.developers("Emulation.setEmulatedMedia", &media).await;
        let is =
            format!("return getComputedStyle(document.documentElement).backgroundColor === {background:?}");
        board.until(scheme, &is).await;
        let (count, least): (usize, f64) =
            serde_json::from_value(board.ask(CONTRAST, vec![]).await).expect("two numbers");
        assert!(count > 15 && least >= 4.5, "{scheme}: {count} texts, contrast {least}");
        board.shot(&format!("desk-{scheme}.png")).await;
    }
}
