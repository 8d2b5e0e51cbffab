//! Events in: the line to Discord's gateway.
//!
//! [`twilight_gateway`] speaks the protocol (TLS, WebSocket, heartbeats, IDENTIFY and RESUME); when to connect, where to, and what to
//! do with an end is decided here, because its own pauses grow to minutes, one failed connect costs it the resume address, and it waits
//! for ever on a gateway that takes a connection and says nothing. So one of its shards serves one connection, and after any end
//! the next one is made from the session that `kept` holds.
//!
//! It is a task like any other: nothing in it blocks or spins, a heartbeat is needed once in 41 s, and an event so reaches the desk without a
//! change of threads.

pub mod age;
mod connection;
mod counts;
mod frame;
mod kept;
pub mod read;
mod shape;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret, SecretString};
use tokio::sync::mpsc::Sender;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use twilight_gateway::{Config, ConfigBuilder, Intents};

use super::desk::Desk;
use super::event::Incoming;
use super::reach::Reach;
use super::request::{Failure, Request};
use connection::{ConnectionEnd, Lost};
use counts::LineCounts;
use kept::Kept;

pub use kept::IDENTIFY_EVERY;

/// How many events may wait for the desk. More than that is minutes of a very busy bot, which nobody waits for.
pub const WAITING: usize = 4_096;
/// Room in the queue that interactions leave to what must not be lost.
pub const RESERVED: usize = 256;
/// How long the gateway's address is asked for once the bot has started: there is an older one to fall back to.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pauses between tries to connect.
const PAUSE: (u64, u64) = (250, 2_000);
/// A connection that was good for so long is made again at once.
const WAS_GOOD: Duration = Duration::from_secs(5);
/// After so many failures in a row the general address is tried beside the one for resuming.
const GENERAL_AFTER: u32 = 4;
/// After so many silent answers to RESUME in a row, a minute altogether, a new session is begun.
const SILENT: u32 = 6;
/// An outage is told of again after this time.
const TELL_AGAIN: Duration = Duration::from_mins(1);
/// A longer wait for IDENTIFY is not spent on an open connection.
const LONG_WAIT: Duration = Duration::from_secs(10);

/// The line, being kept.
pub struct Gateway {
    /// The WebSocket address that is connected to first.
    pub ws_url: String,
    kept: Kept,
    counts: Arc<LineCounts>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

/// What a connection needs.
struct Wiring {
    desk: Arc<Desk>,
    kept: Kept,
    config: Config<Kept>,
    outlet: Outlet,
    counts: Arc<LineCounts>,
    stop: CancellationToken,
    /// Told, in whole sentences, that there is no first connection yet.
    tell: fn(&str),
}

/// The way to the desk.
struct Outlet {
    events: Sender<Incoming>,
    counts: Arc<LineCounts>,
}

impl Outlet {
    /// Hands an event to the desk. Never waits: heartbeats must go on.
    fn forward(&self, event: Incoming) {
        let optional = matches!(event, Incoming::Interaction(_));
        let room = self.events.capacity() > if optional { RESERVED } else { 0 };
        // The other end is gone only while the program ends.
        if (!room || self.events.try_send(event).is_err()) && self.counts.dropped() {
            let dropped = self.counts.dropped.load(Ordering::Relaxed);
            tracing::warn!(dropped, "too many events wait, so the newest are dropped");
        }
    }
}

/// An address that twilight can use: it would panic on what is no URL, and appends a path and a query of its own.
fn usable(address: &str) -> Option<String> {
    let mut url = reqwest::Url::parse(address).ok()?;
    if !matches!(url.scheme(), "ws" | "wss") || !url.has_host() {
        return None;
    }
    url.set_query(None);
    url.set_fragment(None);
    Some(url.as_str().trim_end_matches('/').to_owned())
}

/// Asks for the gateway's address.
fn question(deadline: Instant) -> Request<'static> {
    Request::new(&reqwest::Method::GET, "/gateway/bot", deadline)
}

/// The pause before the try of this number; 0: at once.
fn pause(tries: u32) -> Duration {
    if tries == 0 {
        return Duration::ZERO;
    }
    let most = (PAUSE.0 << tries.min(10)).min(PAUSE.1);
    Duration::from_millis(fastrand::u64(PAUSE.0..=most))
}

