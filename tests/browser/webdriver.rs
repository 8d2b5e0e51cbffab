//! A WebDriver client, limited to what the browser tests need.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::RequestBuilder;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The driver or its browser refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The driver gave no response, or an invalid one.
    #[error(transparent)]
    Unheard(#[from] reqwest::Error),
}

impl Error {
    /// True if the element is no longer in the page.
    pub fn is_stale(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.error == "stale element reference")
    }

    /// True if a script was aborted because its page was unloaded.
    pub fn is_of_a_page_that_went(&self) -> bool {
        let went =
            ["document unloaded", "aborted by navigation", "context was destroyed", "Cannot find context"];
        matches!(self, Self::Refused(refusal) if went.iter().any(|words| refusal.message.contains(words)))
    }
}

/// The driver's error for a failed command.
#[derive(Debug, Deserialize, thiserror::Error)]
#[error("{error}: {message}")]
pub struct Refusal {
    /// The protocol's error code.
    error: String,
    /// The error message.
    message: String,
}

/// Every response has its value in one field.
#[derive(Deserialize)]
struct Answer<T> {
    value: T,
}

/// An element reference, also in values of scripts.
#[derive(Deserialize)]
struct Reference {
    #[serde(rename = "element-6066-11e4-a52e-4f735466cecf")]
    id: String,
}

/// A window, by the driver's handle.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct WindowHandle(String);

/// A browser that takes this long for one command hangs: pages and scripts have shorter timeouts.
const PATIENCE: Duration = Duration::from_mins(2);

/// Sends a command and parses its result.
async fn done<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Error> {
    let response = request.send().await?;
    if response.status().is_success() {
        Ok(response.json::<Answer<T>>().await?.value)
    } else {
        Err(response.json::<Answer<Refusal>>().await?.value.into())
    }
}

/// A session: one browser with one current window at a time.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    /// The address of the session.
    session: String,
    /// The address of the browser's own `DevTools` endpoint.
    debugger: String,
}

