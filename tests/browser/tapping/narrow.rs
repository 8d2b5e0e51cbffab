//! Pages on the narrowest phones: nothing overflows the window, and every control can be reached.

use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::super::table::{ENTER, ESCAPE, Match};
use super::super::{Scene, Table};
use super::{Board, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("at_320_pixels_nothing_is_too_wide_or_out_of_reach", |table| narrow(table).boxed())];

/// The width of the narrowest phones, and of a desktop window at a zoom of four.
const WIDTH: u32 = 320;

/// The faults: elements that scroll sideways, and controls that are outside the window, covered, or too small
/// to touch.
const WRONG: &str = "const width = arguments[0];
    const dialog = document.querySelector('dialog[open]');
    for (const one of dialog ? [] : document.querySelectorAll('details')) one.open = true;
    const all = [...(dialog ?? document).querySelectorAll('a[href], button, input, select, summary, [tabindex=\"0\"]')].filter((one) => one.checkVisibility());
    const called = (one) => one.id || one.dataset.at || one.textContent || one.tagName;
    const wrong = all.flatMap((one) => {
        one.scrollIntoView({ block: 'center' });
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const faults = [];
        if (box.left < 0 || box.right > width) faults.push(`from ${box.left} to ${box.right}`);
        if (!one.contains(top) && !top?.contains(one)) faults.push(`below ${top?.outerHTML.slice(0, 80)}`);
        if (box.height < 20 || box.width < 20) faults.push(`${box.width} x ${box.height}`);
        return faults.map((fault) => `${called(one)}: ${fault}`);
    });
    const sideways = [document.documentElement, document.body, dialog, ...document.querySelectorAll('main')]
        .filter((one) => one?.checkVisibility() && one.scrollWidth > Math.min(one.clientWidth, width) + 1);
    window.scrollTo(0, 0);
    return { count: all.length, wrong: [...wrong, ...sideways.map((one) => `${one.tagName} scrolls: ${one.scrollWidth}`)] }";

async fn fits(board: &Board, what: &str, least: u64) {
    let found = board.ask(WRONG, vec![json!(WIDTH)]).await;
    assert_eq!(found["wrong"], json!([]), "{what}");
    assert!(
        found["count"].as_u64().is_some_and(|count| count >= least),
        "{what} has {} controls",
        found["count"]
    );
    board.shot(&format!("narrow-{what}.png")).await;
}

async fn shown(board: &Board, selector: &str) {
    board.until(selector, &format!("return document.querySelector({selector:?})?.checkVisibility()")).await;
}

/// Types an illegal move, with the field at the upper edge of the window, as above an on-screen keyboard. The
/// answer is visible without scrolling.
async fn mistypes(board: &Board) {
    let there = "const field = document.getElementById('typed-move'); field.focus(); field.scrollIntoView({ block: 'start' });
        return document.getElementById('answer').getBoundingClientRect().bottom < 0";
    assert_eq!(board.ask(there, vec![]).await, json!(true), "it is out of sight");
    board.keys(&format!("zz9{ENTER}")).await;
    let seen = "const answer = document.getElementById('answer'), box = answer.getBoundingClientRect();
        return answer.textContent.includes('zz9') && box.top >= -1 && box.bottom <= innerHeight + 1";
    board.until("the answer is seen", seen).await;
    board.ask("document.activeElement.blur()", vec![]).await;
}

async fn narrow(table: &Table) {
    let red = &table.red;
    let board = Board::empty(table).await;
    board.of_width(WIDTH).await;

    // The longest name, a hand, and the link back to all games.
    Match::begin(red, &table.blue, "flying-bombers-ninja", None).await.play("e2e4").await;
    red.command("games", &[]).await;
    red.is_told("1 live game").await;
    let games = link(red).await;
    board.visit(&games).await;
    shown(&board, "#games li a").await;
    // Late updates have arrived.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(board.ask("return document.getElementById('notice').hidden", vec![]).await, json!(true));
    fits(&board, "games", 2).await;
    board.ask("document.getElementById('games-elsewhere').click()", vec![]).await;
    shown(&board, "dialog[open] input").await;
    fits(&board, "link", 3).await;
    board.keys(ESCAPE).await;
    board.ask("document.querySelector('#games li a').click()", vec![]).await;
    shown(&board, "td[data-at]").await;
    fits(&board, "game", 12).await;
    mistypes(&board).await;
    board.ask("document.getElementById('rules').click()", vec![]).await;
    shown(&board, "dialog[open] summary").await;
    fits(&board, "rules", 8).await;
    board.keys(ESCAPE).await;
    board.ask("document.querySelector('[data-do=resign]').click()", vec![]).await;
    shown(&board, "dialog[open] h2").await;
    fits(&board, "question", 2).await;
    board.keys(ESCAPE).await;

    red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    red.is_told("Chess, step 1 of 3").await;
    let lesson = link(red).await;
    board.go(&lesson).await;
    fits(&board, "lesson", 10).await;
    mistypes(&board).await;
    board.ask("document.getElementById('home').click()", vec![]).await;
    shown(&board, ".to-learn a").await;
    fits(&board, "lessons", 20).await;
    board.visit("about:blank").await;
    board.visit(&lesson).await;
    shown(&board, "#enter-link").await;
    fits(&board, "used", 2).await;
}

impl Board {
    /// Emulates a touch device with this width.
    async fn of_width(&self, width: u32) {
        self.here().await;
        let screen: Value = json!({ "width": width, "height": 568, "deviceScaleFactor": 1, "mobile": true });
        self.developers("Emulation.setDeviceMetricsOverride", &screen).await;
        self.developers("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true })).await;
    }
}
