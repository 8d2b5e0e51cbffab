//! Counts what happens to the gateway connections, for the log and the metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::registry::Registry;

/// A frequent event is logged at most once in this interval.
const SELDOM: Duration = Duration::from_secs(1);

/// Counts of the gateway connections since the process started.
#[derive(Debug, Default)]
pub struct LineCounts {
    /// Connections that resumed a session.
    pub resumed: AtomicU64,
    /// Connections that began a new session.
    pub identified: AtomicU64,
    /// Connections that Discord closed.
    pub closed: AtomicU64,
    /// Frames that are not valid gateway frames.
    pub garbage: AtomicU64,
    /// Interactions that could not be read completely.
    pub unread: AtomicU64,
    /// Slash commands that serenity refused, and our lenient reader read.
    pub fallback: AtomicU64,
    /// Events dropped because the queue was full.
    pub dropped: AtomicU64,
    logged: Mutex<[Option<Instant>; 4]>,
}

impl LineCounts {
    /// Formats the counts in one line for the log.
    pub fn line(&self) -> String {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        format!(
            "{} new sessions, {} resumed, {} closes, {} wrong frames, {} interactions unread, {} read leniently, {} dropped",
            read(&self.identified),
            read(&self.resumed),
            read(&self.closed),
            read(&self.garbage),
            read(&self.unread),
            read(&self.fallback),
            read(&self.dropped)
        )
    }

    /// Registers the counts as metrics.
    pub fn register(&self, registry: &mut Registry) {
        let mut count = |name: &str, help: &str, count: &AtomicU64| {
            registry.register(name, help, ConstCounter::new(count.load(Ordering::Relaxed)));
        };
        count("gateway_sessions_resumed", "Connections that took up a session", &self.resumed);
        count("gateway_sessions_begun", "Connections with a new session", &self.identified);
        count("gateway_closes", "Connections that Discord closed", &self.closed);
        count("gateway_garbage", "Frames that are not of the gateway's language", &self.garbage);
        count("interactions_unread", "Interactions that could not be read whole", &self.unread);
        count("interactions_read_leniently", "Slash commands that serenity's reader refused", &self.fallback);
        count("interactions_overflowed", "Events dropped because too many waited", &self.dropped);
    }

    /// Increments `count`; true if the event should be logged.
    fn seldom(&self, count: &AtomicU64, which: usize) -> bool {
        count.fetch_add(1, Ordering::Relaxed);
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let due = logged[which].is_none_or(|last| last.elapsed() >= SELDOM);
        if due {
            logged[which] = Some(Instant::now());
        }
        due
    }

    /// Counts a frame that is not a valid gateway frame; true if it should be logged.
    pub fn garbage(&self) -> bool {
        self.seldom(&self.garbage, 0)
    }

    /// Counts an interaction that could not be read completely; true if it should be logged.
    pub fn unread(&self) -> bool {
        self.seldom(&self.unread, 1)
    }

    /// Counts a slash command that serenity refused; true if it should be logged.
    pub fn fallback(&self) -> bool {
        self.seldom(&self.fallback, 3)
    }

    /// Counts an event dropped because the queue was full; true if it should be logged.
    pub fn dropped(&self) -> bool {
        self.seldom(&self.dropped, 2)
    }

    /// Counts a connection that came up.
    pub fn is_up(&self, resumed: bool) {
        let count = if resumed { &self.resumed } else { &self.identified };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// True if no connection has been up yet.
    pub fn is_new(&self) -> bool {
        [&self.resumed, &self.identified].iter().all(|count| count.load(Ordering::Relaxed) == 0)
    }
}
