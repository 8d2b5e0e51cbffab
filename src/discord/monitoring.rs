//! The HTTP endpoint for monitoring: whether the process is alive, whether it takes interactions, and its
//! metrics in the Prometheus format. It should listen where only monitoring can reach it: nothing in it is
//! secret, but all of it describes the host.
//!
//! Plain counts are looked up on request.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::Instant;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use tokio::sync::Mutex;
use tokio::sync::mpsc::WeakSender;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::app::App;
use crate::discord::bot_state::BotState;
use crate::discord::context::Context;
use crate::discord::ingress::way_in::WatchedWay;
use crate::discord::interaction::incoming::Incoming;
use crate::discord::metrics::MoreMetrics;
use crate::discord::ops::process_metrics;
use crate::discord::outbox;
use crate::game::Millis;
use crate::http_server::{self, ConnectionLimits, HttpConnectionBook, descriptors};
use crate::store::{Backlog, OwedOfKind};

/// Whether the process is alive and handles events from Discord.
const ALIVE: &str = "/healthz";
/// Whether the process takes interactions, or stands by for one that does, and can save games.
const READY: &str = "/readyz";
const METRICS: &str = "/metrics";
/// The content type of the metrics.
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// After this time the counts from the database are counted again.
const FRESH: Duration = Duration::from_secs(5);

/// What exists only once the bot knows its own identity.
pub struct BotAtWork {
    pub ctx: Arc<Context>,
    /// The queue in which events wait.
    pub events: WeakSender<Incoming>,
    /// The source of the events.
    pub way: WatchedWay,
}

/// State that the request handlers share.
struct Watched {
    app: App,
    /// Metrics of parts other than the bot.
    more: Option<MoreMetrics>,
    state: BotState,
    stop: CancellationToken,
    at_work: OnceLock<BotAtWork>,
    /// The last counts from the database, and when they were made.
    counted: Mutex<Option<(Instant, Option<Backlog>)>>,
}

/// The listener, which is open until this is dropped.
pub struct MonitoringServer {
    /// The actual address, even if port 0 was requested.
    pub address: SocketAddr,
    watched: Arc<Watched>,
    _open: DropGuard,
}

impl MonitoringServer {
    /// Starts to listen, before the bot has reached Discord. It is no longer ready once `stop` is cancelled.
    ///
    /// # Errors
    /// Returns one sentence if it cannot listen.
    pub async fn open(
        listen: SocketAddr,
        (app, more): (App, Option<MoreMetrics>),
        state: BotState,
        stop: CancellationToken,
    ) -> Result<Self, String> {
        let (listener, address) = http_server::bind(listen, "metrics.listen").await?;
        let (at_work, counted) = (OnceLock::new(), Mutex::default());
        let watched = Arc::new(Watched { app, more, state, stop, at_work, counted });
        let routes = Router::new()
            .route(ALIVE, get(alive))
            .route(READY, get(ready))
            .route(METRICS, get(metrics))
            .with_state(Arc::clone(&watched));
        let closed = CancellationToken::new();
        let open = closed.clone().drop_guard();
        tokio::spawn(async move {
            let book = HttpConnectionBook::new(ConnectionLimits::of_watchers(descriptors()));
            tokio::select! {
                biased;
                // A client in the middle of a response can ask again.
                () = closed.cancelled() => {}
                () = http_server::serve(listener, routes, book, closed.clone()) => {}
            }
        });
        Ok(Self { address, watched, _open: open })
    }

    /// Adds what exists only once the bot is at work.
    pub fn at_work(&self, at_work: BotAtWork) {
        // Set only once.
        let _ = self.watched.at_work.set(at_work);
    }
}

