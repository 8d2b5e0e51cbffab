//! Events from Discord's gateway: one connection per shard.
//!
//! [`twilight_gateway`] implements the protocol (TLS, WebSocket, heartbeats, IDENTIFY and RESUME). When and
//! where to connect, and how to react when a connection ends, is decided here. twilight's own pauses grow to
//! minutes, one failed connect costs it the resume address, and it waits forever on a gateway that accepts a
//! connection and stays silent. So one twilight shard serves one connection, and after any end the next
//! connection is made from the session in the `SessionKeeper`. `socket` is the interface to twilight; tests
//! replace it with an in-memory gateway.
//!
//! The connections run as ordinary tasks. Nothing in them blocks or spins, and a heartbeat is due only every
//! 41 s, so an event reaches the dispatcher without a thread switch.
//!
//! serenity's own gateway is not used: it spins a core when a reconnect fails, ignores the resume address,
//! and drops an interaction if one of its types holds an unknown value. There is one line per shard, and all
//! lines feed one queue.

mod connection;
mod connection_factory;
mod counts;
mod event_sender;
mod frame;
#[cfg(feature = "sandbox")]
mod in_memory;
mod line;
mod pace;
pub mod read;
mod session;
mod shape;
mod shards;
mod socket;
mod trust;
mod twilight_socket;
mod typed;
mod watch;

use std::ops::RangeInclusive;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::time::Instant;

use secrecy::SecretString;
use tokio::sync::mpsc::Sender;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use twilight_gateway::Intents;

use crate::discord::context::Context;
use crate::discord::interaction::incoming::Incoming;
use crate::discord::rest::retry::Reach;
use crate::store::{GatewaySession, GatewayShard};
use connection_factory::ConnectionParts;
use counts::LineCounts;
use event_sender::EventSender;
use line::{ask, question};
use pace::IdentifyPace;
use shards::{Keeper, KeeperEnd};
use twilight_socket::TwilightConnector;

pub use event_sender::{RESERVED, WAITING};
#[cfg(feature = "sandbox")]
pub use in_memory::InMemoryGateway;
pub use pace::IDENTIFY_EVERY;
pub use socket::GatewayConnector;
#[cfg(feature = "sandbox")]
pub use socket::{GatewaySocket, Opening, SocketEvent};
pub use watch::GatewayWatch;

/// How long to wait for Discord's recommended number of shards if there is a session to resume.
const ASK: Duration = Duration::from_secs(2);
/// The events that the bot subscribes to.
const INTENTS: Intents = Intents::GUILDS;
/// Upper limit on the number of shards; more would be a mistake.
const MOST_SHARDS: u32 = 10_000;

/// The shards a process may carry, and the total number of shards.
///
/// `None`: as many as Discord recommends, split among the processes.
pub type ShardChoice = Option<(RangeInclusive<u32>, u32)>;

/// The gateway connections of this process.
pub struct Gateway {
    /// The WebSocket address to connect to first.
    pub ws_url: String,
    counts: Arc<LineCounts>,
    event_sender: Weak<EventSender>,
    end: KeeperEnd,
    stop: DropGuard,
    keeper: JoinHandle<()>,
}

/// How to reach the gateway.
pub struct GatewaySettings<'a> {
    pub token: &'a SecretString,
    /// The minimum time between two requests for a new session. Zero for a local chat that has just begun and
    /// has no session to resume.
    pub identify_every: Duration,
    /// The shards that this process may carry.
    pub shards: ShardChoice,
    /// Opens the connections; twilight if `None`.
    pub connector: Option<Arc<dyn GatewayConnector>>,
}

