//! The part of Discord that a bot meets under load: the gateway, the answers to interactions and the requests
//! that follow.
//!
//! It reads every body in full but checks only the minimum, to cost less than what it measures.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};

const APPLICATION: u64 = 1_111;
const EPOCH: u64 = 1_420_070_400_000;
/// Minimum interval between the starts of two sessions.
const BETWEEN_SESSIONS: Duration = Duration::from_secs(5);
/// How long an interaction waits for its answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where an action takes place.
#[derive(Clone, Copy)]
pub struct Place {
    /// The guild id.
    pub guild: u64,
    /// The channel's id.
    pub channel: u64,
}

/// A person's action.
pub enum Deed {
    /// A command with its options.
    Command(&'static str, Value),
    /// A click on the button with this `custom_id`, below this message.
    Click(String, u64),
}

/// The first answer to an interaction.
pub struct Answer {
    /// When its last byte arrived.
    pub at: Instant,
    /// True if it contained a complete PNG.
    pub has_picture: bool,
    /// The id of the message it created.
    pub message: u64,
    body: Value,
}

impl Answer {
    /// The content, as JSON text.
    pub fn content(&self) -> String {
        self.body["data"].to_string()
    }

    /// True for an ephemeral answer.
    pub fn is_private(&self) -> bool {
        const EPHEMERAL: u64 = 1 << 6;
        self.body["data"]["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0)
    }

    /// The `custom_id` of the button with this label; panics without one.
    pub fn button(&self, label: &str) -> String {
        self.find_button(label).unwrap_or_else(|| panic!("no button {label}: {}", self.body))
    }

    /// The `custom_id` of the button with this label, if there is one.
    pub fn find_button(&self, label: &str) -> Option<String> {
        let rows = self.body["data"]["components"].as_array().into_iter().flatten();
        let mut buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        let found = buttons.find(|button| button["label"] == label)?;
        found["custom_id"].as_str().map(str::to_owned)
    }
}

/// The guilds that the bot is in, and their distribution over shards.
#[derive(Clone, Copy)]
pub struct Servers {
    /// Number of guilds.
    pub count: u64,
    /// Number of shards. Only one session may start at a time, five seconds after the last.
    pub shards: u64,
}

/// The minimal Discord. Clones are handles to the same instance.
#[derive(Clone)]
pub struct Discord(Arc<Inner>);

struct Inner {
    url: String,
    servers: Servers,
    /// Number of guilds sent to the bot.
    told: AtomicU64,
    identified: Mutex<Option<Instant>>,
    last_id: AtomicU64,
    others: AtomicU64,
    asked: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
    /// How long each first answer takes to arrive, in milliseconds.
    answer_takes: AtomicU64,
    /// The newest gateway connection, to which events are sent.
    gateway: watch::Sender<Option<mpsc::UnboundedSender<Value>>>,
    /// The key that signs interactions by HTTP, and the addresses they are sent to in turn.
    key: Ed25519KeyPair,
    posts: OnceLock<(reqwest::Client, Vec<String>)>,
    turn: AtomicUsize,
}

impl Discord {
    /// Serves on a free port, without guilds.
    pub async fn start() -> Self {
        Self::with_servers(Servers { count: 0, shards: 1 }).await
    }

    /// Serves on a free port, with these guilds.
    pub async fn with_servers(servers: Servers) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let discord = Self(Arc::new(Inner {
            url: format!("http://{address}"),
            servers,
            told: AtomicU64::new(0),
            identified: Mutex::default(),
            last_id: AtomicU64::new(0),
            others: AtomicU64::new(0),
            asked: Mutex::default(),
            answer_takes: AtomicU64::new(0),
            gateway: watch::Sender::new(None),
            key: Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key"),
            posts: OnceLock::new(),
            turn: AtomicUsize::new(0),
        }));
        let routes = Router::new()
            .route("/api/v10/gateway/bot", get(gateway_bot))
            .route(
                "/api/v10/applications/@me",
                get(async || axum::Json(json!({ "id": APPLICATION.to_string() }))),
            )
            .route("/api/v10/applications/{id}/commands", any(commands))
            .route("/api/v10/interactions/{id}/{token}/callback", post(callback))
            .route("/gateway", any(gateway))
            .route("/gateway/", any(gateway))
            .fallback(other)
            .layer(axum::extract::DefaultBodyLimit::max(32 << 20))
            .with_state(discord.clone());
        let listener = axum::serve::ListenerExt::tap_io(listener, |tcp| {
            tcp.set_nodelay(true).expect("a socket");
        });
        tokio::spawn(async move { axum::serve(listener, routes).await });
        discord
    }