async fn alive(State(watched): State<Arc<Watched>>) -> Response {
    if watched.state.dispatcher_answers().await {
        (StatusCode::OK, "alive\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "nothing that comes from Discord is taken up\n").into_response()
    }
}

async fn ready(State(watched): State<Arc<Watched>>) -> Response {
    match watched.ready() {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()).into_response(),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

async fn metrics(State(watched): State<Arc<Watched>>) -> Response {
    let backlog = watched.backlog().await;
    let mut text = String::new();
    if encode(&mut text, &watched.registry(backlog)).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    ([(header::CONTENT_TYPE, FORMAT)], text).into_response()
}

impl Watched {
    /// Whether interactions are taken here, or would be after a takeover, and games can be saved.
    fn ready(&self) -> Result<(), String> {
        if self.stop.is_cancelled() {
            return Err("stopping".to_owned());
        }
        self.app.healthy()?;
        if let Some(why) = self.state.own_obstacle() {
            return Err(why);
        }
        if self.state.is_well() { Ok(()) } else { Err("not connected to Discord".to_owned()) }
    }

    /// Returns the counts from the database; `None` while it cannot be queried.
    async fn backlog(&self) -> Option<Backlog> {
        let ctx = &self.at_work.get()?.ctx;
        // One query at a time, however many clients ask.
        let mut counted = self.counted.lock().await;
        if let Some((_, backlog)) = counted.as_ref().filter(|(at, _)| at.elapsed() < FRESH) {
            return backlog.clone();
        }
        let backlog = ctx.store.backlog(ctx.clock.now()).await;
        if let Err(error) = &backlog {
            tracing::debug!(%error, "what waits was not counted");
        }
        let backlog = backlog.ok();
        *counted = Some((Instant::now(), backlog.clone()));
        backlog
    }

    /// Returns all metrics with their current values.
    fn registry(&self, backlog: Option<Backlog>) -> Registry {
        let mut all = Registry::default();
        process_metrics::register(&mut all);
        let ours = all.sub_registry_with_prefix("rookery");
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        ours.register("build", "The program", version);
        if let Some(more) = &self.more {
            more.register(ours);
        }
        let mut gauge = |name: &str, help: &str, value: i64| {
            ours.register(name, help, ConstGauge::new(value));
        };
        gauge(
            "ready",
            "Whether interactions are taken and what is played is saved",
            self.ready().is_ok().into(),
        );
        gauge("store_well", "Whether what is played can be saved", self.app.healthy().is_ok().into());
        gauge(
            "players_get_through",
            "Whether what players do gets through to this process; while it does not, nobody loses on time",
            self.state.is_reached().into(),
        );
        gauge("standing_by", "Whether other processes have all connections", self.state.stands_by().into());
        let Some(BotAtWork { ctx, events, way }) = self.at_work.get() else { return all };
        if let Some(events) = events.upgrade() {
            let waiting = events.max_capacity() - events.capacity();
            gauge("events_waiting", "Events from Discord that are not looked at yet", waiting as i64);
        }
        gauge("interactions_in_hand", "Interactions that are being served", ctx.in_flight.in_hand() as i64);
        gauge(
            "duty",
            "Whether this process does what is due without anybody's word",
            ctx.leadership.is_mine().into(),
        );
        if let Some(backlog) = backlog {
            let now = ctx.clock.now();
            let late = backlog.due_since.map_or(0, |since| now.since(since).max(0));
            gauge("games_live", "Games that go on, in the whole database", backlog.live);
            gauge("challenges_open", "Challenges that wait for an answer", backlog.challenges);
            let old = ["old-board", "unnoted-board", "first-board", "offer", "challenge"];
            let waiting =
                backlog.owed.iter().filter(|one| old.contains(&&*one.kind)).map(|one| one.count).sum();
            gauge("old_messages_waiting", "Old messages that are to be changed", waiting);
            gauge("jobs_due", "Games in which something is due by now", backlog.due);
            gauge("shards", "Shards among which the servers are shared out", backlog.shards);
            gauge(
                "shards_unreached",
                "Those of them that no process carries, or through which nothing gets",
                backlog.unreached,
            );
            gauge("database_bytes", "What the database takes up", backlog.bytes);
            if let Some(at) = backlog.backed_up {
                let age = now.since(at).max(0) / 1_000;
                gauge("backup_age_seconds", "How long ago `rookery store backup` was last run", age);
            }
            let late = ConstGauge::new(late as f64 / 1_000.0);
            ours.register_with_unit("jobs_late", "For how long the first of them waits", Unit::Seconds, late);
            register_owed(ours, &backlog.owed, now);
        }
        ctx.metrics.register(ours);
        ctx.messenger.rest.counts.register(ours);
        match way {
            WatchedWay::Gateway(gateway) => gateway.register(ours),
            WatchedWay::Endpoint(endpoint) => endpoint.register(ours),
        }
        all
    }
}

/// The kind of a pending message.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OwedLabel {
    kind: String,
}

/// Registers the pending outbox entries by kind.
fn register_owed(ours: &mut Registry, owed: &[OwedOfKind], now: Millis) {
    let [count, oldest, tries, refused] = [(); 4].map(|()| Family::<OwedLabel, Gauge>::default());
    // Kinds without pending entries are set as well: monitoring distinguishes zero from missing.
    for kind in outbox::ALL {
        let label = OwedLabel { kind: kind.kind().to_owned() };
        for family in [&count, &oldest, &tries, &refused] {
            family.get_or_create(&label).set(0);
        }
    }
    for one in owed {
        let label = OwedLabel { kind: one.kind.clone() };
        count.get_or_create(&label).set(one.count);
        oldest.get_or_create(&label).set(one.oldest.map_or(0, |since| now.since(since).max(0) / 1_000));
        tries.get_or_create(&label).set(one.tries.into());
        refused.get_or_create(&label).set(one.refused);
    }
    ours.register("owed", "Messages that are due by now", count);
    ours.register_with_unit(
        "owed_oldest",
        "For how long the first is owed that is due or was tried in vain, and that no channel refuses",
        Unit::Seconds,
        oldest,
    );
    ours.register("owed_tries", "How often one of them was tried, at most", tries);
    ours.register("owed_refused", "Messages that wait because a channel refuses them", refused);
}
