//! Interactions over HTTP. Discord posts each one, signed, to an address that the operator has configured,
//! and they join the same queue as those of the gateway. Any number of processes can serve one such address.
//!
//! Nothing is parsed that is not signed with the application's key. An interaction is accepted with status
//! 202 and answered as usual, by a request of our own.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use ring::signature::{ED25519, ED25519_PUBLIC_KEY_LEN, UnparsedPublicKey};
use serde_json::Value;
use tokio::sync::mpsc::Sender;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::endpoint_probe::HEALTH;
use super::gateway::RESERVED;
use super::gateway::read::{self, InteractionRead};
use crate::discord::bot_state::BotState;
use crate::discord::context::Context;
use crate::discord::interaction::incoming::{ConnectionState, Incoming};
use crate::discord::interaction::values::id;
use crate::game::GuildId;
use crate::http_server::{self, ConnectionLimits, HttpConnectionBook, InMemory, descriptors};

/// Path to which Discord posts interactions.
pub const PATH: &str = "/interactions";
/// Path to which Discord posts the application's webhook events. Only one of them is used.
pub const EVENTS_PATH: &str = "/events";
/// Maximum body size, in bytes: no interaction is larger, even with the message of a button in it.
const BODY: usize = 512 * 1024;
/// How long a body may take to arrive.
const ARRIVES: Duration = Duration::from_secs(3);
/// An interaction created longer ago than this is refused: no user waits for it any more, so it may be a
/// replay by a third party.
const WINDOW: Duration = Duration::from_mins(1);
/// The key with which Discord signs an application's interactions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; ED25519_PUBLIC_KEY_LEN]);

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = hex(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| "a public key is 64 characters from 0 to 9 and a to f".to_owned())
    }
}

impl PublicKey {
    /// Whether `signature`, 128 hexadecimal digits, is this key's Ed25519 signature of the timestamp
    /// followed by the body.
    pub fn has_signed(&self, signature: &str, timestamp: &str, body: &[u8]) -> bool {
        let signed = [timestamp.as_bytes(), body].concat();
        let key = UnparsedPublicKey::new(&ED25519, self.0);
        hex(signature).is_some_and(|signature| key.verify(&signed, &signature).is_ok())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Decodes hexadecimal digits; `None` if the text is not valid hexadecimal.
fn hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    if !text.len().is_multiple_of(2) {
        return None;
    }
    text.as_bytes().chunks(2).map(pair).collect()
}

/// Settings of an endpoint.
#[derive(Clone, Debug)]
pub struct EndpointSettings {
    /// The address to listen on; port 0 picks any free port. `None`: only this process
    /// can reach the endpoint.
    pub listen: Option<SocketAddr>,
    /// The key of the application whose interactions are accepted.
    pub public_key: PublicKey,
}

/// An open endpoint.
pub struct Endpoint {
    /// The actual address, even if port 0 was requested.
    pub address: Option<SocketAddr>,
    /// How this process sends requests to it.
    pub in_memory: InMemory,
    counts: Arc<EndpointCounts>,
    connections: Arc<HttpConnectionBook>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

/// A view of the endpoint for monitoring.
pub struct EndpointWatch(Arc<EndpointCounts>, Arc<HttpConnectionBook>);

impl EndpointWatch {
    /// Registers the metrics of the endpoint.
    pub fn register(&self, registry: &mut Registry) {
        let mut count = |name: &str, help: &str, count: &AtomicU64| {
            registry.register(name, help, ConstCounter::new(count.load(Ordering::Relaxed)));
        };
        count("endpoint_taken", "Interactions taken by HTTP", &self.0.taken);
        count(
            "endpoint_refused",
            "Requests refused, such as those that Discord has not signed",
            &self.0.refused,
        );
        count("interactions_unread", "Interactions that could not be read whole", &self.0.unread);
        count(
            "interactions_read_leniently",
            "Slash commands that serenity's reader refused",
            &self.0.fallback,
        );
        count("interactions_overflowed", "Events dropped because too many waited", &self.0.dropped);
        let given_up = "Connections given up, as their request did not come or there were too many";
        registry.register("endpoint_given_up", given_up, ConstCounter::new(self.1.given_up()));
        let open = ConstGauge::new(self.1.open() as i64);
        registry.register("endpoint_connections", "Connections that are open", open);
    }
}

#[derive(Default)]
struct EndpointCounts {
    taken: AtomicU64,
    refused: AtomicU64,
    unread: AtomicU64,
    fallback: AtomicU64,
    dropped: AtomicU64,
}

/// State that the request handlers share.
struct HandlerState {
    ctx: Arc<Context>,
    state: BotState,
    key: PublicKey,
    events: Sender<Incoming>,
    counts: Arc<EndpointCounts>,
    stop: CancellationToken,
}

impl Endpoint {
    /// Starts taking interactions, and reports that through [`Incoming::Connections`].
    ///
    /// # Errors
    /// Returns one sentence if it cannot listen.
    pub async fn open(
        (ctx, state): (Arc<Context>, BotState),
        settings: &EndpointSettings,
        events: Sender<Incoming>,
    ) -> Result<Self, String> {
        let listener = match settings.listen {
            Some(listen) => Some(http_server::bind(listen, "discord.http.listen").await?),
            None => None,
        };
        let (listener, address) = listener.unzip();
        let (counts, stop) = (Arc::new(EndpointCounts::default()), CancellationToken::new());
        // No other task has the queue yet, so there is room.
        let _ = events.try_send(Incoming::Connections(ConnectionState::Up));
        let shared = Arc::new(HandlerState {
            ctx,
            state,
            key: settings.public_key,
            events,
            counts: Arc::clone(&counts),
            stop: stop.clone(),
        });
        let routes = Router::new()
            .route(PATH, post(take))
            .route(EVENTS_PATH, post(hear))
            .route(HEALTH, get(health))
            .with_state(shared);
        let connections = HttpConnectionBook::new(ConnectionLimits::of_endpoint(descriptors()));
        let (in_memory, task) =
            http_server::serve_apart(listener, routes, Arc::clone(&connections), stop.clone());
        Ok(Self { address, in_memory, counts, connections, stop: stop.drop_guard(), task })
    }