impl Client {
    /// Opens a browser with these capabilities with the driver at this address.
    pub async fn connect(driver: &str, capabilities: &Value) -> Result<Self, Error> {
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build()?;
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let opened: Value = done(http.post(format!("{driver}/session")).json(&wanted)).await?;
        let id = opened["sessionId"].as_str().expect("a session has a name");
        let debugger = opened["capabilities"]["goog:chromeOptions"]["debuggerAddress"].as_str();
        let debugger = debugger.expect("Chromium says where").to_owned();
        Ok(Self { http, session: format!("{driver}/session/{id}"), debugger })
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        done(self.http.get(format!("{}/{path}", self.session))).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, Error> {
        done(self.http.post(format!("{}/{path}", self.session)).json(body)).await
    }

    /// Sends a command without a result.
    async fn order(&self, path: &str, body: &Value) -> Result<(), Error> {
        self.post::<IgnoredAny>(path, body).await.map(|_| ())
    }

    /// Opens a page in the current window, and waits until it is loaded.
    pub async fn goto(&self, url: &str) -> Result<(), Error> {
        self.order("url", &json!({ "url": url })).await
    }

    /// Runs a script with these `arguments`. Returns its result; a promise is awaited.
    pub async fn execute(&self, script: &str, arguments: Vec<Value>) -> Result<Value, Error> {
        self.post("execute/sync", &json!({ "script": script, "args": Value::Array(arguments) })).await
    }

    /// The first element that matches this CSS selector.
    pub async fn find(&self, selector: &str) -> Result<Element, Error> {
        let found = self.post("element", &json!({ "using": "css selector", "value": selector })).await?;
        Ok(self.referred(found))
    }

    /// The focused element.
    pub async fn active_element(&self) -> Result<Element, Error> {
        Ok(self.referred(self.get("element/active").await?))
    }

    /// The element returned by a script, if it is one.
    pub fn element(&self, given: &Value) -> Option<Element> {
        Reference::deserialize(given).ok().map(|found| self.referred(found))
    }

    fn referred(&self, found: Reference) -> Element {
        Element { client: self.clone(), id: found.id }
    }

    /// All windows of the browser.
    pub async fn windows(&self) -> Result<Vec<WindowHandle>, Error> {
        self.get("window/handles").await
    }

    /// Opens a window without switching to it.
    pub async fn new_window(&self) -> Result<WindowHandle, Error> {
        let opened: Value = self.post("window/new", &json!({ "type": "window" })).await?;
        let handle = opened["handle"].as_str().expect("a window has a name");
        Ok(WindowHandle(handle.to_owned()))
    }

    /// Switches to this window.
    pub async fn switch_to_window(&self, window: &WindowHandle) -> Result<(), Error> {
        self.order("window", &json!({ "handle": window })).await
    }

    /// Closes the current window; then none is current until the next switch.
    pub async fn close_window(&self) -> Result<(), Error> {
        done::<IgnoredAny>(self.http.delete(format!("{}/window", self.session))).await.map(|_| ())
    }

    /// Closes the browser.
    pub async fn close(self) -> Result<(), Error> {
        done::<IgnoredAny>(self.http.delete(&self.session)).await.map(|_| ())
    }

    /// Sets the size of the current window.
    pub async fn set_window_size(&self, width: u32, height: u32) -> Result<(), Error> {
        self.order("window/rect", &json!({ "width": width, "height": height })).await
    }

    /// The current window as a PNG file.
    pub async fn screenshot(&self) -> Result<Vec<u8>, Error> {
        let written: String = self.get("screenshot").await?;
        Ok(STANDARD.decode(written).expect("pictures come in base64"))
    }

    /// Delivers a push message to the service worker of this origin, as the browser does for a received one.
    pub async fn deliver_push(&self, origin: &str, message: &str) {
        let targets =
            self.http.get(format!("http://{}/json/list", self.debugger)).send().await.expect("a browser");
        let targets: Vec<Value> = targets.json().await.expect("a list");
        let is_page = |one: &&Value| {
            one["type"] == "page" && one["url"].as_str().is_some_and(|url| url.starts_with(origin))
        };
        let page = targets.iter().find(is_page).expect("a page");
        let (mut line, _) =
            connect_async(page["webSocketDebuggerUrl"].as_str().expect("an address")).await.expect("a line");
        let order = |id: u32, method: &str, params: Value| {
            Message::from(json!({ "id": id, "method": method, "params": params }).to_string())
        };
        line.send(order(1, "ServiceWorker.enable", json!({}))).await.expect("it is sent");
        while let Some(Ok(said)) = line.next().await {
            let said: Value = serde_json::from_str(said.to_text().unwrap_or_default()).unwrap_or_default();
            if said["id"] == 2 {
                assert_eq!(said["error"], Value::Null, "{said}");
                return;
            }
            let registered = said["params"]["registrations"].as_array();
            let own = registered.into_iter().flatten().find(|one| {
                one["isDeleted"] == false
                    && one["scopeURL"].as_str().is_some_and(|url| url.starts_with(origin))
            });
            if let Some(own) = own {
                let params =
                    json!({ "origin": origin, "registrationId": own["registrationId"], "data": message });
                line.send(order(2, "ServiceWorker.deliverPushMessage", params)).await.expect("it is sent");
            }
        }
        panic!("the browser knows no worker of {origin}");
    }

    /// Sends a command of the Chrome `DevTools` protocol.
    pub async fn developers(&self, command: &str, parameters: &Value) -> Result<(), Error> {
        self.order("goog/cdp/execute", &json!({ "cmd": command, "params": parameters })).await
    }
}

/// An element of a page.
pub struct Element {
    client: Client,
    id: String,
}

impl Element {
    /// Clicks it with a pointer: it is scrolled into view, and must not be covered.
    pub async fn click(&self) -> Result<(), Error> {
        self.client.order(&format!("element/{}/click", self.id), &json!({})).await
    }

    /// Types this into it.
    pub async fn send_keys(&self, keys: &str) -> Result<(), Error> {
        self.client.order(&format!("element/{}/value", self.id), &json!({ "text": keys })).await
    }

    /// Its accessible name.
    pub async fn computed_label(&self) -> Result<String, Error> {
        self.client.get(&format!("element/{}/computedlabel", self.id)).await
    }
}
