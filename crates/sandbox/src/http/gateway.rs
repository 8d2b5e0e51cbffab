//! The gateway: HELLO, IDENTIFY or RESUME, heartbeats, and the events from the hub.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};
use timing::watch;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::frame_socket::{FrameChannel, FrameSocket};
use super::packing::Packing;
use super::query::Query;
use super::shared::SharedState;
use crate::hub::{Order, intent};
use crate::model::{APPLICATION, GUILD};
use crate::outage::{GatewayTrouble, Handshake};
use crate::world::World;

/// The paths for new and for resumed sessions. Discord uses a different host for resuming.
const PATHS: [&str; 2] = ["/gateway", "/resume"];

pub(crate) fn router() -> Router<Arc<SharedState>> {
    let mut router = Router::new();
    for path in PATHS {
        router = router.route(path, get(upgrade)).route(&format!("{path}/"), get(upgrade));
    }
    router
}

async fn upgrade(
    State(shared): State<Arc<SharedState>>,
    uri: Uri,
    headers: HeaderMap,
    query: Query,
    socket: WebSocketUpgrade,
) -> Response {
    // A gateway on its own port serves bots and refuses browsers.
    if shared.gateway_address != shared.address && headers.contains_key(header::ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if shared.outage.trouble().refuse {
        return (StatusCode::SERVICE_UNAVAILABLE, "upstream connect error").into_response();
    }
    let serve = async move |socket| {
        let line = (FrameSocket::WebSocket(Box::new(socket)), shared.outage.cuts());
        serve(shared, line, &uri, &query).await;
    };
    socket.on_upgrade(serve).into_response()
}

/// Connects a bot in the same process to this address, as [`upgrade`] does by WebSocket.
pub(crate) fn connect_in_memory(shared: &Arc<SharedState>, address: &str) -> Result<FrameChannel, String> {
    let uri: Uri = address.parse().map_err(|error| format!("{address} is no address: {error}"))?;
    let ours = uri.authority().is_some_and(|at| at.as_str() == shared.gateway_address.to_string());
    if !ours || !*shared.outage.open.borrow() || shared.stop.is_cancelled() {
        return Err("connection refused".to_owned());
    }
    let refused = |status: StatusCode| Err(format!("the gateway answered {status}"));
    let Some(query) = Query::of(&uri).filter(|_| PATHS.contains(&path(&uri))) else {
        return refused(StatusCode::NOT_FOUND);
    };
    if shared.outage.trouble().refuse {
        return refused(StatusCode::SERVICE_UNAVAILABLE);
    }
    let (socket, peer) = FrameSocket::in_memory();
    // Subscribed before the task starts, so that a cut from now on affects this connection.
    let (shared, cut) = (Arc::clone(shared), shared.outage.cuts());
    let runtime = shared.runtime.clone();
    runtime.spawn(async move { serve(shared, (socket, cut), &uri, &query).await });
    Ok(peer)
}

fn path(uri: &Uri) -> &str {
    uri.path().trim_end_matches('/')
}

/// Serves a connection until it ends or all connections are cut.
async fn serve(
    shared: Arc<SharedState>,
    (socket, cut): (FrameSocket, watch::Receiver<u64>),
    uri: &Uri,
    query: &Query,
) {
    let stream = match (query.get("compress"), &socket) {
        (None, _) => Some(false),
        (Some("zlib-stream"), FrameSocket::WebSocket(_)) => Some(true),
        _ => None,
    };
    let (out, orders) = unbounded_channel();
    let mut line = GatewayConnection {
        socket,
        packing: Packing::new(stream == Some(true)),
        out,
        ticket: shared.change(|w| w.hub.ticket()),
        session: None,
        path: path(uri).to_owned(),
        cut,
        beat: Instant::now(),
        shared,
    };
    if query.get("v").is_some_and(|v| v != "10" && v != "9") {
        return line.close(4012, "Invalid API version.").await;
    }
    if query.get("encoding").is_some_and(|e| e != "json") || stream.is_none() {
        return line.close(4002, "The stand-in speaks JSON, plain or as zlib-stream.").await;
    }
    line.run(orders).await;
}

/// One connection to the gateway.
struct GatewayConnection {
    shared: Arc<SharedState>,
    socket: FrameSocket,
    packing: Packing,
    out: UnboundedSender<Order>,
    ticket: u64,
    session: Option<String>,
    /// The path that the client connected to: `/gateway` or `/resume`.
    path: String,
    /// Changes when all connections are cut.
    cut: watch::Receiver<u64>,
    beat: Instant,
}

/// The frame of an invalid session (op 9) that cannot be resumed.
const INVALID: &str = r#"{"t":null,"s":null,"op":9,"d":false}"#;

/// Why a connection ends: a close code with its reason, or the peer is gone.
enum Hangup {
    Close(u16, &'static str),
    /// A close frame without a code.
    Bare,
    Gone {
        for_good: bool,
    },
}

impl GatewayConnection {
    async fn run(&mut self, mut orders: UnboundedReceiver<Order>) {
        let heartbeat = self.shared.options.heartbeat;
        let ms = heartbeat.as_millis() as u64;
        let hello =
            json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": ms, "_trace": [] } });
        let mut end = None;
        if !self.trouble().no_hello {
            end = self.send(&hello.to_string()).await.err();
        }
        let (stop, mut cut) = (self.shared.stop.clone(), self.cut.clone());
        while end.is_none() {
            let dead = self.beat + heartbeat * 2;
            end = tokio::select! {
                biased;
                () = stop.cancelled() => Some(Hangup::Gone { for_good: false }),
                _ = cut.changed() => Some(Hangup::Gone { for_good: false }),
                () = tokio::time::sleep_until(dead) => Some(Hangup::Close(4009, "Session timed out.")),
                order = orders.recv() => match order {
                    Some(Order::Frame(frame)) => self.send(&frame).await.err(),
                    Some(Order::Bytes(bytes)) => self.socket.send(Message::Binary(bytes.into())).await.err().map(|_| Hangup::Gone { for_good: false }),
                    Some(Order::Close(Some(code))) => Some(Hangup::Close(code, "Closed by order.")),
                    Some(Order::CloseBare) => Some(Hangup::Bare),
                    _ => Some(Hangup::Gone { for_good: false }),
                },
                message = self.socket.recv() => self.receive(message).await.err(),
            };
        }
        let for_good = match end {
            Some(Hangup::Close(code, why)) => {
                self.close(code, why).await;
                // With these codes the client must start a new session.
                matches!(code, 4004 | 4007 | 4009..=4014)
            }
            Some(Hangup::Bare) => {
                self.socket.send(Message::Close(None)).await.ok();
                self.drain().await;
                false
            }
            Some(Hangup::Gone { for_good }) => for_good,
            None => false,
        };
        self.shared.change(|w| {
            let was_online = w.hub.bot_is_online();
            w.hub.disconnected(self.ticket, for_good);
            if was_online != w.hub.bot_is_online() {
                tell_presence(w, false);
            }
        });
    }

    async fn receive(&mut self, message: Option<Message>) -> Result<(), Hangup> {
        let text = match message {
            Some(Message::Text(text)) => text.to_string(),
            Some(Message::Binary(bytes)) => String::from_utf8(bytes.to_vec()).unwrap_or_default(),
            Some(Message::Close(frame)) => {
                let for_good = frame.is_some_and(|f| f.code == 1000 || f.code == 1001);
                return Err(Hangup::Gone { for_good });
            }
            Some(_) => return Ok(()),
            None => return Err(Hangup::Gone { for_good: false }),
        };
        if text.len() > 4096 {
            return Err(Hangup::Close(4002, "Payload too large."));
        }
        let payload: Value =
            serde_json::from_str(&text).map_err(|_| Hangup::Close(4002, "Error while decoding payload."))?;
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => {
                self.beat = Instant::now();
                if self.trouble().no_ack {
                    return Ok(());
                }
                self.send(&json!({ "op": 11, "s": null, "t": null, "d": null }).to_string()).await
            }
            Some(2) if self.is_identified() => Err(Hangup::Close(4005, "Already authenticated.")),
            Some(2) => self.identify(data).await,
            Some(6) => self.resume(data).await,
            Some(3 | 4 | 8 | 31) if self.session.is_none() => Err(Hangup::Close(4003, "Not authenticated.")),
            Some(3 | 4 | 31) => Ok(()),
            Some(8) => {
                self.members(data);
                Ok(())
            }
            _ => Err(Hangup::Close(4001, "Unknown opcode.")),
        }
    }

    fn trouble(&self) -> GatewayTrouble {
        self.shared.outage.trouble()
    }

    /// Records an IDENTIFY with this data.
    fn note_identify(&self, data: &Value, taken: bool) {
        let (path, intents) = (self.path.clone(), data["intents"].as_u64());
        let shard = shard(data).ok();
        let handshake =
            Handshake { resume: None, intents, shard, sequence: 0, path, taken, at: Instant::now() };
        self.shared.outage.note(handshake);
    }

    /// Records a RESUME of a session from this sequence number.
    fn note_resume(&self, session: &str, sequence: u64, taken: bool) {
        let (resume, path) = (Some(session.to_owned()), self.path.clone());
        let handshake =
            Handshake { resume, intents: None, shard: None, sequence, path, taken, at: Instant::now() };
        self.shared.outage.note(handshake);
    }

    fn token_is_right(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        let is_known = token.strip_prefix("Bot ").unwrap_or(token) == self.shared.options.token;
        is_known && !self.shared.read(|w| w.portal.token_is_reset)
    }

    /// Returns true if this connection has a session that is still valid.
    fn is_identified(&self) -> bool {
        self.session.as_ref().is_some_and(|id| self.shared.read(|w| w.hub.sessions.contains_key(id)))
    }

    async fn identify(&mut self, data: &Value) -> Result<(), Hangup> {
        if self.trouble().deaf {
            self.note_identify(data, false);
            return Ok(());
        }
        if !self.token_is_right(data) {
            return Err(Hangup::Close(4004, "Authentication failed."));
        }
        let Some(intents) = data["intents"].as_u64().filter(|i| i & !intent::KNOWN == 0) else {
            return Err(Hangup::Close(4013, "Invalid intent(s)."));
        };
        if intents & intent::PRIVILEGED != 0 && !self.shared.options.privileged_intents {
            return Err(Hangup::Close(4014, "Disallowed intent(s)."));
        }
        if !data["properties"].is_object() {
            return Err(Hangup::Close(4002, "IDENTIFY needs properties."));
        }
        let shard = shard(data)?;
        if shard.1.saturating_mul(2) < self.shared.options.shards {
            return Err(Hangup::Close(4011, "Sharding required."));
        }
        if self.trouble().dead_shard == Some(shard.0) {
            self.note_identify(data, false);
            return Err(Hangup::Close(4000, "Unknown error."));
        }
        match self.shared.outage.may_identify(shard.0, &self.shared.options) {
            Ok(()) => self.note_identify(data, true),
            Err(none_left) => {
                self.note_identify(data, false);
                if none_left {
                    // Discord resets the token of a bot that identifies too often.
                    return Err(Hangup::Close(4004, "Authentication failed."));
                }
                return self.send(INVALID).await;
            }
        }
        self.open_session(data, shard, intents);
        Ok(())
    }

    fn open_session(&mut self, data: &Value, shard: (u64, u64), intents: u64) {
        if data["compress"] == true && matches!(self.packing, Packing::Plain) {
            self.packing = Packing::Frames;
        }
        let session = format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..));
        self.session = Some(session.clone());
        let (out, ticket) = (self.out.clone(), self.ticket);
        let resume_url = self.shared.resume_url();
        self.shared.change(|w| {
            w.hub.open(&session, shard, intents, ticket, out);
            let user = w.own_user();
            let in_shard = (GUILD.0 >> 22) % shard.1 == shard.0 && w.guild_install.member;
            let guilds: Vec<_> = in_shard.then(|| json!({ "id": GUILD, "unavailable": true })).into_iter().collect();
            let ready = json!({
                "v": 10, "user": user, "guilds": guilds, "session_id": session, "session_type": "normal",
                "resume_gateway_url": resume_url, "shard": [shard.0, shard.1], "application": { "id": APPLICATION, "flags": 0 },
                "user_settings": {}, "relationships": [], "private_channels": [], "presences": [], "guild_join_requests": [],
                "geo_ordered_rtc_regions": [], "auth": {}, "_trace": [],
            });
            w.hub.send(&session, "READY", &ready);
            if in_shard && !w.guild_is_out && intents & intent::GUILDS != 0 {
                let guild = w.guild_create();
                w.hub.send(&session, "GUILD_CREATE", &guild);
            }
            tell_presence(w, true);
        });
    }

    async fn resume(&mut self, data: &Value) -> Result<(), Hangup> {
        if !self.token_is_right(data) {
            return Err(Hangup::Close(4004, "Authentication failed."));
        }
        let session = data["session_id"].as_str().unwrap_or_default().to_owned();
        let Some(seq) = data["seq"].as_u64() else {
            return Err(Hangup::Close(4007, "Invalid seq."));
        };
        if self.trouble().deaf {
            self.note_resume(&session, seq, false);
            return Ok(());
        }
        let shard = self.shared.read(|w| w.hub.sessions.get(&session).map(|session| session.shard.0));
        if shard.is_some() && self.trouble().dead_shard == shard {
            self.note_resume(&session, seq, false);
            return Err(Hangup::Close(4000, "Unknown error."));
        }
        let (out, ticket) = (self.out.clone(), self.ticket);
        let taken_up = self.shared.change(|w| {
            let resumed = w.hub.resume(&session, seq, ticket, &out);
            if resumed {
                tell_presence(w, true);
            }
            resumed
        });
        self.note_resume(&session, seq, taken_up);
        if taken_up {
            self.session = Some(session);
            return Ok(());
        }
        self.send(INVALID).await
    }

    fn members(&self, data: &Value) {
        let Some(session) = &self.session else { return };
        let prefix = data["query"].as_str().map(str::to_lowercase);
        let asked: Option<Vec<&str>> = match &data["user_ids"] {
            Value::String(one) => Some(vec![one]),
            Value::Array(list) => Some(list.iter().filter_map(Value::as_str).collect()),
            _ => None,
        };
        self.shared.change(|w| {
            let fits = w.people.values().filter(|p| match (&asked, &prefix) {
                (Some(ids), _) => ids.contains(&p.id.to_string().as_str()),
                (None, Some(prefix)) => p.username.starts_with(prefix.as_str()),
                (None, None) => false,
            });
            let members: Vec<_> = fits.map(World::member).collect();
            let chunk = json!({ "guild_id": GUILD, "members": members, "chunk_index": 0, "chunk_count": 1, "nonce": data["nonce"], "not_found": [] });
            w.hub.send(session, "GUILD_MEMBERS_CHUNK", &chunk);
        });
    }

    async fn send(&mut self, text: &str) -> Result<(), Hangup> {
        if self.trouble().mute {
            return Ok(());
        }
        let message = self.packing.pack(text);
        self.socket.send(message).await.map_err(|_| Hangup::Gone { for_good: false })
    }

    async fn close(&mut self, code: u16, why: &'static str) {
        let frame = CloseFrame { code, reason: why.into() };
        self.socket.send(Message::Close(Some(frame))).await.ok();
        self.drain().await;
    }

    /// Waits until the peer closes, so that our close frame is not lost in a TCP reset.
    async fn drain(&mut self) {
        tokio::time::timeout(Duration::from_secs(1), async { while self.socket.recv().await.is_some() {} })
            .await
            .ok();
    }
}

/// Reads the requested shard: its index and the number of shards.
fn shard(data: &Value) -> Result<(u64, u64), Hangup> {
    match &data["shard"] {
        Value::Null => Ok((0, 1)),
        pair => match (pair[0].as_u64(), pair[1].as_u64()) {
            (Some(n), Some(of)) if n < of => Ok((n, of)),
            _ => Err(Hangup::Close(4010, "Invalid shard.")),
        },
    }
}

fn tell_presence(world: &World, online: bool) {
    for person in world.people.keys() {
        world.hub.tell(*person, &json!({ "t": "presence", "online": online }));
    }
}
