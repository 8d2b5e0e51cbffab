//! A command with a file option, by keyboard and the browser's file chooser.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::screen::NAMELESS;
use super::table::{ENTER, Seat, TAB};
use super::webdriver::Client;
use crate::standin::Bench;

const BACKSPACE: &str = "\u{E003}";
const RIGHT: &str = "\u{E014}";

/// Chooses a file for this option, as in the browser's dialog.
async fn choose(client: &Client, seat: &Seat, option: &str, file: &Path) {
    seat.here().await;
    let chooser = client.find(&format!("[data-option={option}] input[type=file]")).await.expect("a chooser");
    chooser.send_keys(file.to_str().expect("a path")).await.expect("a file is chosen");
}

/// Waits until this warning is shown above the field.
async fn warned(seat: &Seat, text: &str) {
    let script = "return document.getElementById('oops').textContent === arguments[0]";
    seat.until(&format!("the warning {text:?}"), script, vec![json!(text)]).await;
}

/// Waits until the option's button has this name.
async fn called(seat: &Seat, name: &str) {
    let found = seat.focused().await.expect("something has the focus");
    assert_eq!(found[1], name, "{}", found[2]);
}

/// The bot is a bare connection, so that the command can have any options.
pub async fn scene(client: &Client, folder: PathBuf) {
    let bench = Bench::start().await;
    bench.register_game().await;
    let mut wire = bench.bot().await;
    let red = Seat::open(client, &bench.discord.url(), "Red").await;
    let (large, game) = (folder.join("large.toml"), folder.join("Tower chess.toml"));
    std::fs::write(&large, vec![b'#'; 10 * 1024 * 1024 + 1]).expect("a file");
    std::fs::write(&game, "[game]\n").expect("a file");

    red.begin("game add").await;
    red.focus_on("option-file").await;
    called(&red, "file Choose a file").await;
    assert_eq!(red.ask(NAMELESS).await, json!([]));
    let opens = "document.querySelector('[data-option=file] input').addEventListener('click', (event) => {
        event.preventDefault(); window.opened = true; }); return true";
    red.ask(opens).await;
    red.keys(ENTER).await;
    red.until("the chooser", "return window.opened", vec![]).await;

    red.keys(TAB).await;
    red.keys(ENTER).await;
    warned(&red, "file: This option is required. Choose a file.").await;
    red.focus_on("option-file").await;
    choose(client, &red, "file", &large).await;
    warned(&red, "file: A file has at most 10 MiB; \"large.toml\" has 10.1 MiB.").await;
    red.focus_on("option-file").await;
    shot(&red, "file-too-large.png").await;

    choose(client, &red, "file", &game).await;
    warned(&red, "").await;
    red.add("picture").await;
    choose(client, &red, "picture", &game).await;
    warned(&red, "picture: Choose a file of one of these types: image, .SVG.").await;
    called(&red, "picture Tower chess.toml (7 bytes)").await;
    red.keys(BACKSPACE).await;
    warned(&red, "").await;
    called(&red, "picture Choose a file").await;
    shot(&red, "file.png").await;
    red.keys(RIGHT).await;
    red.keys(ENTER).await;
    red.until("the command is sent", "return document.getElementById('command').hidden", vec![]).await;

    let event = wire.event("INTERACTION_CREATE").await;
    let options = event["data"]["options"][0]["options"].as_array().expect("options");
    let file = &event["data"]["resolved"]["attachments"][options[0]["value"].as_str().expect("an id")];
    assert_eq!((options.len(), &file["filename"]), (1, &json!("Tower_chess.toml")));
    let url = file["url"].as_str().expect("an address");
    let answer = bench.http.get(url).send().await.expect("an answer");
    assert_eq!(answer.text().await.expect("a text"), "[game]\n");
    bench.answer(&event, &json!({ "type": 4, "data": { "content": "Tower chess is added." } })).await;
    red.reads("Tower chess is added.").await;
    bench.discord.stop().await;
}

/// Saves a screenshot if `ROOKERY_SHOTS` is set.
async fn shot(seat: &Seat, name: &str) {
    if let Some(directory) = std::env::var_os("ROOKERY_SHOTS") {
        seat.shot(&PathBuf::from(directory).join(name), 1280, 500).await;
    }
}
