//! Behaviour without a connection or an open page: a board stays readable, and the device notifies of the
//! turn.

use std::time::Duration;

use futures_util::FutureExt;
use serde_json::json;

use super::super::table::Match;
use super::super::{Scene, Table};
use super::{Board, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("a_board_stays_readable_without_a_connection_until_its_page_is_ended", |table| offline(table).boxed()),
    ("a_turn_is_told_by_the_device_once_that_is_wished", |table| told(table).boxed()),
];

/// A push subscription as a browser creates it, with a service that does not exist.
const SUBSCRIBES: &str = "PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
    endpoint: 'https://nobody.push.apple.com/x', expirationTime: null,
    keys: { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
}) });";

/// The page's request about pushes fails, as without a connection, until there is one.
const NOT_AT_FIRST: &str = "window.tried = 0; const get = window.fetch;
window.addEventListener('online', () => sessionStorage.setItem('online', 'yes'));
window.fetch = (way, ...more) => {
    if (!String(way).includes('/push') || sessionStorage.getItem('online')) return get(way, ...more);
    window.tried += 1;
    return Promise.reject(new TypeError('offline'));
};";

/// The browser's permission prompt stays open until the test answers it.
const WAITS: &str =
    "Notification.requestPermission = () => new Promise((tell) => (window.answer = () => tell('granted')));";

/// Number of boards cached in this browser.
const KEPT: &str = "return caches.open('boards').then((boards) => boards.keys()).then((all) => all.length)";

async fn offline(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("e2e4").await;
    red.command("games", &[]).await;
    red.is_told("1 live game").await;
    let games = link(red).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.visit(&games).await;
    board.until("the list", "return document.querySelector('#games-list a') !== null").await;
    board.ask("document.querySelector('#games-list a').click()", vec![]).await;
    board.says("White: Pawn e2-e4").await;
    board.until("the worker", "return navigator.serviceWorker.ready.then(() => true)").await;
    board.until("the board and the list are kept", &KEPT.replace("all.length", "all.length === 2")).await;

    table.kill();
    board.ask("location.reload()", vec![]).await;
    let seen = "return document.getElementById('status').textContent.includes('Not connected since') && document.querySelectorAll('#board-box use').length >= 32";
    board.until("the board of before", seen).await;
    board.shot("tap-offline.png").await;
    board.ask("document.getElementById('home').click()", vec![]).await;
    board.until("the list of before", "return document.querySelectorAll('#games-list li').length === 1 && document.getElementById('games-lost').textContent.includes('Not connected since')").await;
    board.ask("document.querySelector('#games-list a').click()", vec![]).await;
    board.until("the board once more", seen).await;
    table.start_again();
    board.until("the connection", "return document.getElementById('status').textContent === ''").await;
    blue.play("e7e5", "Pawn e7-e5").await;
    board.says("Black: Pawn e7-e5").await;
    // What could not be fetched is told only until the connection is back.
    board.is_offline(true).await;
    board.reports("Not connected since").await;
    board.press("Rules").await;
    board.answers("Not connected: this cannot be fetched now.").await;
    board.is_offline(false).await;
    let told = "return ['status', 'answer'].every((one) => document.getElementById(one).textContent === '')";
    board.until("nothing is told any more", told).await;

    // The board for this game alone is another page.
    let alone = link(red).await;
    board.visit(&alone).await;
    board.says("Black: Pawn e7-e5").await;
    board.until("it is kept as well", &KEPT.replace("all.length", "all.length === 3")).await;
    board.is_offline(true).await;
    board.reports("Not connected since").await;
    red.command("web", &[]).await;
    red.is_told("You have 2 boards open").await;
    red.tap("End all").await;
    red.is_told("You have no board open").await;
    board.is_offline(false).await;
    board.until("the end", "return !document.getElementById('notice-says').hidden").await;
    board.until("nothing is kept", &KEPT.replace("all.length", "all.length === 0")).await;
    table.kill();
    board.ask("location.reload()", vec![]).await;
    board.until("no board", "return !document.getElementById('notice').hidden && document.querySelectorAll('#board-box use').length === 0").await;
    table.start_again();
}

async fn told(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.in_each_page(SUBSCRIBES).await;
    board.in_each_page(NOT_AT_FIRST).await;
    let address = link(red).await;
    board.may_notify(&address).await;
    board.visit(&address).await;
    let field = "const field = document.querySelector('#push input');";
    board.ask("document.querySelector('#push').closest('details').open = true", vec![]).await;
    board.until("it was tried in vain", "return window.tried > 0").await;
    assert_eq!(board.ask(&format!("{field} return field"), vec![]).await, json!(null));
    board.ask("window.dispatchEvent(new Event('online'))", vec![]).await;
    board.until("the choice", &format!("{field} return field !== null && !field.checked")).await;
    board.ask(&format!("{WAITS} {field} field.click()"), vec![]).await;
    board
        .until(
            "it says what it waits for",
            "return document.getElementById('push').textContent.includes('Asking the browser …')",
        )
        .await;
    board.ask("window.answer()", vec![]).await;
    let on = "This device tells you now, and Discord does not ping you for it.";
    board
        .until(
            "it is on",
            &format!(
                "{field} return field.checked && document.getElementById('push').textContent.includes({on:?})"
            ),
        )
        .await;
    board.ask("document.getElementById('push').scrollIntoView({ block: 'center' })", vec![]).await;
    board.shot("tap-push.png").await;
    game.play("e2e4 e7e5").await;
    red.reads("Black: Pawn e7-e5. White (@Red) to move.").await;
    assert!(!red.is_pinged().await, "the device tells it");

    // As the browser maker's service would deliver it.
    let way = board.ask("return location.pathname", vec![]).await;
    board.ask("location.assign('/')", vec![]).await;
    board
        .until("another page", "return location.pathname === '/' || !document.getElementById('app').hidden")
        .await;
    let message = json!({ "title": "Your move \u{b7} Chess", "text": "Black: Pawn e7-e5, until <t:1800000000>.", "way": way, "about": "g1" });
    board.deliver_push(&message).await;
    let shown = "return navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => [one.title, one.body.includes('Black: Pawn e7-e5') && !one.body.includes('<t:'), one.tag, one.data.way]))";
    tokio::time::sleep(Duration::from_millis(100)).await;
    let got = board.ask(shown, vec![]).await;
    assert_eq!(got, json!([["Your move \u{b7} Chess", true, "g1", way.clone()]]));
    board.ask("location.assign(arguments[0])", vec![way]).await;
    board.until("it is still on", &format!("{field} return field?.checked === true")).await;
    board.ask(&format!("{field} field.click()"), vec![]).await;
    board.until("it is off", &format!("{field} return !field.checked && document.getElementById('push').textContent.includes('Discord pings you again.')")).await;
    game.play("g1f3 b8c6").await;
    red.reads("Black: Knight b8-c6. White (@Red) to move.").await;
    assert!(red.is_pinged().await);
}
