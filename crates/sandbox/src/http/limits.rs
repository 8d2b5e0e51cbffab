//! Enforces Discord's rate limits (<https://discord.com/developers/docs/topics/rate-limits>).
//!
//! - 50 requests a second with the bot's token.
//! - A bucket for each route and channel. Requests with an interaction's token share a bucket of that
//!   token.
//! - A ban of the address after 10,000 invalid requests in ten minutes.
//! - A limit per channel for edits of messages older than an hour. Its error code is documented (30046),
//!   its size is not; others have measured three in six seconds.
//!
//! Interaction callbacks are not limited.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::id::Id;

/// Requests per second with the bot's token, across all routes.
const GLOBAL: usize = 50;
/// Invalid requests (401, 403, 429) within [`INVALID_SPAN`] before the address is banned.
const INVALID: usize = 10_000;
const INVALID_SPAN: Duration = Duration::from_mins(10);
/// How many old messages may be edited in a channel, and in which time span.
const OLD_EDITS: (usize, Duration) = (3, Duration::from_secs(6));
/// The age in milliseconds from which a message counts as old.
const OLD_MS: u64 = 3_600_000;

/// Identifies the bucket of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BucketKey {
    /// Discord's opaque bucket name.
    name: String,
    /// The major parameter: the channel, server or token.
    major: String,
}

#[derive(Debug)]
struct Spent {
    since: Instant,
    used: usize,
}

#[derive(Debug, Default)]
struct Spending {
    global: VecDeque<Instant>,
    invalid: VecDeque<Instant>,
    buckets: HashMap<BucketKey, Spent>,
    old_edits: HashMap<String, VecDeque<Instant>>,
    refused: u64,
}

/// The rate limits of the only bot.
#[derive(Debug, Default)]
pub(crate) struct Quotas(Mutex<Spending>);

/// The rate limit headers of a response.
#[derive(Debug)]
pub(crate) struct BucketHeaders {
    limit: usize,
    remaining: usize,
    after: Duration,
    name: String,
}

/// A request over a limit.
#[derive(Debug)]
pub(crate) enum TooMany {
    /// Over the limit of its bucket.
    Bucket(BucketHeaders),
    /// Over the bot's global limit.
    Global(Duration),
    /// Over the limit for edits of old messages.
    OldEdits {
        /// The time until the next edit is allowed.
        after: Duration,
        /// True if the response includes the time.
        says_when: bool,
    },
    /// The address is banned.
    Banned,
}

/// Returns the bucket of a request, its limit and time span, and whether the global limit applies.
fn bucket(method: &str, path: &str) -> Option<(BucketKey, usize, Duration, bool)> {
    let parts: Vec<&str> = path.trim_start_matches("/api/v10").split('/').skip(1).collect();
    let name = |route: &str| format!("{:08x}", crc32fast::hash(format!("{method} {route}").as_bytes()));
    let five = Duration::from_secs(5);
    let (route, major, limit, span, global) = match parts[..] {
        ["interactions", ..] => return None,
        ["webhooks", _, token, ..] => ("webhooks", token, 5, Duration::from_secs(2), false),
        ["channels", channel, "messages"] => ("messages", channel, 5, five, true),
        ["channels", channel, "messages", _] => ("message", channel, 5, five, true),
        ["channels", channel, .., "threads"] => ("threads", channel, 10, Duration::from_secs(10), true),
        ["channels", channel, ..] => ("channel", channel, 5, five, true),
        _ => {
            return Some((
                BucketKey { name: name("other"), major: String::new() },
                50,
                Duration::from_secs(1),
                true,
            ));
        }
    };
    Some((BucketKey { name: name(route), major: major.to_owned() }, limit, span, global))
}

/// Returns the channel if the request edits an old message.
fn old_edit<'a>(method: &str, path: &'a str, world_ms: u64) -> Option<&'a str> {
    let parts: Vec<&str> = path.trim_start_matches("/api/v10").split('/').skip(1).collect();
    let ["channels", channel, "messages", message] = parts[..] else { return None };
    let message: Id = message.parse().ok()?;
    (method == "PATCH" && world_ms.saturating_sub(message.unix_ms()) > OLD_MS).then_some(channel)
}

impl Quotas {
    fn with<T>(&self, act: impl FnOnce(&mut Spending) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts a request at this time of the world.
    ///
    /// Returns the limits for the response's headers, or the exceeded limit. If `says_when` is set, the
    /// refusal of an edit of an old message includes the time to wait.
    pub fn count(
        &self,
        (method, path): (&str, &str),
        world_ms: u64,
        says_when: bool,
    ) -> Result<Option<BucketHeaders>, TooMany> {
        let now = Instant::now();
        let old_edit = old_edit(method, path, world_ms);
        let Some((bucket, limit, span, global)) = bucket(method, path) else { return Ok(None) };
        self.with(|inner| {
            if inner.is_banned(now) {
                return Err(TooMany::Banned);
            }
            let outcome = match old_edit.and_then(|channel| inner.edit_old(channel, now)) {
                Some(after) => Err(TooMany::OldEdits { after, says_when }),
                None => inner.spend(bucket, limit, span, global, now),
            };
            if outcome.is_err() {
                inner.refused += 1;
                inner.invalid.push_back(now);
            }
            outcome.map(Some)
        })
    }

    /// Counts a response with this status towards the ban.
    pub fn answered(&self, status: u16) {
        if matches!(status, 401 | 403) {
            self.with(|inner| inner.invalid.push_back(Instant::now()));
        }
    }

    /// Returns how many requests exceeded a limit.
    pub fn refused(&self) -> u64 {
        self.with(|inner| inner.refused)
    }
}

impl Spending {
    fn is_banned(&mut self, now: Instant) -> bool {
        while self.invalid.front().is_some_and(|first| now.duration_since(*first) > INVALID_SPAN) {
            self.invalid.pop_front();
        }
        self.invalid.len() >= INVALID
    }