    /// Returns a view of the endpoint for monitoring.
    pub fn watch(&self) -> EndpointWatch {
        EndpointWatch(Arc::clone(&self.counts), Arc::clone(&self.connections))
    }

    /// Formats the counts so far in one line for the log.
    pub fn counts(&self) -> String {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let EndpointCounts { taken, refused, unread, dropped, .. } = &*self.counts;
        format!(
            "interactions by HTTP: {} taken, {} refused, {} not readable, {} dropped",
            count(taken),
            count(refused),
            count(unread),
            count(dropped)
        )
    }

    /// Stops taking interactions. The event queue then ends with those already taken.
    pub async fn stop(self) {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("listening for interactions had broken");
        }
    }
}

async fn health(State(shared): State<Arc<HandlerState>>) -> Response {
    if shared.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    (StatusCode::OK, "taking interactions\n").into_response()
}

async fn take(State(shared): State<Arc<HandlerState>>, request: Request<Body>) -> Response {
    let received = Instant::now();
    match shared.signed(request).await {
        Ok(raw) => shared.read(&raw, received),
        Err(refused) => refused,
    }
}

/// Returns the server in which the application was authorized, if this event reports that.
fn authorized(event: &Value) -> Option<u64> {
    let told = &event["event"];
    let in_guild = told["type"] == "APPLICATION_AUTHORIZED" && told["data"]["integration_type"] == 0;
    id(&told["data"]["guild"]["id"]).filter(|_| in_guild)
}

async fn hear(State(shared): State<Arc<HandlerState>>, request: Request<Body>) -> Response {
    let event = match shared.signed(request).await {
        Ok(event) => event,
        Err(refused) => return refused,
    };
    if !matches!(event["type"].as_u64(), Some(0 | 1)) {
        return shared.refused(StatusCode::BAD_REQUEST, "no event");
    }
    if let Some(guild) = authorized(&event)
        && shared.events.try_send(Incoming::GuildJoined(GuildId(guild))).is_err()
    {
        // Discord sends it again later.
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    (StatusCode::NO_CONTENT, [(header::CONTENT_TYPE, "application/json")]).into_response()
}

/// Whether Discord signed this request: the timestamp header followed by the body.
fn is_signed(key: PublicKey, headers: &HeaderMap, body: &[u8]) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(signature), Some(timestamp)) = (header("x-signature-ed25519"), header("x-signature-timestamp"))
    else {
        return false;
    };
    key.has_signed(signature, timestamp, body)
}

