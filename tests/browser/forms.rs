//! Forms with radio buttons and checkboxes, by keyboard and touch, on a desktop and on a phone.

use futures_util::FutureExt;
use serde_json::json;

use super::choosing::choose_in;
use super::screen::resize;
use super::table::{ENTER, ESCAPE, Seat};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("forms_of_settings_and_of_a_tournament_are_filled_in", |table| forms(table).boxed())];

const TAB: &str = "\u{E004}";
const DOWN: &str = "\u{E015}";
const SPACE: &str = " ";
const WIDTHS: [u32; 2] = [1280, 390];

/// True if the form is within the window, as are its buttons after scrolling, and all inputs and groups have
/// names.
const FITS: &str = "const form = document.querySelector('dialog.modal'), box = form.getBoundingClientRect(), inner = form.querySelector('form');
    const used = [...form.querySelectorAll('input, button, fieldset')];
    const nameless = used.filter((one) => !one.textContent.trim() && !one.labels?.length && !one.getAttribute('aria-label'));
    const unnamed = [...form.querySelectorAll('fieldset')].filter((one) => !document.getElementById(one.getAttribute('aria-labelledby'))?.textContent.trim());
    const out = used.filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < box.left || right > box.right; });
    inner.scrollTop = 0;
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight && inner.scrollWidth <= inner.clientWidth
        && nameless.length + unnamed.length + out.length === 0";

/// The selections of the form, by their labels.
const CHOSEN: &str = "return [...document.querySelectorAll('dialog.modal input:checked')].map((one) => one.labels[0].textContent)";

async fn opened(table: &Table, seat: &Seat, (what, width): (&str, u32)) {
    seat.until("the form", "return document.querySelector('dialog.modal')?.open", vec![]).await;
    seat.until(&format!("{what} fits {width} px"), FITS, vec![]).await;
    table.shot(seat, &format!("form-{what}-{width}.png"), width, 900).await;
}

async fn closed(seat: &Seat) {
    seat.until("the form is gone", "return !document.querySelector('dialog.modal')", vec![]).await;
}

/// Taps the form's line with this text.
async fn taps(seat: &Seat, line: &str) {
    let script = "return [...document.querySelectorAll('dialog.modal .choice')].find((one) => one.textContent === arguments[0])";
    seat.click(line, script, vec![json!(line)]).await;
}

async fn is_chosen(seat: &Seat, lines: &[&str]) {
    assert_eq!(seat.ask(CHOSEN).await, json!(lines));
}

async fn forms(table: &Table) {
    let red = &table.red;
    settings(table, red).await;
    server(table, red).await;
    tournament(table, red).await;
}

/// By keyboard only once it is open.
async fn settings(table: &Table, red: &Seat) {
    red.command("settings", &[]).await;
    red.is_told("Your settings.").await;
    for width in WIDTHS {
        resize(table, red, width).await;
        red.press("Change several").await;
        opened(table, red, ("settings", width)).await;
        red.keys(ESCAPE).await;
        closed(red).await;
    }
    red.press("Change several").await;
    opened(table, red, ("settings", 390)).await;
    let first =
        "return document.activeElement.value === 'pings' && document.activeElement.type === 'checkbox'";
    red.until("the first box has the focus", first, vec![]).await;
    red.keys(SPACE).await;
    for _ in 0..3 {
        red.keys(TAB).await;
    }
    // In a radio group the arrow keys select.
    red.until("the chosen button has the focus", "return document.activeElement.value === 'channel'", vec![])
        .await;
    red.keys(DOWN).await;
    is_chosen(
        red,
        &[
            "Coordinates along the board",
            "by direct message",
            "your own side at the bottom",
            "wood",
            "seen where you have played",
        ],
    )
    .await;
    red.keys(ENTER).await;
    closed(red).await;
    red.is_told(
        "Changed: Pings: off, your games name you without notifying you and Reminders: by direct message. Your settings.",
    )
    .await;
}

async fn server(table: &Table, red: &Seat) {
    red.command("server", &[]).await;
    red.is_told("A thread counts as its channel.").await;
    for width in WIDTHS {
        resize(table, red, width).await;
        red.tap("Change several").await;
        opened(table, red, ("server", width)).await;
        if width == WIDTHS[0] {
            taps(red, "always White at the bottom").await;
        }
        taps(red, if width == WIDTHS[0] { "3 days a move" } else { "strong contrast" }).await;
        red.tap("Submit").await;
        closed(red).await;
        let told = if width == WIDTHS[0] {
            "Changed: Pace: 3 days a move and Board side: always White at the bottom."
        } else {
            "Changed: Theme: strong contrast."
        };
        red.is_told(told).await;
    }
}

async fn tournament(table: &Table, red: &Seat) {
    for width in WIDTHS {
        resize(table, red, width).await;
        red.command("tournament create", &[]).await;
        opened(table, red, ("tournament", width)).await;
        is_chosen(red, &["3 days a move"]).await;
        if width == WIDTHS[0] {
            red.tap("Cancel").await;
            closed(red).await;
        }
    }
    let refused = "return document.querySelector('dialog.modal .oops').textContent === arguments[0]";
    red.tap("Submit").await;
    red.until("the kind is missing", refused, vec![json!("Who meets whom: this is required.")]).await;
    taps(red, "Round robin: everybody meets everybody").await;
    taps(red, "The games are rated").await;
    let menu = "const menu = document.querySelector('dialog.modal .menu-button'); menu.focus(); return document.activeElement === menu";
    red.until("the menu of games", menu, vec![]).await;
    choose_in(red, "Chess").await;
    table.shot(red, "form-games-390.png", 390, 900).await;
    // This closes the list, and the form stays.
    red.keys(ESCAPE).await;
    red.until("the list is closed", "return !document.querySelector('.menu-list:not([hidden])')", vec![])
        .await;
    red.tap("Submit").await;
    closed(red).await;
    red.is_told("The tournament is made.").await;
    red.reads("Its games are rated.").await;
}