impl Gateway {
    /// Starts connecting. Returns once the address is known; [`Incoming::Connections`] reports the rest.
    ///
    /// # Errors
    /// Returns one sentence if Discord refuses to give the address.
    pub async fn start(
        ctx: Arc<Context>,
        settings: GatewaySettings<'_>,
        events: Sender<Incoming>,
        reach: &Reach<'_>,
    ) -> Result<Self, String> {
        // A local chat that has just begun has no earlier sessions.
        let fresh = settings.identify_every.is_zero();
        let (known, identified_at) = ctx.store.kept_shards().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the gateway's sessions could not be read, so new ones are begun");
            (None, crate::game::Millis(0))
        });
        let known = known.filter(|_| !fresh);
        let pace =
            IdentifyPace::new(ctx.store.clone(), ctx.clock.clone(), settings.identify_every, identified_at);
        let first = match (&settings.shards, known) {
            (Some((range, total)), _) => Some(GatewayShard { number: *range.start(), total: *total }),
            (None, known) => known.map(|total| GatewayShard { number: 0, total }),
        };
        let resume = match first.filter(|_| !fresh) {
            Some(shard) => ctx.store.gateway_session(shard).await.unwrap_or_default(),
            None => GatewaySession::default(),
        };
        let resume_url = resume.session.and(resume.resume_url);
        let asked = if resume_url.is_none() {
            let asking = async |deadline| ask(&ctx, &pace, question(deadline).single()).await;
            let asked = reach.until_it_answers("ask where its gateway is", asking).await;
            Some(asked.map_err(|failure| format!("the gateway's address could not be learnt: {failure}"))?)
        } else if settings.shards.is_none() {
            ask(&ctx, &pace, question(Instant::now() + ASK).single()).await.ok()
        } else {
            None
        };
        let (range, total, auto) = if let Some((range, total)) = settings.shards {
            (range, total, false)
        } else {
            let recommended = asked.as_ref().map_or(1, |(_, shards)| *shards);
            // Keeping sessions is worth extra shards, but at most twice the recommended number.
            let known = known.filter(|known| *known <= recommended.saturating_mul(2)).unwrap_or(1);
            let wanted = recommended.max(known).min(MOST_SHARDS);
            // Processes that already use another number of shards carry all servers, so it is adopted.
            let shared =
                if ctx.store.is_shared() { shards::shared_already(&ctx.store, wanted).await } else { None };
            let total = shared.unwrap_or(wanted).min(MOST_SHARDS);
            (0..=total - 1, total, true)
        };
        if let Err(error) = ctx.store.forget_other_shards(total).await {
            tracing::debug!(%error, "sessions of other shards were not forgotten");
        }
        let general = asked.map(|(address, _)| address);
        let ws_url = resume_url.or_else(|| general.clone()).unwrap_or_default();
        let counts = Arc::new(LineCounts::default());
        let stop = CancellationToken::new();
        let event_sender = Arc::new(EventSender::new(events, Arc::clone(&counts)));
        let watched = Arc::downgrade(&event_sender);
        let parts = ConnectionParts {
            token: settings.token.clone(),
            connector: settings.connector.unwrap_or_else(|| Arc::new(TwilightConnector::new(settings.token))),
            event_sender,
            counts: Arc::clone(&counts),
            ctx,
            pace,
            first: general.clone(),
            general,
            fresh,
        };
        let shards = range.map(|number| GatewayShard { number, total }).collect();
        let (keeper, end) = Keeper::new(parts, shards, auto);
        let keeper = tokio::spawn(keeper.keep(stop.clone()));
        Ok(Self { ws_url, counts, event_sender: watched, end, stop: stop.drop_guard(), keeper })
    }

    /// Returns a view of the connections for monitoring.
    pub fn watch(&self) -> GatewayWatch {
        GatewayWatch { counts: Arc::clone(&self.counts), event_sender: Weak::clone(&self.event_sender) }
    }

    /// Formats the counts so far in one line for the log.
    pub fn counts(&self) -> String {
        self.counts.line()
    }

    /// Stops reading and closes the connections so that the sessions can be resumed.
    ///
    /// The event queue then ends with the events already read.
    pub async fn stop(self) -> Stopped {
        drop(self.stop);
        self.end.closed.cancelled().await;
        Stopped { done: self.end.done, keeper: self.keeper }
    }
}

/// Connections that have been stopped.
pub struct Stopped {
    done: DropGuard,
    keeper: JoinHandle<()>,
}

impl Stopped {
    /// Stores the sessions for the next start. Call it once all events that were read have been handled.
    pub async fn save(self) {
        drop(self.done);
        if self.keeper.await.is_err() {
            tracing::error!("the lines to Discord had broken");
        }
    }
}
