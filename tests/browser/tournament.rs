//! Tournaments on the chat page: from their making to the final table.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::lobby::goes_to;
use super::screen::{fits_everywhere, phone};
use super::table::Seat;
use super::{Scene, Table, driver};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("four_play_a_round_robin_from_its_making_to_the_final_table", |table| round_robin(table).boxed()),
    ("a_knock_out_of_five_has_byes", |table| knock_out(table).boxed()),
];

/// The last message that is a tournament's, once it says this.
async fn stands(seat: &Seat, text: &str) {
    let script = "const all = [...document.querySelectorAll('.message:not(.ephemeral)')];
        const shown = all.filter((one) => one.textContent.includes('Tournament of ')).pop();
        return shown?.textContent.includes(arguments[0]) ?? false";
    seat.until(&format!("a tournament with \"{text}\""), script, vec![json!(text)]).await;
}

/// Presses a button of the tournament's message.
async fn press(seat: &Seat, label: &str) {
    let script = "const all = [...document.querySelectorAll('.message:not(.ephemeral)')];
        const shown = all.filter((one) => one.textContent.includes('Tournament of ')).pop();
        return [...shown?.querySelectorAll('.press:not(:disabled)') ?? []].find((one) => one.textContent === arguments[0]) ?? null";
    seat.click(label, script, vec![json!(label)]).await;
}

async fn made(seat: &Seat, kind: &str, most: &str) {
    let options = [
        ("kind", &kind[..5], Some(kind)),
        ("variant", "Squirrel Chess", Some("Squirrel Chess")),
        ("most", most, None),
    ];
    seat.command("tournament create", &options).await;
    seat.is_told("The tournament is made.").await;
    stands(seat, "Nobody has joined yet.").await;
}

/// Resigns every game of this person in which they have White.
async fn resigns_as_white(seat: &Seat) -> usize {
    let line = "const text = [...document.querySelectorAll('.message.ephemeral .text')].pop();
        if (!text?.textContent.includes('in this tournament')) return null;
        const lines = text.innerText.split('\\n').filter((line) => line.startsWith('Round '));
        const at = lines.findIndex((line) => line.includes(`@${arguments[0]} has White`));
        const links = [...text.querySelectorAll('a')];
        return at < 0 ? 'none' : links[at] ?? null";
    let mut count = 0;
    loop {
        goes_to(seat, "general").await;
        let before = seat.private().await;
        press(seat, "My games").await;
        let more = "return document.querySelectorAll('.message.ephemeral').length > arguments[0]";
        seat.until("the games", more, vec![json!(before)]).await;
        let found = seat.until("a game", line, vec![json!(seat.name)]).await;
        if found == Value::String("none".to_owned()) {
            return count;
        }
        seat.click("the thread", line, vec![json!(seat.name)]).await;
        seat.press("Resign").await;
        seat.press("Yes, resign").await;
        seat.reads("resigns").await;
        count += 1;
    }
}

async fn seats(table: &Table, names: &[&'static str]) -> Vec<Seat> {
    let mut all = vec![table.red.clone(), table.blue.clone()];
    for name in names {
        all.push(Seat::open(&table.client, &table.address, name).await);
    }
    all
}

async fn round_robin(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, blue).await;
    made(red, "Round robin: everybody meets everybody", "4").await;
    fits_everywhere(table, blue, "a tournament that is open").await;
    let people = seats(table, &["Green", "Yellow"]).await;
    for seat in &people {
        press(seat, "Join").await;
        seat.is_told("You are in the tournament.").await;
    }
    stands(red, "Round 3.").await;
    assert!(!red.is_pinged().await, "its message notifies nobody");
    let mut games = 0;
    for _ in 0..3 {
        for seat in &people {
            games += resigns_as_white(seat).await;
        }
        if games == 6 {
            break;
        }
    }
    assert_eq!(games, 6, "everybody has met everybody");
    goes_to(red, "general").await;
    stands(red, "It is over.").await;
    red.reads("The tournament of Squirrel Chess is over.").await;
    for theme in ["dark", "light"] {
        blue.here().await;
        driver::prefers(&table.client, theme).await;
        goes_to(blue, "general").await;
        fits_everywhere(table, blue, &format!("the end of a tournament, {theme}")).await;
    }
    table.shot(blue, "the-end-of-a-tournament-390.png", 390, 844).await;
    red.command("tournament standings", &[]).await;
    red.is_told("It is over.").await;
    table.shot(red, "standings-390.png", 390, 844).await;
}

async fn knock_out(table: &Table) {
    let red = &table.red;
    made(red, "Knock-out: whoever loses is out", "5").await;
    let people = seats(table, &["Green", "Yellow", "Purple"]).await;
    for seat in &people {
        press(seat, "Join").await;
        seat.is_told("You are in the tournament.").await;
    }
    stands(red, "Round 1.").await;
    // White gives up every game, so each pair needs a third one, in which Black goes on.
    for _ in 0..12 {
        for seat in &people {
            resigns_as_white(seat).await;
        }
        goes_to(red, "general").await;
        let over = "const all = [...document.querySelectorAll('.message:not(.ephemeral)')];
            return all.some((one) => one.textContent.includes('Tournament of ') && one.textContent.includes('It is over.'))";
        if red.ask(over).await == json!(true) {
            break;
        }
    }
    stands(red, "It is over.").await;
    red.reads("has won it.").await;
    fits_everywhere(table, red, "the end of a knock-out").await;
    table.shot(red, "the-end-of-a-knock-out-390.png", 390, 844).await;
}
