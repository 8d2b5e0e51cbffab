//! Boards to tap, on the page behind "Open board".

use futures_util::FutureExt;
use serde_json::json;

use super::driver::until;
use super::table::{Match, Seat};
use super::webdriver::{Client, WindowHandle};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("a_move_by_tap_is_seen_in_the_chat_and_the_reply_on_the_page", |table| both_ways(table).boxed())];

/// A board in a window of its own.
pub struct Board {
    client: Client,
    window: WindowHandle,
}

impl Board {
    /// Opens the board that this person gets by "Open board" below the newest board.
    pub async fn open(table: &Table, seat: &Seat) -> Self {
        seat.press("Open board").await;
        let script = "const all = [...document.querySelectorAll('.message.ephemeral a[href*=\"/#\"]')];
            return all.length ? all[all.length - 1].href : null";
        let link = seat.until("the link", script, vec![]).await;
        let window = table.client.new_window().await.expect("a window");
        let board = Self { client: table.client.clone(), window };
        board.here().await;
        board.client.goto(link.as_str().expect("an address")).await.expect("the page opens");
        board.until("the board", "return document.querySelector('td[data-at]') !== null").await;
        board
    }

    /// Turns to its window.
    pub async fn here(&self) {
        self.client.switch_to_window(&self.window).await.expect("the window is there");
    }

    /// Waits until `script` gives something true.
    pub async fn until(&self, what: &str, script: &str) {
        self.here().await;
        until(&self.client, what, script, vec![]).await;
    }

    /// Presses the mouse on a square.
    pub async fn click(&self, at: &str) {
        self.here().await;
        let square = self.client.find(&format!("td[data-at=\"{at}\"]")).await.expect("a square");
        square.click().await.expect("it is clicked");
    }

    /// Waits until the page says this.
    pub async fn says(&self, text: &str) {
        self.here().await;
        let script = "return document.getElementById('says').textContent.includes(arguments[0])";
        until(&self.client, text, script, vec![json!(text)]).await;
    }
}

async fn both_ways(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    Match::begin(red, blue, "chess", None).await;
    let board = Board::open(table, red).await;
    let address = table.client.execute("return location.href", vec![]).await.expect("an address");
    assert!(!address.as_str().expect("a text").contains('#'), "the secret has left the address: {address}");
    table.shot_of(&board.window, "tap-start.png", 1280, 800).await;
    table.shot_of(&board.window, "tap-start-phone.png", 390, 844).await;
    board.click("e2").await;
    board.until("the dots", "return document.querySelectorAll('svg .dot, .dot').length > 0").await;
    table.shot_of(&board.window, "tap-chosen.png", 1280, 800).await;
    board.click("e4").await;
    blue.reads("White: Pawn e2-e4.").await;
    blue.play("e7e5", "Pawn e7-e5").await;
    board.says("Pawn e7-e5").await;
    table.shot_of(&board.window, "tap-reply.png", 390, 844).await;
}
