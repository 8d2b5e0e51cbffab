//! One request: its content, its deadline, whether it may be repeated, and how it can fail.
//!
//! A request that must not happen twice, such as one for a thread or a follow-up, is not retried once
//! it may have happened.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use reqwest::Method;
use serde_json::Value;
use tokio_util::bytes::Bytes;

use super::form_errors::mistakes;
use super::rate_limit::Class;
use crate::discord::metrics;

/// Discord's code for a channel that does not exist.
pub const UNKNOWN_CHANNEL: i64 = 10_003;
/// Discord's code for a person who is not in the server.
pub const UNKNOWN_MEMBER: i64 = 10_007;
/// Discord's code for a message that does not exist.
pub const UNKNOWN_MESSAGE: i64 = 10_008;
/// Discord's code for a server that does not exist, or that the bot is not in.
pub const UNKNOWN_GUILD: i64 = 10_004;
/// Discord's code for a channel that the bot does not see.
pub const MISSING_ACCESS: i64 = 50_001;
/// Discord's code for a channel where the bot lacks the permission.
pub const MISSING_PERMISSIONS: i64 = 50_013;
/// Discord's code for a request that Cloudflare has blocked.
const BLOCKED: i64 = 40_333;
/// Discord's codes for a locked thread. The first is also returned if a message in an archived thread is
/// edited; a new message reopens that thread.
pub const LOCKED: [i64; 2] = [50_083, 160_005];

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Discord refused it.
    #[error("Discord refused it: {status} {code} {message}")]
    Refused {
        status: u16,
        /// Discord's code; 0 if there is none.
        code: i64,
        /// Discord's message.
        message: String,
    },
    /// An intermediary refused it in Discord's place, or Discord did for a reason unrelated to it.
    ///
    /// It has not happened, and the same request may succeed later.
    #[error("it was blocked: {status} {} {message}", .code.unwrap_or(0))]
    Blocked {
        status: u16,
        /// Discord's code; `None` if it was not Discord that responded.
        code: Option<i64>,
        /// The message that came with it.
        message: String,
        /// Whether it was blocked before, and others have got through since.
        alone: bool,
    },
    /// No response arrived in time; the request may still have happened.
    #[error("Discord could not be reached: {0}")]
    Unreachable(String),
    /// It was not sent because Discord's limits leave no room for it in time.
    #[error("Discord's rate limits leave no time for it")]
    Limited,
}

/// Discord's code for an expired token of an interaction; it expires after a quarter of an hour.
pub const EXPIRED_TOKEN: i64 = 50_027;
/// Error codes for servers that the bot is not in.
pub const NOT_THERE: [i64; 3] = [UNKNOWN_GUILD, UNKNOWN_MEMBER, MISSING_ACCESS];

/// True if Discord's code explains why it refused the request.
///
/// With 403 or 404 only the codes of unknown things do, and those that the bot meets; with another
/// status every code does, except that of a block. Without a code it was not Discord that responded,
/// unless the status is 429.
fn says_why(status: u16, code: Option<i64>) -> bool {
    let Some(code) = code else { return status == 429 };
    match status {
        401 | 429 => true,
        403 | 404 => {
            matches!(
                code,
                10_001..=10_999
                    | 50_001
                    | 50_005
                    | 50_007
                    | 50_013
                    | 50_024
                    | EXPIRED_TOKEN
                    | 50_083
                    | 50_278
                    | 160_004..=160_007
                    | 200_000
                    | 240_000
            )
        }
        _ => code != 0 && code != BLOCKED,
    }
}

impl Failure {
    /// Converts an error response; `json` is `Null` if the body is not JSON.
    pub fn told(status: u16, json: &Value) -> Self {
        let code = json["code"].as_i64();
        let mut message = json["message"].as_str().unwrap_or("no reason given").to_owned();
        let mistakes = mistakes(&json["errors"]);
        if !mistakes.is_empty() {
            message = format!("{message} ({})", mistakes.join("; "));
        }
        if status < 500 && !says_why(status, code) {
            return Self::Blocked { status, code, message, alone: false };
        }
        Self::Refused { status, code: code.unwrap_or(0), message }
    }