    /// Counts an edit of an old message. Returns how long to wait if it exceeds the limit.
    fn edit_old(&mut self, channel: &str, now: Instant) -> Option<Duration> {
        let (most, span) = OLD_EDITS;
        let edits = self.old_edits.entry(channel.to_owned()).or_default();
        while edits.front().is_some_and(|first| now.duration_since(*first) >= span) {
            edits.pop_front();
        }
        if edits.len() < most {
            edits.push_back(now);
            return None;
        }
        edits.front().map(|first| span.saturating_sub(now.duration_since(*first)))
    }

    fn spend(
        &mut self,
        bucket: BucketKey,
        limit: usize,
        span: Duration,
        global: bool,
        now: Instant,
    ) -> Result<BucketHeaders, TooMany> {
        const SECOND: Duration = Duration::from_secs(1);
        while self.global.front().is_some_and(|first| now.duration_since(*first) >= SECOND) {
            self.global.pop_front();
        }
        if global && self.global.len() >= GLOBAL {
            let after =
                self.global.front().map_or(SECOND, |first| SECOND.saturating_sub(now.duration_since(*first)));
            return Err(TooMany::Global(after));
        }
        let name = bucket.name.clone();
        if self.buckets.len() > 10_000 {
            self.buckets.retain(|_, spent| now.duration_since(spent.since) < Duration::from_secs(10));
        }
        let spent = self.buckets.entry(bucket).or_insert(Spent { since: now, used: 0 });
        if now.duration_since(spent.since) >= span {
            *spent = Spent { since: now, used: 0 };
        }
        let after = span.saturating_sub(now.duration_since(spent.since));
        if spent.used >= limit {
            return Err(TooMany::Bucket(BucketHeaders { limit, remaining: 0, after, name }));
        }
        spent.used += 1;
        let remaining = limit - spent.used;
        if global {
            self.global.push_back(now);
        }
        Ok(BucketHeaders { limit, remaining, after, name })
    }
}

impl BucketHeaders {
    pub fn put(&self, response: &mut Response) {
        for (name, value) in [
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            ("x-ratelimit-reset-after", format!("{:.3}", self.after.as_secs_f64())),
            ("x-ratelimit-bucket", self.name.clone()),
        ] {
            if let Ok(value) = value.parse() {
                response.headers_mut().insert(name, value);
            }
        }
    }
}

impl IntoResponse for TooMany {
    fn into_response(self) -> Response {
        let (told, after, global, scope) = match self {
            Self::Banned => {
                let page = "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>";
                return (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "600")], page).into_response();
            }
            Self::Global(after) => (None, after, true, "global"),
            Self::OldEdits { after, says_when } => return too_many_old_edits(after, says_when),
            Self::Bucket(told) => {
                let after = told.after;
                (Some(told), after, false, "user")
            }
        };
        let body = json!({ "message": "You are being rate limited.", "retry_after": after.as_secs_f64(), "global": global });
        let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
        if let Some(told) = told {
            told.put(&mut response);
        }
        let seconds = after.as_secs_f64().ceil().to_string();
        for (name, value) in [("retry-after", seconds.as_str()), ("x-ratelimit-scope", scope)] {
            if let Ok(value) = value.parse() {
                response.headers_mut().insert(name, value);
            }
        }
        if global {
            response.headers_mut().insert("x-ratelimit-global", axum::http::HeaderValue::from_static("true"));
        }
        response
    }
}

fn too_many_old_edits(after: Duration, says_when: bool) -> Response {
    let message = "Maximum number of edits to messages older than 1 hour reached. Try again later";
    let mut body = json!({ "message": message, "code": 30046 });
    if says_when {
        (body["retry_after"], body["global"]) = (json!(after.as_secs_f64()), json!(false));
    }
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    if says_when && let Ok(seconds) = after.as_secs_f64().ceil().to_string().parse() {
        response.headers_mut().insert("retry-after", seconds);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = "/api/v10/channels/7/messages";

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let limits = Quotas::default();
        for left in (0..5).rev() {
            let told = limits.count(("POST", MESSAGES), 0, true).expect("room").expect("a bucket");
            assert_eq!(told.remaining, left);
        }
        assert!(matches!(limits.count(("POST", MESSAGES), 0, true), Err(TooMany::Bucket(_))));
        assert!(limits.count(("POST", "/api/v10/channels/8/messages"), 0, true).is_ok(), "another channel");
        assert!(limits.count(("PATCH", "/api/v10/channels/7/messages/9"), 0, true).is_ok(), "another route");
        assert_eq!(limits.refused(), 1);
    }

    #[test]
    fn fifty_a_second_but_answers_are_free() {
        let limits = Quotas::default();
        for channel in 0..50 {
            assert!(
                limits.count(("POST", &format!("/api/v10/channels/{channel}/messages")), 0, true).is_ok()
            );
        }
        assert!(matches!(
            limits.count(("POST", "/api/v10/channels/99/messages"), 0, true),
            Err(TooMany::Global(_))
        ));
        for token in 0..200 {
            assert!(limits.count(("POST", "/api/v10/interactions/1/token/callback"), 0, true).is_ok());
            let original = format!("/api/v10/webhooks/1/token{token}/messages/@original");
            assert!(limits.count(("PATCH", &original), 0, true).is_ok());
        }
    }

    #[test]
    fn ten_thousand_refusals_shut_the_address_out() {
        let limits = Quotas::default();
        for _ in 0..INVALID {
            limits.answered(403);
        }
        assert!(matches!(limits.count(("GET", "/api/v10/gateway"), 0, true), Err(TooMany::Banned)));
    }
}
