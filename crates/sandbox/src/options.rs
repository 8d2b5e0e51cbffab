//! The options of a stand-in: its data directory, port, clock, and deviations from Discord's defaults.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use timing::Clock;

use super::permissions;

/// The port that `rookery sandbox` tries first.
///
/// If it is taken, the next free port of the following hundred is used.
pub const DEFAULT_PORT: u16 = 8791;

/// The default token of the one bot. [`Options::token`] overrides it.
pub const DEFAULT_TOKEN: &str = "MTAxNTA2NDg3MTEyNzQ4MjM2OA.stand-in.rookery-local-bot-token";

/// The options of a stand-in.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// The directory for messages, attachments, channels and registered commands. Created if missing.
    pub data_dir: PathBuf,
    /// The first port to try on 127.0.0.1. 0 lets the system choose one.
    pub port: u16,
    /// Whether the stand-in serves only this process and listens on no port.
    ///
    /// Requests then go through [`StandIn::call`](super::StandIn::call) and
    /// [`StandIn::connect_in_memory`](super::StandIn::connect_in_memory). The addresses have port 0, to which
    /// no connection is possible.
    pub in_memory: bool,
    /// The clock of the stand-in (ids, timestamps, the 15 minutes of a token).
    ///
    /// It must advance while a bot is connected, because the bot computes an interaction's age from its id.
    pub clock: Clock,
    /// How long the bot has for its first response to an interaction, always in real time. Discord: 3 s.
    pub answer_within: Duration,
    /// How long scripted waits (`red.slash(..).await` and the like) last before they give up.
    pub patience: Duration,
    /// The bot's token.
    pub token: String,
    /// Whether the bot may request the privileged intents (members, presences, message content).
    pub privileged_intents: bool,
    /// Whether Discord's rate limits are enforced.
    pub rate_limits: bool,
    /// Whether the refusal of an edit of an old message states the wait in `retry_after` and in a header.
    ///
    /// Discord's documentation does not say.
    pub old_edits_say_when: bool,
    /// How many REST requests [`StandIn::requests`](super::StandIn::requests) keeps. The oldest are dropped
    /// first.
    pub remembered_requests: usize,
    /// Whether the gateway listens on its own port, which a script can close and open.
    ///
    /// In memory a script can do so without it.
    pub gateway_apart: bool,
    /// The heartbeat interval of the gateway. Discord: 41.25 s.
    pub heartbeat: Duration,
    /// The time in which one IDENTIFY is accepted. Discord: 5 s.
    pub identify_every: Duration,
    /// The recommended number of shards.
    ///
    /// A session with fewer than half as many is refused, as Discord does for bots in very many servers.
    pub shards: u64,
    /// How many consecutive shards may identify at the same time. Discord, for all but the largest bots: 1.
    pub max_concurrency: u64,
    /// How many sessions may be started before [`Options::session_starts_reset`] has passed.
    pub session_starts: u32,
    /// Whether the bot is in the guild of a new data directory.
    pub invited: bool,
    /// Whether the guild has five more people than Red, Blue and Green, so that eight can use the page.
    pub company: bool,
    /// `integration_types_config` of the application: the *Installation* page of the developer portal.
    pub integration_types_config: Value,
    /// The time after the first request for the limit until a thousand sessions may be started again.
    pub session_starts_reset: Duration,
}

impl Options {
    /// Returns options with Discord's own times, any free port, and data in `data_dir`.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            port: 0,
            in_memory: false,
            clock: Clock::system(),
            answer_within: Duration::from_secs(3),
            patience: Duration::from_secs(10),
            token: DEFAULT_TOKEN.to_owned(),
            privileged_intents: false,
            rate_limits: true,
            old_edits_say_when: true,
            remembered_requests: 100_000,
            gateway_apart: false,
            heartbeat: Duration::from_millis(41_250),
            identify_every: Duration::from_secs(5),
            shards: 1,
            max_concurrency: 1,
            session_starts: 1_000,
            invited: true,
            company: false,
            integration_types_config: default_installation(),
            session_starts_reset: Duration::from_hours(4),
        }
    }

    /// Sets the first port to try.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }
}

/// Returns the *Installation* page as the bot's instructions describe it.
///
/// The app can be installed in servers and by users, with scopes and permissions for each.
fn default_installation() -> Value {
    let params =
        json!({ "scopes": ["applications.commands", "bot"], "permissions": permissions::BOT.to_string() });
    let user = json!({ "scopes": ["applications.commands"], "permissions": "0" });
    json!({ "0": { "oauth2_install_params": params }, "1": { "oauth2_install_params": user } })
}
