//! Gateway faults ordered by tests, and a record of the handshakes that the gateway received.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timing::watch;
use tokio::time::Instant;

use super::options::Options;

/// Discord's limit of session starts in a day.
const STARTS: u32 = 1_000;

/// The gateway's faults, until the next order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trouble of its own, and they go together")]
pub struct GatewayTrouble {
    /// Accepts TCP connections but refuses the upgrade to WebSocket with 503.
    pub refuse: bool,
    /// Never sends HELLO.
    pub no_hello: bool,
    /// Ignores IDENTIFY and RESUME.
    pub deaf: bool,
    /// Does not acknowledge heartbeats.
    pub no_ack: bool,
    /// Sends nothing at all, as if the network lost it. The missed events are available by RESUME.
    pub mute: bool,
    /// Neither begins nor resumes sessions of the shard with this number.
    pub dead_shard: Option<u64>,
}

/// An IDENTIFY or RESUME that the gateway received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The session to resume. `None` for IDENTIFY.
    pub resume: Option<String>,
    /// The intents of an IDENTIFY, by Discord's bits. `None` for RESUME.
    pub intents: Option<u64>,
    /// The shard and the number of shards. `None` for RESUME.
    pub shard: Option<(u64, u64)>,
    /// The last sequence number of a RESUME. 0 for IDENTIFY.
    pub sequence: u64,
    /// `/gateway`, or `/resume` from READY's `resume_gateway_url`.
    pub path: String,
    /// Whether the session was granted.
    pub taken: bool,
    /// When it arrived.
    pub at: Instant,
}

#[derive(Debug, Default)]
struct OutageState {
    trouble: GatewayTrouble,
    handshakes: Vec<Handshake>,
    /// The base URL that bots are given instead of the gateway's own address.
    told: Option<String>,
    /// The time of the last IDENTIFY of each group of shards.
    identified: HashMap<u64, Instant>,
    started: u32,
    first_asked: Option<Instant>,
}

/// The state of the gateway's faults.
#[derive(Debug)]
pub(crate) struct Outage {
    state: Mutex<OutageState>,
    cut: watch::Sender<u64>,
    /// Whether the gateway's own port is open.
    pub open: watch::Sender<bool>,
}

impl Default for Outage {
    fn default() -> Self {
        Self { state: Mutex::default(), cut: watch::Sender::new(0), open: watch::Sender::new(true) }
    }
}

impl Outage {
    fn state(&self) -> MutexGuard<'_, OutageState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn trouble(&self) -> GatewayTrouble {
        self.state().trouble
    }

    pub fn set_trouble(&self, trouble: GatewayTrouble) {
        self.state().trouble = trouble;
    }

    pub fn handshakes(&self) -> Vec<Handshake> {
        self.state().handshakes.clone()
    }

    pub fn note(&self, handshake: Handshake) {
        self.state().handshakes.push(handshake);
    }

    pub fn told(&self) -> Option<String> {
        self.state().told.clone()
    }

    pub fn tell(&self, base: &str) {
        self.state().told = Some(base.to_owned());
    }

    /// Returns a receiver that changes when all connections are cut.
    pub fn cuts(&self) -> watch::Receiver<u64> {
        self.cut.subscribe()
    }

    /// Cuts all connections.
    pub fn cut(&self) {
        self.cut.send_modify(|n| *n += 1);
    }

    /// Returns how many sessions may still be started, and the time until the limit is reset.
    pub fn starts(&self, options: &Options) -> (u32, Duration) {
        let mut state = self.state();
        let asked = *state.first_asked.get_or_insert_with(Instant::now);
        let wait = options.session_starts_reset.saturating_sub(asked.elapsed());
        let allowed = if wait.is_zero() { STARTS } else { options.session_starts };
        (allowed.saturating_sub(state.started), wait)
    }

    /// Checks and counts a session start. The error is true if no session start is left.
    pub fn may_identify(&self, shard: u64, options: &Options) -> Result<(), bool> {
        if self.starts(options).0 == 0 {
            return Err(true);
        }
        let mut state = self.state();
        let group = shard % options.max_concurrency;
        if state.identified.get(&group).is_some_and(|at| at.elapsed() < options.identify_every) {
            return Err(false);
        }
        state.identified.insert(group, Instant::now());
        state.started += 1;
        Ok(())
    }
}
