//! The data needed to resume a shard's session: held in memory, and stored for the next start.
//!
//! At an orderly stop a process stops reading, closes with 4000, finishes what it has read, and then stores
//! the sequence number. The next process resumes, and Discord sends it the events in between. While a process
//! runs, the stored sequence number lags three seconds behind, so after a `kill -9` Discord sends again every
//! interaction that can still be answered.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use tokio::sync::{Notify, oneshot, watch};
use twilight_gateway::queue::Queue;

use super::pace::IdentifyPace;
use super::trust::ShardTrust;
use crate::store::{GatewaySession, GatewayShard, Store};

/// How often to check whether the sequence number has changed and has to be stored.
const EVERY: Duration = Duration::from_millis(500);
/// An interaction older than this can no longer be answered, so the stored sequence number may cover it.
///
/// If the process is killed, Discord sends younger ones again, and the next process answers them.
pub const SETTLED: Duration = Duration::from_secs(3);
/// Timeout for a write: a start must not wait long for a failing store.
const WRITE: Duration = Duration::from_millis(1_500);

#[derive(Debug)]
struct Now {
    session: GatewaySession,
    /// Everything up to this event was already too old to be answered on arrival.
    aged: u64,
}

/// The session of a shard. Clones share it.
#[derive(Clone, Debug)]
pub struct SessionKeeper {
    now: Arc<Mutex<Now>>,
    changed: Arc<Notify>,
    store: Store,
    shard: GatewayShard,
    pace: IdentifyPace,
}

impl SessionKeeper {
    /// Loads what an earlier process stored for this shard. If the store cannot be read, the session is lost,
    /// but the start continues.
    pub async fn load(store: Store, shard: GatewayShard, pace: IdentifyPace) -> Self {
        let session = store.gateway_session(shard).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the gateway's session could not be read, so a new one is begun");
            GatewaySession::default()
        });
        let now = Arc::new(Mutex::new(Now { session, aged: 0 }));
        Self { now, changed: Arc::default(), store, shard, pace }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current session.
    pub fn get(&self) -> GatewaySession {
        self.lock().session.clone()
    }

    /// Records that everything up to this event has been passed to the dispatcher.
    pub fn seen(&self, sequence: u64) {
        self.lock().session.sequence = sequence;
    }

    /// Records that this event, and so every event before it, arrived too late to be answered.
    pub fn aged(&self, sequence: u64) {
        self.lock().aged = sequence;
    }

    /// Records that a new session has begun.
    pub fn begin(&self, session: String, sequence: u64, resume_url: Option<String>) {
        let mut now = self.lock();
        let identified_at = now.session.identified_at;
        now.aged = 0;
        now.session = GatewaySession { session: Some(session), sequence, resume_url, identified_at };
        self.changed.notify_one();
    }

    /// Records that the session is lost.
    pub fn drop_session(&self) {
        let mut now = self.lock();
        let identified_at = now.session.identified_at;
        now.aged = 0;
        now.session = GatewaySession { identified_at, ..GatewaySession::default() };
        self.changed.notify_one();
    }

    /// Returns how long this shard has to wait before it may request a session.
    pub fn until_identify(&self) -> Duration {
        self.pace.until(self.shard.number)
    }

    /// Records that a session is being requested now.
    fn identifying(&self) -> GatewaySession {
        let at = self.pace.asking(self.shard.number);
        let mut held = self.lock();
        held.session.identified_at = at;
        held.session.clone()
    }

    async fn write(&self, session: &GatewaySession) -> bool {
        match tokio::time::timeout(WRITE, self.store.keep_gateway_session(self.shard, session)).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "the gateway's session was not kept");
                false
            }
            Err(_) => false,
        }
    }

    /// Stores the session at an orderly stop.
    pub async fn save(&self) {
        let session = self.get();
        if !self.write(&session).await {
            tracing::warn!("the gateway's session was not kept; the next start begins a new one");
        }
    }

    /// Stores changes indefinitely: a new session at once, the sequence number periodically.
    ///
    /// Writes only while this process is known to hold the shard, because a process that has taken it over
    /// writes its own session.
    pub async fn keep(self, trust: watch::Receiver<ShardTrust>) {
        let mut kept = self.get();
        let mut recent: VecDeque<(Instant, u64)> = VecDeque::new();
        // The value of `aged` in the previous round: what the dispatcher had received by then is done by now.
        let mut aged = 0;
        loop {
            tokio::select! {
                biased;
                () = self.changed.notified() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
            if !trust.borrow().holds() {
                continue;
            }
            let (now, aged_now) = {
                let held = self.lock();
                (held.session.clone(), held.aged)
            };
            if now.session != kept.session || now.identified_at != kept.identified_at {
                recent.clear();
                aged = 0;
                if self.write(&now).await {
                    kept = now;
                }
                continue;
            }
            if recent.back().map_or(kept.sequence, |(_, sequence)| *sequence) != now.sequence {
                recent.push_back((Instant::now(), now.sequence));
            }
            let mut settled = None;
            while recent.front().is_some_and(|(at, _)| at.elapsed() >= SETTLED) {
                settled = recent.pop_front();
            }
            // What an earlier process left behind need not settle again. Otherwise a process that is killed
            // repeatedly would fall further and further behind.
            let sequence = settled.map_or(0, |(_, sequence)| sequence).max(aged);
            aged = aged_now;
            if sequence > kept.sequence {
                let session = GatewaySession { sequence, ..now };
                if self.write(&session).await {
                    kept = session;
                } else if let Some(settled) = settled {
                    recent.push_front(settled);
                }
            }
        }
    }
}

/// twilight calls this before each IDENTIFY.
impl Queue for SessionKeeper {
    fn enqueue(&self, _: u32) -> oneshot::Receiver<()> {
        let (allow, allowed) = oneshot::channel();
        let kept = self.clone();
        tokio::spawn(async move {
            loop {
                let wait = kept.until_identify();
                if wait.is_zero() {
                    break;
                }
                tokio::time::sleep(wait).await;
            }
            // The connection that asked may be gone by now.
            if allow.is_closed() {
                return;
            }
            kept.pace.spend();
            // Stored before the IDENTIFY, so that after a kill the next process does not identify too soon.
            let session = kept.identifying();
            kept.write(&session).await;
            let _ = allow.send(());
            kept.identifying();
        });
        allowed
    }
}
