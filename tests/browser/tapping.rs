//! Board pages, opened with "Open board".

mod analysing;
mod asking;
mod away;
mod company;
mod drawing;
mod elsewhere;
mod endings;
mod eyeless;
mod hands;
mod lists;
mod marks;
mod narrow;
mod positions;
mod preparing;
mod rulebook;
mod trying;
mod whole;

use serde_json::{Value, json};

use super::driver::until;
use super::table::Seat;
use super::webdriver::{Client, Element, WindowHandle};
use super::{Scene, Table};

pub use hands::Hand;

/// The scenes, by name.
pub const SCENES: [&[(&str, Scene)]; 16] = [
    whole::SCENES,
    endings::SCENES,
    eyeless::SCENES,
    company::SCENES,
    asking::SCENES,
    analysing::SCENES,
    elsewhere::SCENES,
    narrow::SCENES,
    preparing::SCENES,
    drawing::SCENES,
    away::SCENES,
    lists::SCENES,
    trying::SCENES,
    marks::SCENES,
    rulebook::SCENES,
    positions::SCENES,
];

/// A board page in its own window.
pub struct Board {
    client: Client,
    window: WindowHandle,
}

impl Board {
    /// Opens the board page behind "Open board" of the newest board, for this person.
    pub async fn open(table: &Table, seat: &Seat) -> Self {
        let link = link(seat).await;
        let board = Self::empty(table).await;
        board.go(&link).await;
        board
    }

    /// An empty window for a board.
    pub async fn empty(table: &Table) -> Self {
        let window = table.client.new_window().await.expect("a window");
        Self { client: table.client.clone(), window }
    }

    /// Opens the board behind a link in this window.
    pub async fn go(&self, link: &str) {
        self.visit(link).await;
        self.until("the board", "return document.querySelector('td[data-at]') !== null").await;
    }