    /// Whether this may be an outage, in which nothing gets through.
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Blocked { code, alone, .. } => !alone && matches!(*code, None | Some(0 | BLOCKED)),
            Self::Refused { status, .. } => *status >= 500,
            Self::Unreachable(_) => true,
            Self::Limited => false,
        }
    }

    /// Whether Discord itself has responded, and is in working order.
    pub fn is_from_discord(&self) -> bool {
        matches!(self, Self::Refused { status: ..=400 | 402..=428 | 430..500, .. })
    }

    /// Whether Discord will never accept this request. A wrong token or too many requests are temporary.
    pub fn is_for_good(&self) -> bool {
        matches!(self, Self::Refused { status: 400 | 402..=428 | 430..=499, .. })
    }

    /// Whether the same request may succeed later without any intervention.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            Self::Blocked { .. } | Self::Unreachable(_) | Self::Limited => true,
        }
    }

    /// Whether the request may still have happened.
    pub fn may_have_happened(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Refused { status: 500.., .. })
    }

    /// Returns the failure after an earlier attempt of unknown outcome: that the last attempt did not happen
    /// says nothing about that one.
    #[must_use]
    pub fn after_unknown(self) -> Self {
        if self.may_pass() {
            Self::Unreachable(format!("an earlier attempt may have arrived, and then: {self}"))
        } else {
            self
        }
    }

    /// Whether it says that the channel or message to be changed no longer exists.
    pub fn is_gone(&self) -> bool {
        matches!(self.code(), Some(UNKNOWN_CHANNEL | UNKNOWN_MESSAGE))
    }

    /// Returns Discord's code of a refusal.
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }
}

/// Returns Discord's code, if it means that nothing can be done in the channel now, whatever the request.
pub fn closes(failure: &Failure) -> Option<i64> {
    let closing = [UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS, MISSING_PERMISSIONS];
    failure.code().filter(|code| closing.contains(code) || LOCKED.contains(code))
}

/// Whether a channel in which nothing can be posted for this reason cannot be played in at all. If the bot
/// merely may not write, it can still answer.
pub fn nobody_plays(code: i64) -> bool {
    [UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS].contains(&code) || LOCKED.contains(&code)
}

/// Statistics of the transport.
#[derive(Debug, Default)]
pub struct RequestCounts {
    /// Requests that ended, successfully or not.
    pub requests: AtomicU64,
    /// Attempts after the first.
    pub retries: AtomicU64,
    /// Responses with status 429.
    pub limited: AtomicU64,
    /// Responses with status 500 and above, and broken connections.
    pub broken: AtomicU64,
    /// Requests that failed in the end.
    pub failed: AtomicU64,
    /// Responses by their status.
    statuses: Family<StatusLabel, Counter>,
    /// How long requests took, including all attempts and pauses.
    took: RequestSeconds,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct StatusLabel {
    status: u16,
}

#[derive(Clone, Debug)]
struct RequestSeconds(Histogram);

impl Default for RequestSeconds {
    fn default() -> Self {
        Self(metrics::seconds())
    }
}

impl RequestCounts {
    /// Counts a response with this status.
    pub fn answered(&self, status: u16) {
        self.statuses.get_or_create(&StatusLabel { status }).inc();
    }

    /// Counts a request that has ended, and how long it took.
    pub fn ended(&self, begun: Instant) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.took.0.observe(begun.elapsed().as_secs_f64());
    }

    /// Registers the counts as metrics.
    pub fn register(&self, registry: &mut Registry) {
        let answers = "Answers of Discord by their status";
        registry.register("discord_answers", answers, self.statuses.clone());
        let took = "What requests to Discord took, with all attempts and pauses";
        registry.register("discord_request_seconds", took, self.took.0.clone());
        let mut count = |name: &str, help: &str, count: &AtomicU64| {
            registry.register(name, help, ConstCounter::new(count.load(Ordering::Relaxed)));
        };
        count("discord_retries", "Attempts after the first", &self.retries);
        count("discord_rate_limited", "Answers that ask for a pause", &self.limited);
        count("discord_broken", "Answers of status 500 and above, and broken connections", &self.broken);
        count("discord_failed", "Requests that failed in the end", &self.failed);
    }

    /// Formats the counts in one line for the log.
    pub fn line(&self) -> String {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        format!(
            "{} requests, {} retries, {} rate limits, {} broken, {} failed",
            read(&self.requests),
            read(&self.retries),
            read(&self.limited),
            read(&self.broken),
            read(&self.failed)
        )
    }
}

/// A file attached to a message. Clones share its bytes.
#[derive(Clone, Debug)]
pub struct Attached {
    pub name: String,
    pub bytes: Bytes,
    /// Its media type.
    pub kind: &'static str,
}

