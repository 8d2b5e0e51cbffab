//! Tests of the stand-in for Discord from outside: raw HTTP, a raw WebSocket, and twilight.

mod authorize;
mod cards;
mod files;
mod forms;
mod gateway;
mod in_memory;
mod interactions;
mod limits;
mod page;
mod rest;
mod threads;
mod twilight;

use std::future::Future;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use rookery::sandbox::{Options, StandIn};
use rookery::timing::Clock;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::runtime::block_on;

/// All tests of the stand-in.
pub fn tests() -> Vec<libtest_mimic::Trial> {
    let lists = [
        authorize::tests(),
        cards::tests(),
        files::tests(),
        forms::tests(),
        gateway::tests(),
        in_memory::tests(),
        interactions::tests(),
        limits::tests(),
        page::tests(),
        rest::tests(),
        threads::tests(),
        twilight::tests(),
    ];
    lists.into_iter().flatten().collect()
}

/// Runs a test's future on its own runtime.
fn run(test: impl Future<Output = ()>) {
    let in_time = async {
        tokio::time::timeout(Duration::from_mins(1), test).await.expect("the test ends within a minute");
    };
    block_on(Box::pin(in_time), 2);
}

/// A stand-in on a fresh directory, with short timeouts.
pub struct Bench {
    pub discord: StandIn,
    pub http: reqwest::Client,
    // Removed on drop.
    dir: tempfile::TempDir,
}

/// A time after all ids that the stand-in has at its start.
const START_MS: u64 = 1_790_000_000_000;

impl Bench {
    /// A stand-in with default options.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Options)) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let mut options = Options::new(dir.path()).clock(Clock::standing_at(START_MS as i64));
        // These tests send requests as fast as they can; the rate limits have tests of their own.
        options.rate_limits = false;
        // Most tests identify more than once.
        options.identify_every = Duration::ZERO;
        change(&mut options);
        let discord = StandIn::start(options).await.expect("the stand-in starts");
        let http =
            reqwest::Client::builder().no_proxy().user_agent(crate::USER_AGENT).build().expect("a client");
        Self { discord, http, dir }
    }

    fn url(&self, path: &str) -> String {
        let app = self.discord.application_id();
        let general = self.discord.channel("general").id().to_owned();
        let path = path.replace("{app}", &app.to_string()).replace("{general}", &general);
        format!("{}/api/v10{path}", self.discord.url())
            .replace("{guild}", &self.discord.guild_id().to_string())
    }

    fn ask(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let request = self.http.request(method, self.url(path));
        request.header("Authorization", format!("Bot {}", self.discord.token()))
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        finish(self.ask("GET", path)).await
    }

    pub async fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        finish(self.ask(method, path).json(body)).await
    }

    /// A bot on a raw WebSocket that has identified and received `READY` and `GUILD_CREATE`.
    pub async fn bot(&self) -> Wire {
        let mut wire = Wire::connect(self).await;
        wire.identify(self, 1 | 1 << 9 | 1 << 12).await;
        wire
    }

    /// Registers a command `/ping` with a few options.
    async fn register_ping(&self) {
        let command = json!([{ "name": "ping", "description": "Pings", "options": [
            { "type": 3, "name": "size", "description": "How big", "required": true, "choices": [{ "name": "Small", "value": "s" }, { "name": "Large", "value": "l" }] },
            { "type": 6, "name": "whom", "description": "Whom" },
            { "type": 3, "name": "where", "description": "Where", "autocomplete": true },
            { "type": 5, "name": "loud", "description": "Loud" },
            { "type": 4, "name": "times", "description": "Times", "min_value": 1, "max_value": 3 },
        ] }]);
        let (status, _) = self.send("PUT", "/applications/{app}/commands", &command).await;
        assert_eq!(status, 200);
    }

    /// Answers an interaction event.
    pub async fn answer(&self, event: &Value, body: &Value) -> (u16, Value) {
        let (id, token) = (text(&event["id"]), text(&event["token"]));
        self.send("POST", &format!("/interactions/{id}/{token}/callback"), body).await
    }
}

async fn finish(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let body = response.bytes().await.expect("a whole answer");
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A gateway connection without a library.
pub struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    seq: u64,
    session: String,
}

impl Wire {
    async fn connect(bench: &Bench) -> Self {
        let (_, gateway) = bench.get("/gateway").await;
        let url = format!("{}/?v=10&encoding=json", text(&gateway["url"]));
        let (socket, _) = connect_async(url).await.expect("the gateway answers");
        let mut wire = Self { socket, seq: 0, session: String::new() };
        let hello = wire.next().await;
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64().is_some());
        wire
    }

    async fn identify(&mut self, bench: &Bench, intents: u64) {
        let properties = json!({ "os": "linux", "browser": "raw", "device": "raw" });
        let data = json!({ "token": bench.discord.token(), "intents": intents, "properties": properties });
        self.send(&json!({ "op": 2, "d": data })).await;
        let ready = self.event("READY").await;
        self.session = text(&ready["session_id"]);
        if intents & 1 != 0 {
            self.event("GUILD_CREATE").await;
        }
    }

    async fn send(&mut self, payload: &Value) {
        self.socket.send(Message::text(payload.to_string())).await.expect("the gateway listens");
    }

    /// The next payload; a close frame becomes `{"closed": code}`, a lost connection `{"closed": null}`.
    async fn next(&mut self) -> Value {
        let frame = tokio::time::timeout(Duration::from_secs(5), self.socket.next()).await;
        let payload: Value = match frame.expect("something arrives in time") {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).expect("JSON"),
            Some(Ok(Message::Close(Some(frame)))) => json!({ "closed": u16::from(frame.code) }),
            _ => json!({ "closed": null }),
        };
        self.seq = payload["s"].as_u64().unwrap_or(self.seq);
        payload
    }

    /// The data of the next event with this name; others are skipped.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.next().await;
            assert!(payload.get("closed").is_none(), "closed while waiting for {name}: {payload}");
            if payload["t"] == name {
                return payload["d"].clone();
            }
        }
    }
}