    /// Makes each page opened in this window from now on run this script first.
    pub async fn in_each_page(&self, script: &str) {
        self.here().await;
        self.developers("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script })).await;
    }

    /// Opens the board behind a link in a browser with an empty cache. Returns the requests before the board
    /// is shown, except for the icon and the manifest, which a browser loads at any time.
    pub async fn asks_before_the_first_board(&self, link: &str) -> Vec<String> {
        let watch = "new MutationObserver(() => {
            if (!window.drawn && document.querySelector('td[data-at]')) window.drawn = performance.now();
        }).observe(document, { subtree: true, childList: true })";
        self.in_each_page(watch).await;
        self.developers("Network.enable", &json!({})).await;
        self.developers("Network.clearBrowserCache", &json!({})).await;
        self.go(link).await;
        let script = "return [location.pathname, ...performance.getEntriesByType('resource')
            .filter((one) => one.startTime < window.drawn && !/(icon|manifest)[.]/.test(one.name)).map((one) => one.name)]";
        serde_json::from_value(self.ask(script, vec![]).await).expect("addresses")
    }

    /// Opens any link in this window.
    pub async fn visit(&self, link: &str) {
        self.here().await;
        self.client.goto(link).await.expect("the page opens");
    }

    /// Switches to its window.
    pub async fn here(&self) {
        self.client.switch_to_window(&self.window).await.expect("the window is there");
    }

    /// Grants the notification permission to the origin of this link.
    pub async fn may_notify(&self, link: &str) {
        self.here().await;
        let (origin, _) = link.split_once("/#").expect("a link");
        let wanted = json!({ "origin": origin, "permissions": ["notifications"] });
        self.developers("Browser.grantPermissions", &wanted).await;
    }

    /// Makes all network requests of the page fail, or work again.
    pub async fn is_offline(&self, offline: bool) {
        let script = if offline {
            "window.got = window.fetch; window.fetch = () => Promise.reject(new TypeError('offline')); window.dispatchEvent(new Event('offline'))"
        } else {
            "window.fetch = window.got; window.dispatchEvent(new Event('online'))"
        };
        self.ask(script, vec![]).await;
    }

    /// Delivers a push message to its service worker.
    pub async fn deliver_push(&self, message: &Value) {
        let origin = self.ask("return location.origin", vec![]).await;
        self.client.deliver_push(origin.as_str().expect("an address"), &message.to_string()).await;
    }

    /// Emulates a phone: its size, and touch.
    pub async fn on_a_phone(&self) {
        self.here().await;
        let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        self.developers("Emulation.setDeviceMetricsOverride", &screen).await;
        self.developers("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true })).await;
    }

    /// Emulates a desktop.
    pub async fn on_a_desk(&self) {
        self.here().await;
        let screen = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        self.developers("Emulation.setDeviceMetricsOverride", &screen).await;
        self.developers("Emulation.setTouchEmulationEnabled", &json!({ "enabled": false })).await;
    }

    async fn developers(&self, command: &str, parameters: &Value) {
        self.client.developers(command, parameters).await.expect("the browser does it");
    }

    /// The current result of `script`.
    pub async fn ask(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.here().await;
        self.client.execute(script, arguments).await.expect("the page answers")
    }

    /// The current result of `script` in the window switched to last, which must be this one.
    async fn ask_here(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.expect("the page answers")
    }

    /// Waits until `script` returns a truthy value.
    pub async fn until(&self, what: &str, script: &str) {
        self.here().await;
        until(&self.client, what, script, vec![]).await;
    }

    /// Polls inside the page until `script` returns a truthy value. The window is the one switched to last,
    /// and must stay on its page.
    async fn soon(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        let patient = format!(
            "const look = (...given) => (function () {{ {script} }})(...given);
            const [given, since] = [arguments, performance.now()];
            return new Promise((tell) => (function again() {{
                const got = look(...given);
                if (got || performance.now() - since > 5_000) tell(got);
                else setTimeout(again, 5);
            }})())"
        );
        let got = self.ask_here(&patient, arguments.clone()).await;
        if !matches!(got, Value::Null | Value::Bool(false)) {
            return got;
        }
        // It takes long. If it times out, this reports the page's content.
        until(&self.client, what, script, arguments).await
    }

    /// Presses the button with this text.
    pub async fn press(&self, label: &str) {
        self.here().await;
        let script =
            "const all = [...(document.querySelector('dialog') ?? document).querySelectorAll('button')];
            return all.find((one) => one.textContent === arguments[0] && one.checkVisibility()) ?? null";
        let found = until(&self.client, &format!("the button {label}"), script, vec![json!(label)]).await;
        self.client.element(&found).expect("a button").click().await.expect("it is clicked");
    }

    /// Waits until the page shows this text about the position.
    pub async fn says(&self, text: &str) {
        self.reads("says", text).await;
    }

    /// Waits until the page shows this answer to a tap.
    pub async fn answers(&self, text: &str) {
        self.reads("answer", text).await;
    }

    /// Waits until the page shows this connection status.
    pub async fn reports(&self, text: &str) {
        self.reads("status", text).await;
    }

    async fn reads(&self, id: &str, text: &str) {
        self.here().await;
        self.reads_here(id, text).await;
    }

    async fn reads_here(&self, id: &str, text: &str) {
        let script = "const one = document.getElementById(arguments[0]);
            return !one.hidden && one.checkVisibility() && one.textContent.includes(arguments[1])";
        self.soon(&format!("{id}: {text}"), script, vec![json!(id), json!(text)]).await;
    }

    /// The moves in the page's list.
    pub async fn moves(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('#history .ply')].map((one) => one.textContent)";
        serde_json::from_value(self.ask(script, vec![]).await).expect("texts")
    }

    /// The focused element.
    async fn focused(&self) -> Element {
        self.client.active_element().await.expect("something has the focus")
    }

    /// Saves a screenshot of the emulated phone or desktop if `ROOKERY_SHOTS` is set.
    pub async fn shot(&self, name: &str) {
        let Some(directory) = std::env::var_os("ROOKERY_SHOTS") else { return };
        self.here().await;
        // Pieces are animated.
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        let png = self.client.screenshot().await.expect("a picture");
        std::fs::write(std::path::PathBuf::from(directory).join(name), png).expect("it is kept");
    }
}

/// The link behind "Open board" of the newest board, for this person.
pub async fn link(seat: &Seat) -> String {
    let links = "const all = [...document.querySelectorAll('.message.ephemeral a[href*=\"/#\"]')].map((one) => one.href);";
    let before = seat.ask(&format!("{links} return all")).await;
    seat.press("Open board").await;
    let script = format!("{links} return all.find((one) => !arguments[0].includes(one)) ?? null");
    let link = seat.until("the link", &script, vec![before]).await;
    link.as_str().expect("an address").to_owned()
}