/// Returns the first of `bounds`, doubled this many times, but at most the second. Used for pauses between
/// attempts, and for timeouts.
pub fn doubled(bounds: (Duration, Duration), times: u32) -> Duration {
    bounds.0.saturating_mul(1 << times.min(10)).min(bounds.1)
}

/// Whether a request may be sent again if it is unknown whether it got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Twice is the same as once: Discord ensures it (an edit, a nonce, one answer for each interaction).
    Freely,
    /// Twice would happen twice; only what certainly did not happen is retried.
    Never,
}

/// A request to Discord's REST API.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub(in crate::discord) method: &'a Method,
    pub(in crate::discord) route: &'a str,
    pub(in crate::discord) body: Option<&'a Value>,
    pub(in crate::discord) file: Option<&'a Attached>,
    pub(in crate::discord) class: Class,
    pub(in crate::discord) repeat: Repeat,
    /// Whether there is only one attempt, because the caller retries by itself.
    pub(in crate::discord) single: bool,
    /// Codes of refusals that are expected answers and not failures.
    pub(in crate::discord) expected: &'static [i64],
    /// Whether it is sent a second time if no response arrives soon, with the first still pending.
    pub(in crate::discord) hedged: bool,
    pub(in crate::discord) deadline: Instant,
}

impl<'a> Request<'a> {
    /// Creates a request that a user waits for and that may be repeated, until `deadline`.
    pub fn new(method: &'a Method, route: &'a str, deadline: Instant) -> Self {
        let (class, repeat) = (Class::Prompt, Repeat::Freely);
        let (single, hedged, expected) = (false, false, &[] as &[i64]);
        Self { method, route, body: None, file: None, class, repeat, single, expected, hedged, deadline }
    }

    /// Adds a body.
    #[must_use]
    pub fn body(mut self, body: &'a Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Adds a file, if there is one.
    #[must_use]
    pub fn file(mut self, file: Option<&'a Attached>) -> Self {
        self.file = file;
        self
    }

    /// Lets the request wait for others.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.class = Class::Patient;
        self
    }

    /// Allows only one attempt.
    #[must_use]
    pub fn single(mut self) -> Self {
        self.single = true;
        self
    }

    /// Treats a refusal with one of these codes as an expected answer.
    #[must_use]
    pub fn expecting(mut self, codes: &'static [i64]) -> Self {
        self.expected = codes;
        self
    }

    /// Sends the request a second time, on a fresh connection, if no response arrives.
    ///
    /// For what can be answered only once and soon, such as an interaction.
    #[must_use]
    pub fn hedged(mut self) -> Self {
        self.hedged = true;
        self
    }

    /// Never sends the request a second time if it may have happened.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.repeat = Repeat::Never;
        self
    }
}

/// Parses the id in a JSON string; `None` if it is 0.
pub fn snowflake(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok().filter(|id| *id != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_discord_says_of_a_channel_closes_it() {
        let refused = |status, code: i64| Failure::told(status, &json!({ "message": "", "code": code }));
        for (status, code) in
            [(404, 10_003), (404, 10_004), (403, 50_001), (403, 50_013), (400, 50_083), (400, 160_005)]
        {
            assert_eq!(closes(&refused(status, code)), Some(code));
        }
        for (status, code) in [(403, 40_333), (403, 0), (404, 0), (403, 31_337), (400, 0), (401, 40_333)] {
            assert_eq!(closes(&refused(status, code)), None, "{status} {code}");
        }
        for (status, code) in [(404, 10_008), (403, 50_007), (403, 50_278), (400, 50_035), (400, 50_024)] {
            let failure = refused(status, code);
            assert!(failure.is_for_good() && closes(&failure).is_none(), "{status} {code}");
        }
    }

    #[test]
    fn what_is_not_discords_passes() {
        for status in [400, 401, 403, 404, 405, 451] {
            let failure = Failure::told(status, &Value::Null);
            assert!(failure.may_pass() && failure.is_outage() && !failure.is_for_good(), "{status}");
        }
        let unknown = Failure::told(403, &json!({ "message": "", "code": 31_337 }));
        assert!(unknown.may_pass() && !unknown.is_outage(), "of one channel alone");
        let token = Failure::told(401, &json!({ "message": "401: Unauthorized", "code": 0 }));
        assert!(matches!(token, Failure::Refused { status: 401, .. }) && !token.may_pass());
    }
}