impl Gateway {
    /// Begins to connect. Returns when the address is known; the connection itself is told by [`Incoming::Connected`].
    ///
    /// # Errors
    /// One sentence when Discord refuses to say the address.
    pub async fn start(
        desk: Arc<Desk>,
        token: &SecretString,
        identify_every: Duration,
        events: Sender<Incoming>,
        reach: &Reach<'_>,
    ) -> Result<Self, String> {
        let kept = Kept::load(desk.app.clone(), desk.clock.clone(), identify_every).await;
        if identify_every.is_zero() {
            // A chat that has just begun knows no session before.
            kept.drop_session();
        }
        let config = ConfigBuilder::new(token.expose_secret().to_owned(), Intents::GUILDS);
        let counts = Arc::new(LineCounts::default());
        let stop = CancellationToken::new();
        let line = Wiring {
            desk,
            kept: kept.clone(),
            config: config.queue(kept.clone()).build(),
            outlet: Outlet { events, counts: Arc::clone(&counts) },
            counts: Arc::clone(&counts),
            stop: stop.clone(),
            tell: reach.tell,
        };
        let resume = kept.get();
        let general = if resume.session.and(resume.resume_url).is_some() {
            None
        } else {
            let ask = async |deadline| line.ask(question(deadline).single()).await;
            let asked = reach.until_it_answers("ask where its gateway is", ask).await;
            Some(asked.map_err(|failure| format!("the gateway's address could not be learnt: {failure}"))?)
        };
        let ws_url = line.kept.get().resume_url.or_else(|| general.clone()).unwrap_or_default();
        tokio::spawn({
            let (kept, stop) = (kept.clone(), stop.clone());
            async move {
                tokio::select! { () = stop.cancelled() => {}, () = kept.keep() => {} }
            }
        });
        let task = tokio::spawn(line.keep_up(general));
        Ok(Self { ws_url, kept, counts, stop: stop.drop_guard(), task })
    }

    /// What happened so far, in one line.
    pub fn counts(&self) -> String {
        self.counts.line()
    }

    /// Reads nothing more and closes the connection in a way that lets the session be resumed. The queue of events ends
    /// with what was read.
    pub async fn stop(self) -> Stopped {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("the line to Discord had broken");
        }
        Stopped(self.kept)
    }
}

/// A line that was stopped.
pub struct Stopped(Kept);

impl Stopped {
    /// Keeps the session for the next start; to be called when all that was read is done.
    pub async fn save(&self) {
        self.0.save().await;
    }
}

impl Wiring {
    /// Asks Discord where its gateway is, and how many sessions it allows.
    async fn ask(&self, question: Request<'_>) -> Result<String, Failure> {
        let told = self.desk.messenger.rest.send(question).await?;
        let limit = &told["session_start_limit"];
        if read::number(&limit["remaining"]) == Some(0) {
            let wait = Duration::from_millis(read::number(&limit["reset_after"]).unwrap_or(0));
            tracing::warn!(
                seconds = wait.as_secs(),
                "Discord allows no new session before this time is over"
            );
            self.kept.block(wait);
        }
        let url = told["url"].as_str().and_then(usable);
        url.ok_or_else(|| Failure::Unreachable("the answer holds no address".to_owned()))
    }

    /// Where to connect to next; none if we are told to stop.
    async fn address(&self, general: &mut Option<String>, failed: u32) -> Option<String> {
        let kept = self.kept.get();
        let resume = kept.session.is_some().then_some(kept.resume_url).flatten();
        let beside = failed >= GENERAL_AFTER && failed.is_multiple_of(2);
        if let Some(resume) = &resume
            && !beside
        {
            return Some(resume.clone());
        }
        if kept.session.is_some()
            && let Some(general) = general
        {
            return Some(general.clone());
        }
        // A new session: the limits are asked for as well.
        let mut tries = 0;
        loop {
            let asked = tokio::select! {
                () = self.stop.cancelled() => return None,
                asked = self.ask(question(Instant::now() + PATIENCE)) => asked,
            };
            match (asked, &*general) {
                (Ok(address), _) => {
                    *general = Some(address.clone());
                    return Some(address);
                }
                (Err(_), Some(known)) => return Some(known.clone()),
                (Err(_), None) if resume.is_some() => return resume,
                (Err(failure), None) => tracing::debug!(%failure, "asking again"),
            }
            tries += 1;
            self.sleep(pause(tries)).await?;
        }
    }