impl HandlerState {
    fn refused(&self, status: StatusCode, why: &'static str) -> Response {
        // Anyone who finds the address can send requests, so refusals are counted, and
        // logged only for debugging.
        self.counts.refused.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(%status, why, "a request was refused");
        (status, why).into_response()
    }

    /// Returns the request's JSON if Discord signed it, and otherwise the response that refuses it.
    async fn signed(&self, request: Request<Body>) -> Result<Value, Response> {
        let (head, body) = request.into_parts();
        let body = match tokio::time::timeout(ARRIVES, to_bytes(body, BODY)).await {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => return Err(self.refused(StatusCode::PAYLOAD_TOO_LARGE, "too large")),
            Err(_) => return Err(self.refused(StatusCode::REQUEST_TIMEOUT, "too slow")),
        };
        if !is_signed(self.key, &head.headers, &body) {
            return Err(self.refused(StatusCode::UNAUTHORIZED, "invalid request signature"));
        }
        self.state.note_arrival();
        serde_json::from_slice(&body).map_err(|_| self.refused(StatusCode::BAD_REQUEST, "no JSON"))
    }

    /// Reads a signed interaction and queues it.
    fn read(&self, raw: &Value, received: Instant) -> Response {
        let (read, unread) = read::interaction(raw, &self.ctx.languages, received, self.ctx.clock.now());
        if let Some(shape) = unread {
            self.counts.unread.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(shape, "an interaction could not be read");
        }
        match read {
            InteractionRead::Ping => {
                ([(header::CONTENT_TYPE, "application/json")], r#"{"type":1}"#).into_response()
            }
            InteractionRead::Lost => self.refused(StatusCode::BAD_REQUEST, "no interaction"),
            InteractionRead::Whole(mut read) => {
                if let Some(shape) = &read.refused_by_serenity {
                    self.counts.fallback.fetch_add(1, Ordering::Relaxed);
                    tracing::warn!(shape, "serenity refuses a slash command, which our own reader has read");
                }
                let interaction = &mut read.interaction;
                interaction.age = self.ctx.messenger.rest.clock.age(interaction.id.0, received, true);
                if interaction.age >= WINDOW {
                    return self.refused(StatusCode::UNAUTHORIZED, "too old");
                }
                // Also while stopping: requests that have come this far are handled first.
                let room = self.events.capacity() > RESERVED;
                if !room || self.events.try_send(Incoming::Interaction(read)).is_err() {
                    let dropped = self.counts.dropped.fetch_add(1, Ordering::Relaxed) + 1;
                    if dropped.is_power_of_two() {
                        tracing::warn!(dropped, "too many interactions wait, so the newest are dropped");
                    }
                    return StatusCode::SERVICE_UNAVAILABLE.into_response();
                }
                self.counts.taken.fetch_add(1, Ordering::Relaxed);
                StatusCode::ACCEPTED.into_response()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_key_is_read_or_refused() {
        let text = "00ff10ab".repeat(8);
        let key: PublicKey = text.parse().expect("a key");
        assert_eq!(format!("{key:?}"), text);
        for wrong in [
            "",
            "00",
            &"0".repeat(63),
            &"0".repeat(65),
            &"0g".repeat(32),
            &"00".repeat(33),
            &"\u{e9}".repeat(32),
        ] {
            assert!(wrong.parse::<PublicKey>().is_err(), "{wrong}");
        }
    }
}
