//! One request, until it is through or given up: it waits as long as a 429 asks, is tried again after a 5xx or a broken
//! connection where that cannot do a thing twice, and ends when its time is over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode, header};
use secrecy::ExposeSecret;
use serde_json::Value;

use super::limits::{Class, Key};
use super::pictures::File;
use super::transport::{ALREADY_ANSWERED, Transport};

/// A request without an answer for this long is tried again when somebody waits; Discord answers in a tenth of it.
pub(super) const ATTEMPT: Duration = Duration::from_millis(1_200);
/// Where there is more time an attempt gets this part of it, as a slow answer is better than none.
const PART: u32 = 3;

/// Why a request did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Discord said no.
    #[error("Discord refused it: {status} {code} {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code.
        code: i64,
        /// Discord's own words.
        message: String,
    },
    /// No answer in the time there was; it may have happened all the same.
    #[error("Discord could not be reached: {0}")]
    Unreachable(String),
    /// It was not sent, because Discord's limits leave no room for it in the time there was.
    #[error("Discord's rate limits leave no time for it")]
    Limited,
}

impl Failure {
    /// Whether Discord will not take this very request, now or later. A wrong token, or too many requests, will pass.
    pub fn is_for_good(&self) -> bool {
        matches!(self, Self::Refused { status: 400 | 402..=428 | 430..=499, .. })
    }

    /// Whether the same may succeed later, without anybody's help.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            Self::Unreachable(_) | Self::Limited => true,
        }
    }

    /// Discord's code of a refusal.
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }
}

/// What the transport has done so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Requests that came to an end, well or not.
    pub requests: AtomicU64,
    /// Attempts after the first.
    pub retries: AtomicU64,
    /// Answers of status 429.
    pub limited: AtomicU64,
    /// Answers of status 500 and above, and broken connections.
    pub broken: AtomicU64,
    /// Requests that failed in the end.
    pub failed: AtomicU64,
}

impl Counts {
    /// The numbers in one line, for the log.
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

fn up(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// A time that doubles from the first of `bounds` to the second: pauses between tries, and patience.
pub fn doubled(bounds: (Duration, Duration), times: u32) -> Duration {
    bounds.0.saturating_mul(1 << times.min(10)).min(bounds.1)
}

/// Whether a request may be sent again when nobody knows whether it got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Twice is the same as once: Discord itself sees to it (an edit, a nonce, one answer an interaction).
    Freely,
    /// Twice would be two; only what certainly did not happen is tried again.
    Never,
}

/// One request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    method: &'a Method,
    route: &'a str,
    body: Option<&'a Value>,
    file: Option<&'a File>,
    class: Class,
    repeat: Repeat,
    /// Whether one attempt is all, because the asker has a way of their own to try again.
    single: bool,
    deadline: Instant,
}

impl<'a> Request<'a> {
    /// A request that somebody waits for and that may be repeated, until `deadline`.
    pub fn new(method: &'a Method, route: &'a str, deadline: Instant) -> Self {
        let (class, repeat) = (Class::Prompt, Repeat::Freely);
        Self { method, route, body: None, file: None, class, repeat, single: false, deadline }
    }

    /// The same with a body.
    #[must_use]
    pub fn body(mut self, body: &'a Value) -> Self {
        self.body = Some(body);
        self
    }

    /// The same with a file, if there is one.
    #[must_use]
    pub fn file(mut self, file: Option<&'a File>) -> Self {
        self.file = file;
        self
    }

    /// The same, but it can wait for others.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.class = Class::Patient;
        self
    }

    /// The same, but tried only once.
    #[must_use]
    pub fn single(mut self) -> Self {
        self.single = true;
        self
    }

    /// The same, but never sent a second time when it may have happened.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.repeat = Repeat::Never;
        self
    }
}

enum Step {
    Done(Value),
    Fail(Failure),
    Again(Duration, Failure),
}

impl Transport {
    /// One request, tried again until its deadline where that may help and can do no harm.
    ///
    /// # Errors
    /// Discord's refusal, that it could not be reached in time, or that its limits left no time.
    pub async fn send(&self, request: Request<'_>) -> Result<Value, Failure> {
        let key = Key::of(request.method, request.route);
        let mut attempt = 0;
        let outcome = loop {
            if let Some(key) = &key
                && !self.limits.turn(key, request.class, request.deadline).await
            {
                break Err(Failure::Limited);
            }
            match self.attempt(&request, key.as_ref(), attempt).await {
                Step::Done(value) => break Ok(value),
                Step::Fail(failure) => break Err(failure),
                Step::Again(_, failure) if request.single => break Err(failure),
                Step::Again(wait, failure) => {
                    // With less than this left there is no use in another attempt.
                    if Instant::now() + wait + Duration::from_millis(20) >= request.deadline {
                        break Err(failure);
                    }
                    tracing::debug!(route = masked(request.route), ?wait, %failure, "trying again");
                    tokio::time::sleep(wait).await;
                    attempt += 1;
                    up(&self.counts.retries);
                }
            }
        };
        up(&self.counts.requests);
        if let Err(failure) = &outcome {
            up(&self.counts.failed);
            tracing::warn!(method = %request.method, route = masked(request.route), %failure, "a request to Discord failed");
        }
        outcome
    }