    /// Waits; none if we are told to stop meanwhile.
    async fn sleep(&self, wait: Duration) -> Option<()> {
        tokio::select! {
            () = self.stop.cancelled() => None,
            () = tokio::time::sleep(wait) => Some(()),
        }
    }

    /// Keeps the line up until it is told to stop or Discord will not have us.
    async fn keep_up(self, mut general: Option<String>) {
        // The first address was asked for at the start.
        let mut first = general.clone();
        let (mut tries, mut failed, mut silent, mut told) = (0, 0, 0, None::<Instant>);
        loop {
            let address = match first.take() {
                Some(address) => Some(address),
                None => self.address(&mut general, failed).await,
            };
            let Some(address) = address else { return };
            if self.kept.get().session.is_none() && self.kept.until_identify() > LONG_WAIT {
                let wait = self.kept.until_identify();
                if self.sleep(wait).await.is_none() {
                    return;
                }
            }
            let lost = match connection::serve(&self, &address, silent).await {
                ConnectionEnd::Stopped => return,
                ConnectionEnd::Fatal(why) => {
                    let _ = self.outlet.events.send(Incoming::Ended(why)).await;
                    return;
                }
                ConnectionEnd::Lost(lost) => lost,
            };
            let away = self.counts.is_lost();
            if lost.up.is_some() || told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
                told = Some(Instant::now());
                tracing::warn!(
                    why = lost.why,
                    away_s = away.as_secs(),
                    "not connected to Discord; trying again"
                );
                if self.counts.is_new() {
                    (self.tell)(&format!(
                        "Discord's gateway cannot be reached at {address} ({}); trying again.",
                        lost.why
                    ));
                }
            } else {
                tracing::debug!(why = lost.why, tries, "not connected to Discord; trying again");
            }
            let Lost { up, silent: was_silent, pause: least, .. } = lost;
            tries = if up.is_some_and(|up| up >= WAS_GOOD) { 0 } else { tries + 1 };
            failed = if up.is_some() { 0 } else { failed + 1 };
            silent = if was_silent { silent + 1 } else { 0 };
            if silent >= SILENT {
                silent = 0;
                self.kept.drop_session();
            }
            if self.sleep(pause(tries).max(least)).await.is_none() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_usable_or_refused() {
        for (given, made) in [
            ("wss://gateway.discord.gg", Some("wss://gateway.discord.gg")),
            ("wss://gateway-us-east1-b.discord.gg/", Some("wss://gateway-us-east1-b.discord.gg")),
            ("ws://127.0.0.1:8791/gateway?v=9#x", Some("ws://127.0.0.1:8791/gateway")),
            ("https://discord.gg", None),
            ("gateway.discord.gg", None),
            ("wss://", None),
            ("wss://a b", None),
            ("", None),
        ] {
            assert_eq!(usable(given).as_deref(), made, "{given}");
        }
    }

    #[test]
    fn a_full_queue_drops_the_newest_interactions_and_nothing_else() {
        let counts = Arc::new(LineCounts::default());
        let (events, mut desk) = tokio::sync::mpsc::channel(RESERVED + 10);
        let outlet = Outlet { events, counts: Arc::clone(&counts) };
        let raw = |id: u64| {
            let raw = serde_json::json!({ "id": id, "token": "t", "type": 9, "channel_id": 1, "user": { "id": 2 } });
            match read::interaction(
                &raw,
                &crate::words::Languages::embedded(),
                Instant::now(),
                crate::game::Millis(0),
            )
            .0
            {
                read::Read::Whole(interaction) => Incoming::Interaction(interaction),
                _ => panic!("not read"),
            }
        };
        for id in 1..=25 {
            outlet.forward(raw(id));
        }
        outlet.forward(Incoming::Connected(false));
        assert_eq!(counts.dropped.load(Ordering::Relaxed), 15);
        for id in 1..=10 {
            assert!(matches!(desk.try_recv(), Ok(Incoming::Interaction(first)) if first.id == id));
        }
        assert!(matches!(desk.try_recv(), Ok(Incoming::Connected(false))));
        outlet.forward(raw(26));
        assert!(matches!(desk.try_recv(), Ok(Incoming::Interaction(_))), "there is room again");
    }

    #[test]
    fn pauses_are_between_a_quarter_and_two_seconds() {
        assert_eq!(pause(0), Duration::ZERO);
        for tries in 1..100 {
            let pause = pause(tries);
            assert!((250..=2_000).contains(&pause.as_millis()), "{pause:?}");
        }
    }
}
