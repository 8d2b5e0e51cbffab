//! Channels of all kinds and threads, created on the page and used for games.

use futures_util::FutureExt;
use rookery::games;
use serde_json::json;

use super::choosing::choose_in;
use super::table::{ENTER, Seat};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("channels_of_each_kind_are_made_and_played_in", |table| kinds(table).boxed()),
    ("whoever_plays_in_a_thread_finds_it", |table| thread(table).boxed()),
];

/// Presses the button with this name, and fills in its form: a name, and an option of its menu.
async fn make(seat: &Seat, button: &str, name: &str, line: Option<&str>) {
    let press = "const button = document.querySelector(`button[aria-label='${arguments[0]}']`);
        button?.focus(); return button && document.activeElement === button";
    seat.until(button, press, vec![json!(button)]).await;
    seat.keys(ENTER).await;
    let field = "const field = document.querySelector('dialog.modal[open] input');
        field?.focus(); return field && document.activeElement === field";
    seat.until("the form", field, vec![]).await;
    seat.keys(name).await;
    if let Some(line) = line {
        let menu = "const menu = document.querySelector('dialog.modal[open] .menu-button');
            menu?.focus(); return menu && document.activeElement === menu";
        seat.until("its menu", menu, vec![]).await;
        choose_in(seat, line).await;
    }
    seat.click("Create", "return document.querySelector('dialog.modal[open] button[type=submit]')", vec![])
        .await;
    let there = "return document.getElementById('room-name').textContent.endsWith(arguments[0])";
    seat.until(&format!("{name} is open"), there, vec![json!(name)]).await;
}

async fn chess(seat: &Seat, opponent: &str) {
    seat.challenge(games::from_slug("chess").expect("a game"), opponent, None).await;
}

async fn kinds(table: &Table) {
    let red = &table.red;
    for (line, name, sign) in [
        ("Text", "square", "#"),
        ("Announcement", "bulletin", "!"),
        ("Voice", "talk", "\u{266a}"),
        ("Stage", "scene", "\u{25c9}"),
    ] {
        make(red, "New channel", name, Some(line)).await;
        let shown = "return document.getElementById('room-name').textContent";
        assert_eq!(red.ask(shown).await, json!(format!("{sign}{name}")));
        chess(red, "Red").await;
        red.reads("plays both sides").await;
        red.play("e2e4", "Pawn e2-e4").await;
        red.reads("Pawn e2-e4").await;
    }
    // A forum contains posts, which are threads.
    make(red, "New channel", "gallery", Some("Forum")).await;
    make(red, "New thread", "My game", None).await;
    chess(red, "Red").await;
    red.reads("plays both sides").await;
    red.play("e2e4", "Pawn e2-e4").await;
    red.reads("Pawn e2-e4").await;
    table.shot(red, "kinds.png", 1280, 900).await;
    table.shot(red, "kinds-narrow.png", 390, 900).await;
}

async fn thread(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let variant = games::from_slug("chess").expect("a game").name();
    let options = [
        ("variant", variant, Some(variant)),
        ("opponent", "Blue", Some("Blue")),
        ("color", "wh", Some("White")),
        ("thread", "yes", Some("Yes")),
    ];
    red.command("challenge", &options).await;
    blue.reads("challenges @").await;
    blue.press("Accept").await;
    for seat in [red, blue] {
        let link = "return document.querySelector('#channel-list .threads a')";
        seat.click("the thread in the list", link, vec![]).await;
        seat.reads("@Red plays White, @Blue Black").await;
        let topic = "return document.getElementById('room-topic').textContent";
        let said = seat.until("who is in it", topic, vec![]).await;
        for name in ["Red", "Blue", "Rookery"] {
            assert!(
                said.as_str().is_some_and(|said| said.starts_with("In it: ") && said.contains(name)),
                "{said}"
            );
        }
    }
    red.play("e2e4", "Pawn e2-e4").await;
    blue.reads("Pawn e2-e4").await;
    table.shot(blue, "thread.png", 1280, 900).await;
    table.shot(blue, "thread-narrow.png", 390, 900).await;
}
