//! The list of open challenges of a server, from its creation to a game started from it.

use futures_util::FutureExt;
use rookery::games;
use serde_json::json;

use super::screen::{fits_everywhere, phone};
use super::table::Seat;
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("the_list_of_open_challenges_leads_to_a_game", |table| lobby(table).boxed())];

const NONE: &str = "Open challenges. There is none just now; /challenge makes one.";

/// Goes to a channel by its name in the sidebar, which is opened first on a phone.
pub async fn goes_to(seat: &Seat, channel: &str) {
    if seat.ask("return innerWidth < 720").await == json!(true) {
        seat.click("the channels", "return document.getElementById('places-toggle')", vec![]).await;
    }
    let place = "return [...document.querySelectorAll('#channel-list a')].find((one) => one.querySelector('.place-name').textContent === arguments[0])";
    seat.click(channel, place, vec![json!(channel)]).await;
    is_in(seat, channel).await;
}

/// Waits until this channel or thread is shown.
pub async fn is_in(seat: &Seat, channel: &str) {
    let script = "const name = document.getElementById('room-name').textContent;
        return [`#${arguments[0]}`, `↳ ${arguments[0]}`].includes(name) && !document.querySelector('.places.open')";
    seat.until(&format!("the room {channel}"), script, vec![json!(channel)]).await;
}

/// Chooses the channel `quiet` in the server settings' menu with this prefix.
pub async fn wants_in_quiet(seat: &Seat, what: &str) {
    let menu = "const menu = [...document.querySelectorAll('.message.ephemeral .menu-button')].filter((one) => one.textContent.startsWith(arguments[0])).pop();";
    seat.click("the menu", &format!("{menu} return menu"), vec![json!(what)]).await;
    let line = "const list = document.getElementById(menu?.getAttribute('aria-controls'));
        return [...list?.querySelectorAll('li') ?? []].find((one) => one.textContent === '#quiet')";
    seat.click("the channel", &format!("{menu} {line}"), vec![json!(what)]).await;
}

async fn lobby(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    phone(table, red).await;
    red.command("server", &[]).await;
    red.is_told("A thread counts as its channel.").await;
    wants_in_quiet(red, "List of open challenges").await;
    red.is_told("Saved. Places.").await;
    fits_everywhere(table, red, "the settings of a server").await;

    goes_to(blue, "quiet").await;
    blue.reads(NONE).await;
    let squirrel = games::from_slug("squirrel").expect("a game").name();
    let options = [
        ("variant", squirrel, Some(squirrel)),
        ("color", "wh", Some("White")),
        ("pace", "7 days", Some("7 days a move")),
    ];
    red.command("challenge", &options).await;
    red.reads("@Red challenges anyone to Squirrel Chess.").await;
    blue.reads("Squirrel Chess, @Red. Seven days for each move. Expires ").await;
    assert!(!blue.is_pinged().await, "a list pings nobody");
    fits_everywhere(table, blue, "the list of open challenges").await;

    let listed = "return [...document.querySelectorAll('.message .text li a')].find((one) => one.textContent === 'Squirrel Chess')";
    blue.click("the line of the challenge", listed, vec![]).await;
    is_in(blue, "general").await;
    let led = "const on = document.activeElement, box = on.getBoundingClientRect();
        return on.matches('.message') && on.textContent.includes('challenges anyone to Squirrel Chess') && box.top >= 0 && box.top < innerHeight";
    blue.until("the challenge", led, vec![]).await;
    blue.tap("Accept").await;
    red.reads("Squirrel Chess: @Red plays White, @Blue Black").await;
    for seat in [blue, red] {
        goes_to(seat, "quiet").await;
        seat.reads(NONE).await;
        let messages = "return document.querySelectorAll('.message').length";
        assert_eq!(seat.ask(messages).await, json!(1), "the same message as ever");
    }
    fits_everywhere(table, red, "an empty list of open challenges").await;
    goes_to(red, "general").await;
    red.play("e3e4", "Pawn e3-e4").await;
    goes_to(blue, "general").await;
    blue.reads("White: Pawn e3-e4.").await;
}
