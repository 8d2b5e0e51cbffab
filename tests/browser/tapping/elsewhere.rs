//! Opening a page in another browser, by a link it creates or by a pasted one.

use futures_util::FutureExt;
use serde_json::json;

use super::super::table::{ENTER, ESCAPE, Match};
use super::super::{Scene, Table};
use super::{Board, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("a_page_gives_a_link_for_another_browser", |table| given(table).boxed()),
    ("a_page_with_nothing_to_show_takes_a_link", |table| taken(table).boxed()),
];

/// The link in the dialog.
const LINK: &str = "return document.querySelector('dialog[open] input')?.value";
const CLOSED: &str =
    "return document.querySelector('dialog') === null && document.activeElement.id === 'elsewhere'";

/// Makes the page create a link.
async fn made(board: &Board) -> String {
    board.press("Open elsewhere").await;
    board.until("the link", LINK).await;
    board.ask(LINK, vec![]).await.as_str().expect("a link").to_owned()
}

async fn given(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    let asked = board.asks_before_the_first_board(&link(red).await).await;
    assert!((3..=5).contains(&asked.len()), "a phone far away waits for each of them: {asked:?}");
    let link = made(&board).await;
    board.keys(ESCAPE).await;
    board.until("the focus is back", CLOSED).await;
    loses_an_answer(table, &link).await;
    let link = made(&board).await;
    board.until("the focus", "return document.activeElement.textContent === 'Copy'").await;
    let told = "const dialog = document.querySelector('dialog[open]');
        const about = document.getElementById(dialog.getAttribute('aria-describedby')).textContent;
        return about === 'Open this link in another browser. It is for you alone, works once, and is good for 15 minutes.'
            && dialog.querySelector('label').control === dialog.querySelector('input') && dialog.querySelector('input').readOnly";
    board.until("what it is", told).await;
    board.shot("elsewhere-phone.png").await;
    board.press("Copy").await;
    let copied = "return /Copied/.test(document.querySelector('dialog [role=status]').textContent)";
    board.until("it is copied", copied).await;
    // Without clipboard access it is selected, and so can be copied.
    board
        .ask("navigator.clipboard.writeText = () => Promise.reject(new Error()); document.execCommand = () => false", vec![])
        .await;
    board.press("Copy").await;
    let selected = "const field = document.querySelector('dialog input');
        return document.activeElement === field && field.selectionEnd - field.selectionStart === field.value.length
            && /selected/.test(document.querySelector('dialog [role=status]').textContent)";
    board.until("it is selected", selected).await;
    board.keys(ESCAPE).await;
    board.until("the focus is back", CLOSED).await;
    let gone = "return !document.documentElement.outerHTML.includes(arguments[0])";
    let secret = link.split_once('#').expect("a secret").1;
    assert_eq!(board.ask(gone, vec![json!(secret)]).await, json!(true), "the link is gone with its question");

    // Changes on the board do not affect the link.
    made(&board).await;
    red.play("e2e4", "Pawn e2-e4").await;
    board.says("Pawn e2-e4").await;
    board.until("the link is still there", LINK).await;
    board.on_a_desk().await;
    board.shot("elsewhere-desk.png").await;
    board.press("Close").await;
    board.until("the focus is back", CLOSED).await;
}

/// The response to a link is lost, so the page retries, and gets the board.
async fn loses_an_answer(table: &Table, link: &str) {
    let board = Board::empty(table).await;
    let lost = "const ask = window.fetch;
        window.fetch = async (address, ...more) => {
            const answer = await ask(address, ...more);
            if (address !== '/link' || window.lost) return answer;
            window.lost = answer.status;
            throw new TypeError('Failed to fetch');
        }";
    board.in_each_page(lost).await;
    board.go(link).await;
    assert_eq!(board.ask("return window.lost", vec![]).await, json!(200));
}

/// Enters this into the field for a link.
async fn enter(board: &Board, text: &str) {
    let script =
        "const field = document.getElementById('enter-link'); field.focus(); field.value = arguments[0];";
    board.ask(script, vec![json!(text)]).await;
    board.keys(ENTER).await;
}

async fn answered(board: &Board, text: &str) {
    let script = format!("return document.getElementById('enter-answer').textContent.startsWith({text:?})");
    board.until(text, &script).await;
}

async fn taken(table: &Table) {
    let red = &table.red;
    Match::begin(red, &table.blue, "chess", None).await;
    let (first, second) = (link(red).await, link(red).await);
    let (base, secret) = second.split_once('#').expect("a secret");
    // As opened from a home screen, without a cookie and an address bar.
    let board = Board::empty(table).await;
    board.visit(base).await;
    board.on_a_phone().await;
    board.until("the field", "return document.getElementById('enter-link').checkVisibility()").await;
    board.until("its name", "return document.getElementById('enter-link').labels.length === 1").await;
    board.shot("enter-phone.png").await;
    for odd in ["", "hello", "https://evil.example/#00000000000000000000000000000000", &secret[1..], base] {
        enter(&board, odd).await;
        answered(&board, "That is no link to a page here.").await;
    }
    board.shot("enter-wrong-phone.png").await;
    enter(&board, &"0".repeat(32)).await;
    answered(&board, "This link has been used.").await;
    let asked =
        "return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/link')).length";
    assert_eq!(board.ask(asked, vec![]).await, json!(1), "what is no link is not sent");
    // As copied by the chat's "Copy Text".
    enter(&board, &format!("Your board, to tap. Paste this: `{first}`")).await;
    board.until("the board", "return document.querySelector('td[data-at]') !== null").await;
    let hidden = "return !location.hash && !document.getElementById('enter').checkVisibility()";
    board.until("nothing but the board", hidden).await;

    // Another link after the first one is used up, with only the fragment.
    board.visit("about:blank").await;
    board.visit(&first).await;
    board.until("the field", "return document.getElementById('enter-link').checkVisibility()").await;
    board.on_a_desk().await;
    board.shot("enter-desk.png").await;
    enter(&board, secret).await;
    board.until("the board", "return document.querySelector('td[data-at]') !== null").await;

    // The place is kept.
    red.command("learn", &[("variant", "Chess", Some("Chess"))]).await;
    red.is_told("Chess, step 1 of 3").await;
    let lesson = link(red).await;
    board.visit("about:blank").await;
    board.visit(&first).await;
    board.until("the field", "return document.getElementById('enter-link').checkVisibility()").await;
    enter(&board, &lesson).await;
    board.says("Chess, step 1 of 3").await;
}