    async fn attempt(&self, request: &Request<'_>, key: Option<&Key>, attempt: u32) -> Step {
        let left = request.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Step::Fail(Failure::Unreachable("the time for an answer was over".to_owned()));
        }
        let mut sent = self
            .client
            .request(request.method.clone(), format!("{}{}", self.base, request.route))
            .timeout(left.min(ATTEMPT.max(left / PART)));
        // An address that holds a token needs no other right, and so does not count against the bot's limits.
        if key.is_some() {
            sent = sent.header(header::AUTHORIZATION, self.authorization.expose_secret());
        }
        sent = match (request.body, request.file) {
            (Some(body), Some(file)) => sent.multipart(form(body, file)),
            (Some(body), None) => sent.json(body),
            (None, _) => sent,
        };
        let pause = pause(attempt);
        let perhaps = |why: String| {
            up(&self.counts.broken);
            again(request.repeat, pause, Failure::Unreachable(why))
        };
        let response = match sent.send().await {
            Ok(response) => response,
            Err(error) if error.is_connect() => {
                up(&self.counts.broken);
                return Step::Again(pause, Failure::Unreachable(cause(error)));
            }
            Err(error) => return perhaps(cause(error)),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        if let Some(key) = key {
            self.limits.learn(key, &headers);
        }
        if let Some(date) = headers.get(header::DATE).and_then(|date| date.to_str().ok()) {
            self.clock.saw_date(date, Instant::now());
        }
        let Ok(text) = response.text().await else { return perhaps("the answer broke off".to_owned()) };
        let json: Option<Value> = serde_json::from_str(&text).ok();
        if status.is_success() {
            return match json {
                Some(json) => Step::Done(json),
                None if status == StatusCode::NO_CONTENT => Step::Done(Value::Null),
                // Something on the way said that, and Discord may never have heard of it.
                None => perhaps(format!("the answer of status {status} is not Discord's")),
            };
        }
        self.refused(request, key, attempt, status, &headers, &json.unwrap_or(Value::Null))
    }

    fn refused(
        &self,
        request: &Request<'_>,
        key: Option<&Key>,
        attempt: u32,
        status: StatusCode,
        headers: &header::HeaderMap,
        json: &Value,
    ) -> Step {
        let code = json["code"].as_i64().unwrap_or(0);
        let message = json["message"].as_str().unwrap_or("no reason given").to_owned();
        let failure = Failure::Refused { status: status.as_u16(), code, message };
        if status == StatusCode::TOO_MANY_REQUESTS {
            up(&self.counts.limited);
            let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
            // The body is finer than the header, which holds whole seconds.
            let asked = text("retry-after").and_then(|value| value.parse().ok());
            let wait = json["retry_after"].as_f64().or(asked).unwrap_or(1.0).clamp(0.0, 600.0);
            let wait = Duration::from_secs_f64(wait);
            if let Some(key) = key {
                // What is not Discord's own JSON comes from the guard before it and is meant for the whole address.
                let all = json["global"] == true || json["retry_after"].is_null();
                self.limits.hold(key, all, wait);
            }
            return Step::Again(wait, failure);
        }
        if status.is_server_error() {
            up(&self.counts.broken);
            return again(request.repeat, pause(attempt), failure);
        }
        // An earlier attempt got through and only its answer was lost.
        if code == ALREADY_ANSWERED && attempt > 0 {
            return Step::Done(Value::Null);
        }
        Step::Fail(failure)
    }
}

/// What lies at the bottom of an error, such as "Connection refused"; never an address, for it may hold a token.
fn cause(error: reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer in time".to_owned();
    }
    let error = error.without_url();
    let mut deepest: &dyn std::error::Error = &error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    let text = deepest.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// Another attempt, unless the first may have done what must not be done twice.
fn again(repeat: Repeat, pause: Duration, failure: Failure) -> Step {
    match repeat {
        Repeat::Freely => Step::Again(pause, failure),
        Repeat::Never => Step::Fail(failure),
    }
}

fn form(body: &Value, file: &File) -> Form {
    let json = Part::text(body.to_string()).mime_str("application/json").expect("a constant that parses");
    // All attempts share the bytes.
    let file = Part::stream_with_length(file.png.clone(), file.png.len() as u64)
        .file_name(file.name.clone())
        .mime_str("image/png")
        .expect("a constant that parses");
    Form::new().part("payload_json", json).part("files[0]", file)
}

/// Growing, and different for everybody who failed at the same moment.
fn pause(attempt: u32) -> Duration {
    let longest = 60_u64 << attempt.min(5);
    Duration::from_millis(longest / 2 + fastrand::u64(0..=longest / 2))
}

/// A route without the token of an interaction, which must not be logged.
fn masked(route: &str) -> String {
    let secret = |part: &&str| part.len() > 30;
    route.split('/').map(|part| if secret(&part) { "***" } else { part }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_within_bounds() {
        for attempt in 0..40 {
            let longest = Duration::from_millis(60 << attempt.min(5));
            assert!(pause(attempt) <= longest && pause(attempt) >= longest / 2);
        }
    }

    #[test]
    fn tokens_do_not_reach_the_log() {
        let route = format!("/interactions/123/{}/callback", "a".repeat(60));
        assert_eq!(masked(&route), "/interactions/123/***/callback");
    }
}
