//! A real gateway library with the stand-in: it connects, registers, answers, edits, resumes.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use rookery::sandbox::{StandIn, Upshot};
use serde_json::{Value, json};
use tokio::sync::Notify;
use twilight_gateway::{ConfigBuilder, Intents, Message, Shard, ShardId};

use super::{Bench, run, text};

tests!(twilight_plays_along, twilight_resumes);

/// A bot of a few lines.
#[derive(Clone)]
struct Bot {
    http: reqwest::Client,
    base: String,
    token: String,
    application: u64,
}

impl Bot {
    async fn send(&self, method: Method, path: &str, body: &Value) -> Value {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.base)).json(body);
        Self::done(request.header("Authorization", format!("Bot {}", self.token))).await
    }

    async fn done(request: reqwest::RequestBuilder) -> Value {
        let response = request.send().await.expect("an answer");
        assert!(response.status().is_success(), "{}", response.status());
        serde_json::from_slice(&response.bytes().await.expect("a whole answer")).unwrap_or_default()
    }

    async fn register(&self) {
        let option = json!({ "type": 3, "name": "text", "description": "Text", "autocomplete": true });
        let command = json!([{ "name": "echo", "description": "Echoes", "options": [option] }]);
        self.send(Method::PUT, &format!("/applications/{}/commands", self.application), &command).await;
    }

    async fn interaction(self, event: Value) {
        let (id, token) = (text(&event["id"]), text(&event["token"]));
        let callback = format!("/interactions/{id}/{token}/callback");
        let original = format!("/webhooks/{}/{token}/messages/@original", self.application);
        match event["type"].as_u64() {
            Some(2) => {
                let button = json!({ "type": 2, "style": 1, "custom_id": "v2:go", "label": "Go" });
                let body = json!({ "type": 4, "data": {
                    "content": "echo", "components": [{ "type": 1, "components": [button] }],
                    "attachments": [{ "id": 0, "filename": "board.png", "description": "A board" }],
                } });
                let file = Part::bytes(b"\x89PNG\r\n\x1a\n".to_vec()).file_name("board.png");
                let json = Part::text(body.to_string()).mime_str("application/json").expect("a type");
                let form = Form::new().part("payload_json", json).part("files[0]", file);
                let request = self.http.post(format!("{}/api/v10{callback}", self.base)).multipart(form);
                Self::done(request).await;
                let said = self.send(Method::GET, &original, &Value::Null).await;
                assert_eq!(said["attachments"][0]["description"], "A board");
            }
            Some(4) => {
                let choices = json!({ "choices": [{ "name": "One", "value": "1" }] });
                self.send(Method::POST, &callback, &json!({ "type": 8, "data": choices })).await;
            }
            Some(3) => {
                self.send(Method::POST, &callback, &json!({ "type": 6 })).await;
                self.send(Method::PATCH, &original, &json!({ "content": "went", "components": [] })).await;
                let channel = format!("/channels/{}/messages", text(&event["channel_id"]));
                let sent = self.send(Method::POST, &channel, &json!({ "content": "next board" })).await;
                let thread = format!("{channel}/{}/threads", text(&sent["id"]));
                self.send(Method::POST, &thread, &json!({ "name": "A game" })).await;
            }
            _ => {}
        }
    }

    /// Runs as long as the runtime.
    async fn serve(self, ready: Arc<Notify>) {
        let gateway = self.send(Method::GET, "/gateway/bot", &Value::Null).await;
        let address = text(&gateway["url"]);
        assert!(address.starts_with("ws://127.0.0.1:"), "{address}");
        let config = ConfigBuilder::new(self.token.clone(), Intents::GUILDS).proxy_url(address).build();
        let mut shard = Shard::with_config(ShardId::ONE, config);
        while let Some(message) = shard.next().await {
            let Ok(Message::Text(frame)) = message else { continue };
            let frame: Value = serde_json::from_str(&frame).expect("JSON");
            match frame["t"].as_str() {
                Some("READY") => {
                    self.register().await;
                    ready.notify_one();
                }
                Some("INTERACTION_CREATE") => {
                    tokio::spawn(self.clone().interaction(frame["d"].clone()));
                }
                _ => {}
            }
        }
    }
}

fn connect(discord: &StandIn) -> Arc<Notify> {
    let ready = Arc::new(Notify::new());
    let bot = Bot {
        http: reqwest::Client::builder().no_proxy().user_agent(crate::USER_AGENT).build().expect("a client"),
        base: discord.url(),
        token: discord.token().to_owned(),
        application: discord.application_id(),
    };
    tokio::spawn(bot.serve(Arc::clone(&ready)));
    ready
}

fn twilight_plays_along() {
    run(async {
        let bench = Bench::start().await;
        let discord = &bench.discord;
        connect(discord);
        assert!(discord.wait_for_command("echo").await);
        let red = discord.member("red").in_channel("games");
        let choices = red.types("/echo o").await.expect("choices");
        assert_eq!(choices, [("One".to_owned(), "1".to_owned())]);
        let answer = red.slash("echo", &[("text", "hello")]).await;
        assert_eq!((&answer.outcome, answer.text()), (&Upshot::Message, "echo"));
        let message = answer.message.expect("a message");
        assert_eq!(message.picture().map(|p| p.description.as_str()), Some("A board"));
        let clicked = discord.member("blue").click(&message, "Go").await;
        assert_eq!((&clicked.outcome, clicked.text()), (&Upshot::Update, "went"));
        let games = discord.channel("games");
        assert!(
            games
                .wait_for(|m| m.content == "next board" && m.json["thread"]["name"] == "A game")
                .await
                .is_some()
        );
        assert_eq!(discord.failures(), [""; 0]);
        assert!(discord.requests().iter().all(|r| r.status < 300), "{:#?}", discord.requests());
    });
}

fn twilight_resumes() {
    run(async {
        let bench = Bench::start().await;
        let discord = &bench.discord;
        connect(discord).notified().await;
        for order in 0..2 {
            if order == 0 {
                discord.gateway_reconnect();
            } else {
                discord.gateway_close(Some(4000));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            let answer = discord.member("red").slash("echo", &[]).await;
            assert_eq!(answer.text(), "echo", "after order {order}");
        }
        let came = discord.handshakes();
        let resumed: Vec<_> = came.iter().map(|one| (one.resume.is_some(), one.path.as_str())).collect();
        assert_eq!(resumed, [(false, "/gateway"), (true, "/resume"), (true, "/resume")]);
    });
}