    /// The base URL.
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// The public key for checking interactions by HTTP, in hexadecimal.
    pub fn public_key(&self) -> String {
        hex(self.0.key.public_key().as_ref())
    }

    /// Sends interactions to these addresses in turn, once all answer a PING.
    pub async fn post_to(&self, urls: &[String]) {
        let client = reqwest::Client::builder().no_proxy().tcp_nodelay(true).build().expect("a client");
        assert!(self.0.posts.set((client, urls.to_owned())).is_ok(), "once");
        let ping = json!({ "type": 1, "id": "1", "token": "t", "version": 1 }).to_string();
        for url in urls {
            let until = Instant::now() + Duration::from_secs(30);
            while self.post(url, ping.clone()).await != Some(200) {
                assert!(Instant::now() < until, "{url} takes no interactions");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Posts a body. Returns the status of the response, if there is one.
    async fn post(&self, url: &str, body: String) -> Option<u16> {
        let (client, _) = self.0.posts.get()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let timestamp = now.as_secs().to_string();
        let signature = hex(self.0.key.sign(&[timestamp.as_bytes(), body.as_bytes()].concat()).as_ref());
        let request = client
            .post(url)
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .header(header::CONTENT_TYPE, "application/json");
        Some(request.body(body).send().await.ok()?.status().as_u16())
    }

    /// Waits until the bot is connected.
    pub async fn connected(&self) {
        if self.0.posts.get().is_some() {
            return;
        }
        let mut gateway = self.0.gateway.subscribe();
        let up = tokio::time::timeout(Duration::from_mins(1), gateway.wait_for(Option::is_some)).await;
        drop(up.expect("the bot did not connect").expect("a connection"));
    }

    /// Makes each first answer take this long to arrive, as one with a picture does at Discord.
    pub fn set_answers_take(&self, time: Duration) {
        self.0.answer_takes.store(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// The number of guilds sent to the bot so far.
    pub fn told(&self) -> u64 {
        self.0.told.load(Ordering::Relaxed)
    }

    /// The number of requests other than first answers.
    pub fn others(&self) -> u64 {
        self.0.others.load(Ordering::Relaxed)
    }

    /// True if a session may start now: five seconds after the previous one.
    fn may_identify(&self) -> bool {
        let mut last = self.0.identified.lock().unwrap_or_else(PoisonError::into_inner);
        let may = last.is_none_or(|last| last.elapsed() >= BETWEEN_SESSIONS);
        if may {
            *last = Some(Instant::now());
        }
        may
    }

    /// The ids of the guilds in a shard.
    fn guilds_of(&self, shard: u64) -> impl Iterator<Item = u64> + use<> {
        let Servers { count, shards } = self.0.servers;
        // https://docs.discord.com/developers/events/gateway#sharding
        (1..=count).filter(move |number| number % shards == shard).map(|number| number << 22)
    }

    fn fresh_id(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64;
        let least = (now - EPOCH) << 22;
        self.0.last_id.fetch_max(least, Ordering::Relaxed);
        self.0.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Performs an action and waits for its answer.
    pub async fn ask(&self, at: Place, who: u64, deed: Deed) -> Answer {
        self.ask_patiently(at, who, deed).await.expect("The application did not respond.")
    }

    /// Performs an action; `None` if the answer does not arrive in time.
    pub async fn ask_patiently(&self, at: Place, who: u64, deed: Deed) -> Option<Answer> {
        let id = self.fresh_id();
        let (sender, answer) = oneshot::channel();
        self.asked().insert(id, sender);
        let interaction = interaction(id, at, who, deed);
        if let Some((_, urls)) = self.0.posts.get() {
            let url = &urls[self.0.turn.fetch_add(1, Ordering::Relaxed) % urls.len()];
            assert_eq!(self.post(url, interaction.to_string()).await, Some(202), "not taken");
        } else {
            let sent = self.0.gateway.borrow().as_ref().map(|gateway| gateway.send(interaction));
            assert!(matches!(sent, Some(Ok(()))), "the bot is not connected");
        }
        let answered = tokio::time::timeout(PATIENCE, answer).await;
        answered.ok()?.ok()
    }

    fn asked(&self) -> std::sync::MutexGuard<'_, HashMap<u64, oneshot::Sender<Answer>>> {
        self.0.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// An interaction, as Discord sends it.
fn interaction(id: u64, at: Place, who: u64, deed: Deed) -> Value {
    let user = |id: u64| {
        json!({
            "id": id.to_string(), "username": format!("person{id}"), "global_name": format!("Person {id}"), "discriminator": "0",
            "avatar": "8342729096ea3675442027381ff50dfe", "avatar_decoration_data": null, "public_flags": 0, "primary_guild": null,
        })
    };
    let guild = at.guild.to_string();
    let mut event = json!({
        "id": id.to_string(), "application_id": APPLICATION.to_string(), "version": 1,
        "token": format!("{:0>200}", id), "locale": "en-US", "guild_locale": "en-US", "context": 0,
        "guild_id": guild, "guild": { "id": guild, "locale": "en-US", "features": ["COMMUNITY", "NEWS"] },
        "channel_id": at.channel.to_string(), "app_permissions": "2248473465835073", "entitlements": [],
        "authorizing_integration_owners": { "0": guild }, "attachment_size_limit": 10_485_760,
        "channel": {
            "id": at.channel.to_string(), "type": 0, "name": "games", "guild_id": guild, "nsfw": false, "position": 3,
            "parent_id": null, "permissions": "2248473465835073", "rate_limit_per_user": 0, "topic": null, "last_message_id": null,
        },
        "member": {
            "user": user(who), "nick": null, "roles": ["41771983423143936"], "joined_at": "2020-05-03T12:00:00.000000+00:00",
            "permissions": "2248473465835073", "pending": false, "deaf": false, "mute": false, "flags": 0, "premium_since": null,
        },
    });
    match deed {
        Deed::Command(name, options) => {
            let named = options.as_array().into_iter().flatten().find(|option| option["type"] == 6);
            let resolved = named.map(|option| {
                let id = option["value"].as_str().and_then(|id| id.parse::<u64>().ok()).unwrap_or_default();
                json!({ "users": { id.to_string(): user(id) }, "members": { id.to_string(): { "roles": [], "permissions": "0" } } })
            });
            event["type"] = json!(2);
            event["data"] =
                json!({ "id": "555", "name": name, "type": 1, "options": options, "resolved": resolved });
        }
        Deed::Click(button, message) => {
            event["type"] = json!(3);
            event["message"] =
                json!({ "id": message.to_string(), "flags": 0, "channel_id": at.channel.to_string() });
            event["data"] = json!({ "custom_id": button, "component_type": 2 });
        }
    }
    event
}

async fn gateway_bot(State(discord): State<Discord>) -> axum::Json<Value> {
    let url = discord.url().replace("http://", "ws://") + "/gateway";
    let limit = json!({ "total": 1_000, "remaining": 999, "reset_after": 1_000, "max_concurrency": 1 });
    axum::Json(json!({ "url": url, "shards": discord.0.servers.shards, "session_start_limit": limit }))
}

/// Responds with all registered commands, with ids.
async fn commands(body: Bytes) -> axum::Json<Value> {
    let mut list: Value = serde_json::from_slice(&body).unwrap_or_else(|_| json!([]));
    for (number, command) in list.as_array_mut().into_iter().flatten().enumerate() {
        command["id"] = json!((5_000 + number).to_string());
    }
    axum::Json(list)
}

/// A guild of typical size, as a session without privileged intents receives it: forty channels, thirty
/// roles, twenty emojis, five threads.
fn guild_create(guild: u64) -> Value {
    let id = |number: u64| (guild + number).to_string();
    let channels: Vec<_> = (1..=40)
        .map(|number| {
            json!({
                "id": id(number), "type": if number % 8 == 0 { 4 } else { 0 }, "name": format!("channel-{number}"), "position": number,
                "topic": "What is said here, and what is not: read the rules before you write, please.", "nsfw": false, "rate_limit_per_user": 0,
                "parent_id": id(8), "last_message_id": id(900 + number), "flags": 0, "version": 1_700_000_000_000_u64 + number, "theme_color": null,
                "icon_emoji": { "id": null, "name": "\u{1f4ac}" }, "last_pin_timestamp": "2024-05-03T12:00:00+00:00",
                "permission_overwrites": (1..=4).map(|role| json!({ "id": id(100 + role), "type": 0, "allow": "1024", "deny": "2048" })).collect::<Vec<_>>(),
            })
        })
        .collect();
    let roles: Vec<_> = (0..30)
        .map(|number| {
            json!({
                "id": id(100 + number), "name": format!("Role {number}"), "color": 3_447_003, "colors": { "primary_color": 3_447_003,
                "secondary_color": null, "tertiary_color": null }, "hoist": true, "icon": null, "unicode_emoji": null, "position": number,
                "permissions": "2248473465835073", "managed": false, "mentionable": false, "flags": 0, "tags": {}, "version": 1,
            })
        })
        .collect();
    let emojis: Vec<_> = (0..20)
        .map(|number| {
            json!({ "id": id(200 + number), "name": format!("emoji{number}"), "roles": [], "require_colons": true, "managed": false,
                "animated": false, "available": true, "version": 1 })
        })
        .collect();
    let threads: Vec<_> = (0..5)
        .map(|number| {
            json!({
                "id": id(300 + number), "type": 11, "name": format!("Game {number}"), "parent_id": id(1), "owner_id": id(400), "guild_id": id(0),
                "last_message_id": id(950), "message_count": 40, "member_count": 2, "total_message_sent": 40, "flags": 0, "rate_limit_per_user": 0,
                "thread_metadata": { "archived": false, "auto_archive_duration": 10_080, "archive_timestamp": "2024-05-03T12:00:00+00:00",
                    "locked": false, "create_timestamp": "2024-05-03T12:00:00+00:00" },
            })
        })
        .collect();
    let me = json!({
        "user": { "id": APPLICATION.to_string(), "username": "rookery", "discriminator": "0", "avatar": null, "bot": true },
        "nick": null, "roles": [id(101)], "joined_at": "2024-05-03T12:00:00+00:00", "deaf": false, "mute": false, "flags": 0,
    });
    let mut server = json!({
        "id": id(0), "name": format!("Server {guild}"), "icon": "8342729096ea3675442027381ff50dfe", "owner_id": id(400), "region": "deprecated",
        "afk_timeout": 300, "verification_level": 1, "default_message_notifications": 1, "explicit_content_filter": 2, "mfa_level": 0,
        "features": ["COMMUNITY", "NEWS", "SOUNDBOARD", "ACTIVITY_FEED_ENABLED_BY_USER"], "system_channel_id": id(1), "system_channel_flags": 0,
    });
    let more = json!({
        "rules_channel_id": id(2), "premium_tier": 1, "premium_subscription_count": 4, "preferred_locale": "en-US", "nsfw_level": 0,
        "nsfw": false, "large": true, "unavailable": false, "lazy": true, "member_count": 800, "joined_at": "2024-05-03T12:00:00+00:00",
        "members": [me], "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        "stickers": [], "embedded_activities": [], "activity_instances": [], "channels": channels, "roles": roles, "emojis": emojis,
        "threads": threads, "version": 1_700_000_000_000_u64, "application_command_counts": { "1": 40, "2": 2, "3": 2 },
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        server[name] = value.clone();
    }
    server
}

/// Receives the first answer to an interaction.
async fn callback(
    State(discord): State<Discord>,
    Path((id, _token)): Path<(u64, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    tokio::time::sleep(Duration::from_millis(discord.0.answer_takes.load(Ordering::Relaxed))).await;
    let at = Instant::now();
    let Some(asked) = discord.asked().remove(&id) else {
        let twice = json!({ "code": 40_060, "message": "Interaction has already been acknowledged." });
        return (StatusCode::BAD_REQUEST, axum::Json(twice)).into_response();
    };
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (json, has_picture) = match kind.strip_prefix("multipart/form-data; boundary=") {
        Some(boundary) => parts(&body, boundary),
        None => (&body[..], false),
    };
    let body: Value = serde_json::from_slice(json).expect("JSON");
    let message = discord.fresh_id();
    let made = json!({
        "interaction": { "id": id.to_string(), "type": 2, "response_message_id": message.to_string() },
        "resource": { "type": body["type"], "message": { "id": message.to_string(), "type": 20, "flags": body["data"]["flags"] } },
    });
    // The receiver is gone only if the answer was late, which is reported there.
    let _gone = asked.send(Answer { at, has_picture, message, body });
    axum::Json(made).into_response()
}

/// The JSON of a multipart body, and true if the body contains a complete PNG.
fn parts<'a>(body: &'a [u8], boundary: &str) -> (&'a [u8], bool) {
    let find = |within: &[u8], what: &[u8]| within.windows(what.len()).position(|window| window == what);
    let end = format!("\r\n--{boundary}");
    assert!(body.ends_with(format!("{end}--\r\n").as_bytes()), "the form broke off");
    let start = find(body, b"name=\"payload_json\"").expect("a payload");
    let start = start + find(&body[start..], b"\r\n\r\n").expect("its headers") + 4;
    let length = find(&body[start..], end.as_bytes()).expect("its end");
    let rest = &body[start + length..];
    let is_whole = find(rest, b"\r\n\r\n").is_some_and(|at| {
        let png = &rest[at + 4..rest.len() - end.len() - 4];
        png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82")
    });
    (&body[start..start + length], is_whole)
}

/// Accepts any other request.
async fn other(State(discord): State<Discord>, method: Method, uri: Uri, _body: Bytes) -> Response {
    discord.0.others.fetch_add(1, Ordering::Relaxed);
    if method == Method::DELETE {
        return StatusCode::NO_CONTENT.into_response();
    }
    let id =
        uri.path().rsplit('/').next().and_then(|id| id.parse().ok()).unwrap_or_else(|| discord.fresh_id());
    axum::Json(json!({ "id": id.to_string(), "type": 0, "flags": 0 })).into_response()
}

async fn gateway(State(discord): State<Discord>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(async move |socket| speak(discord, socket).await)
}

/// Serves one gateway connection until it ends.
async fn speak(discord: Discord, mut socket: WebSocket) {
    let (sender, mut events) = mpsc::unbounded_channel();
    let mut sequence = 0_u64;
    let mut created = VecDeque::new();
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": 41_250 } });
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    loop {
        let frame = tokio::select! {
            biased;
            () = std::future::ready(()), if sequence > 0 && !created.is_empty() => {
                let Some(guild) = created.pop_front() else { continue };
                discord.0.told.fetch_add(1, Ordering::Relaxed);
                json!({ "t": "GUILD_CREATE", "d": guild_create(guild) })
            }
            event = events.recv() => match event {
                Some(event) => json!({ "t": "INTERACTION_CREATE", "d": event }),
                None => return,
            },
            said = socket.recv() => {
                let Some(Ok(said)) = said else { break };
                let Ok(text) = said.to_text() else { continue };
                let frame: Value = serde_json::from_str(text).unwrap_or_default();
                match frame["op"].as_u64() {
                    Some(1) => {
                        if socket.send(Message::text(r#"{"op":11}"#)).await.is_err() {
                            break;
                        }
                        continue;
                    }
                    Some(2) => {
                        if !discord.may_identify() {
                            if socket.send(Message::text(r#"{"op":9,"d":false}"#)).await.is_err() {
                                break;
                            }
                            continue;
                        }
                        discord.0.gateway.send_replace(Some(sender.clone()));
                        let shard = frame["d"]["shard"][0].as_u64().unwrap_or_default();
                        for guild in discord.guilds_of(shard) {
                            created.push_back(guild);
                        }
                        json!({ "t": "READY", "d": {
                            "v": 10, "session_id": format!("load{shard}"), "resume_gateway_url": discord.url().replace("http://", "ws://") + "/gateway",
                            "guilds": created.iter().map(|id| json!({ "id": id.to_string(), "unavailable": true })).collect::<Vec<_>>(),
                            "shard": [shard, discord.0.servers.shards],
                            "user": { "id": APPLICATION.to_string(), "username": "rookery", "bot": true },
                            "application": { "id": APPLICATION.to_string(), "flags": 0 },
                        } })
                    }
                    _ => continue,
                }
            }
        };
        sequence += 1;
        let mut frame = frame;
        frame["op"] = json!(0);
        frame["s"] = json!(sequence);
        if socket.send(Message::text(frame.to_string())).await.is_err() {
            break;
        }
    }
    discord.0.gateway.send_replace(None);
}
