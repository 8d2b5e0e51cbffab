//! Limits how fast requests go out. Discord's limits are enforced *before* sending because each refusal
//! counts against the bot's address: after 10,000 of them in ten minutes the address is blocked.
//!
//! Two limits apply to requests with the bot's token
//! (<https://discord.com/developers/docs/topics/rate-limits>): 50 a second in total, and one per bucket,
//! which is a route with its channel. Discord names a bucket and its limit in each response; until then five
//! requests in five seconds are assumed, as for messages. Requests with the token of an interaction are
//! exempt from both limits. Edits of messages older than an hour have another limit in addition to that of
//! their route (Discord's code 30046), whose size is not documented.
//!
//! Several processes that play as one bot share its 50 requests a second: each active one has its part,
//! and the others share the rest ([`RateLimits::share`]). The leases of the processes say how many there
//! are. A process that becomes active does not use its part until the others have seen it. Answers to
//! interactions never wait.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;
use reqwest::header::HeaderMap;

use crate::discord::discord_clock::made_at_ms;

/// Discord counts 50 requests a second; the difference is for requests that move closer together in transit.
const A_SECOND: usize = 45;
/// Requests that can wait use only this many a second, and leave the rest to those that cannot.
const PATIENT_A_SECOND: usize = 25;
/// The limit assumed for a bucket about which nothing is known yet.
const UNKNOWN: (usize, Duration) = (5, Duration::from_secs(5));
/// What processes with a part leave of Discord's 50 requests a second. All others share it.
const REST_A_SECOND: usize = 50 - A_SECOND - 1;
/// How many edits of old messages may go to one channel, and in which time. Discord does not document it;
/// others have found these values.
pub const OLD_EDITS: (usize, Duration) = (3, Duration::from_secs(6));
/// A message is old after this many milliseconds: a minute less than an hour because clocks differ.
const OLD_MS: i64 = 59 * 60 * 1_000;
/// Added to every span because two requests may move closer together in transit.
const SLACK: Duration = Duration::from_millis(250);
/// Above this many buckets the idle ones are removed.
const SWEEP_AT: usize = 4_096;

/// Priority if there is not room for all requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A user waits for the response.
    Prompt,
    /// It can wait, such as removing the buttons of an old board.
    Patient,
}

/// How much of the overall limit a process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// A part of its own: this many processes have one, including this one.
    Part(usize),
    /// What those with a part leave: this many processes share it, including this one.
    Rest(usize),
}

impl Share {
    /// Returns how many requests of this class may go out in a second, and how many processes share them.
    fn divided(self, class: Class) -> (usize, usize) {
        match (self, class) {
            (Self::Rest(processes), _) => (REST_A_SECOND, processes.max(1)),
            (Self::Part(processes), Class::Prompt) => (A_SECOND, processes.max(1)),
            (Self::Part(processes), Class::Patient) => (PATIENT_A_SECOND, processes.max(1)),
        }
    }
}

/// The key of a bucket: the method, the route without its later ids, and the channel or server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RouteKey {
    template: String,
    major: String,
    /// Whether the request edits a message that is older than an hour.
    edits_old: bool,
}

impl RouteKey {
    /// Returns the key of a request; `None` for a request by the token of an interaction.
    pub fn of(method: &Method, route: &str) -> Option<Self> {
        let path = route.split('?').next().unwrap_or(route);
        if path.starts_with("/interactions/") || path.starts_with("/webhooks/") {
            return None;
        }
        let mut parts = path.split('/').skip(1);
        let (kind, major) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let rest: Vec<_> = parts.map(|part| if is_id(part) { "{}" } else { part }).collect();
        let template = format!("{method} /{kind}/{{}}/{}", rest.join("/"));
        Some(Self { template, major: major.to_owned(), edits_old: false })
    }

    /// Marks the key if the route edits a message that is old at this time (milliseconds since 1970).
    pub fn aged(mut self, route: &str, now_ms: i64) -> Self {
        if self.template == "PATCH /channels/{}/messages/{}" {
            let message = route.rsplit('/').next().and_then(|id| id.parse().ok());
            self.edits_old = message.is_some_and(|id| now_ms - made_at_ms(id) > OLD_MS);
        }
        self
    }

    /// Returns the key of an edit of a message at this time (milliseconds since 1970).
    pub fn of_edit(channel: u64, message: u64, now_ms: i64) -> Option<Self> {
        let route = format!("/channels/{channel}/messages/{message}");
        Some(Self::of(&Method::PATCH, &route)?.aged(&route, now_ms))
    }
}

fn is_id(part: &str) -> bool {
    part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The requests of the last `span`, at most `most`.
#[derive(Debug)]
struct Window {
    most: usize,
    span: Duration,
    sent: VecDeque<Instant>,
}

impl Window {
    fn new(most: usize, span: Duration) -> Self {
        Self { most, span, sent: VecDeque::new() }
    }

    /// Returns when there is room for one more among at most `most` requests: now, or later.
    fn room(&mut self, most: usize, now: Instant) -> Instant {
        while self.sent.front().is_some_and(|first| *first + self.span <= now) {
            self.sent.pop_front();
        }
        match self.sent.len().checked_sub(most) {
            // This many must leave the span before there is room.
            Some(over) => self.sent.get(over).map_or(now, |blocking| *blocking + self.span),
            None => now,
        }
    }
}

#[derive(Debug)]
struct Allowance {
    window: Window,
    /// The span that the last response reported.
    told: Duration,
    /// Until when the bucket is full, according to Discord.
    held: Option<Instant>,
}

impl Allowance {
    fn new((most, span): (usize, Duration)) -> Self {
        Self { window: Window::new(most, span + SLACK), told: Duration::ZERO, held: None }
    }

    /// Records what a response reports: how many requests may go out in a span, how many of them are left,
    /// and after which time the next span begins.
    ///
    /// A single response may be odd, so a span grows only once two in a row report it. It shrinks if the
    /// first one in a span reports a much shorter one. A full bucket is held in any case.
    fn learn(&mut self, (limit, left): (f64, f64), after: Duration, now: Instant) {
        let told = after + SLACK;
        self.window.most = (limit as usize).max(1);
        self.window.span = if left + 1.0 >= limit && told * 2 < self.window.span {
            told
        } else {
            self.window.span.max(told.min(self.told))
        };
        self.told = told;
        if left < 1.0 {
            self.held = Some(now + told);
        }
    }

    fn hold(&mut self, until: Instant) {
        self.held = self.held.max(Some(until));
    }

    /// Whether it no longer limits anything.
    fn is_idle(&self, now: Instant) -> bool {
        let last = self.window.sent.back();
        self.held.is_none_or(|held| held <= now) && last.is_none_or(|last| *last + self.window.span <= now)
    }

    fn room(&mut self, now: Instant) -> Instant {
        let most = self.window.most;
        self.window.room(most, now).max(self.held.unwrap_or(now))
    }
}

#[derive(Debug)]
struct Ledger {
    all: Window,
    held: Option<Instant>,
    share: Share,
    /// When a request last went out, ...
    last: Option<Instant>,
    /// ... and when one last waited because others have a part of the limit and this process has none.
    short: Option<Instant>,
    buckets: HashMap<RouteKey, Allowance>,
    /// Edits of old messages, by channel.
    old_edits: HashMap<String, Allowance>,
    /// Discord's names of buckets, by route template: several routes may share a bucket.
    names: HashMap<String, String>,
}

/// The limits of one bot, shared by everything that sends.
#[derive(Debug)]
pub struct RateLimits(Mutex<Ledger>);

impl Default for RateLimits {
    fn default() -> Self {
        let all = Window::new(A_SECOND, Duration::from_secs(1) + SLACK / 5);
        Self(Mutex::new(Ledger {
            all,
            held: None,
            share: Share::Part(1),
            last: None,
            short: None,
            buckets: HashMap::new(),
            old_edits: HashMap::new(),
            names: HashMap::new(),
        }))
    }
}

impl RateLimits {
    fn with<T>(&self, act: impl FnOnce(&mut Ledger) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets how much of the overall limit this process may use.
    pub fn share(&self, share: Share) {
        self.with(|inner| inner.share = share);
    }

    /// Whether a request had to wait within this time because this process had no part of the limit.
    pub fn was_short(&self, within: Duration) -> bool {
        let short = self.with(|inner| inner.short);
        short.is_some_and(|short| short.elapsed() < within)
    }

    /// Returns the earliest time at which a request of this class could go out, whatever its bucket.
    pub fn when_any(&self, class: Class, now: Instant) -> Instant {
        self.with(|inner| inner.when_any(class, now))
    }

    /// Returns when a request could go out, as far as is known now. Takes no turn.
    pub fn when(&self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        self.with(|inner| inner.when(key, class, now))
    }

    /// Waits for a request's turn and takes it; false if that would come after `deadline`.
    pub async fn turn(&self, key: &RouteKey, class: Class, deadline: Instant) -> bool {
        loop {
            let now = Instant::now();
            let at = self.with(|inner| inner.take(key, class, now));
            if at <= now {
                return true;
            }
            if at >= deadline {
                return false;
            }
            tokio::time::sleep_until(at).await;
        }
    }

    /// Records what a response reports about its bucket.
    pub fn learn(&self, key: &RouteKey, headers: &HeaderMap) {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let number = |name: &str| text(name).and_then(|value| value.parse::<f64>().ok());
        let (Some(limit), Some(left), Some(after)) = (
            number("x-ratelimit-limit"),
            number("x-ratelimit-remaining"),
            number("x-ratelimit-reset-after").and_then(span),
        ) else {
            return;
        };
        let now = Instant::now();
        self.with(|inner| {
            if let Some(name) = text("x-ratelimit-bucket") {
                inner.name(&key.template, name);
            }
            inner.bucket(key, now).learn((limit, left), after, now);
        });
    }

    /// Holds back a bucket for this long, after Discord refused a request as one too many.
    pub fn hold(&self, key: &RouteKey, wait: Duration) {
        let now = Instant::now();
        self.with(|inner| inner.bucket(key, now).hold(now + wait + SLACK));
    }

    /// Holds back edits of old messages for this long; other requests in the channel may go out.
    pub fn hold_old_edits(&self, key: &RouteKey, wait: Duration) {
        let now = Instant::now();
        self.with(|inner| inner.old_edits(key, now).hold(now + wait + SLACK));
    }

    /// Holds back all requests for this long.
    pub fn hold_all(&self, wait: Duration) {
        let until = Instant::now() + wait + SLACK;
        self.with(|inner| inner.held = inner.held.max(Some(until)));
    }
}

fn span(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.min(3_600.0)).ok()
}

impl Ledger {
    /// Records Discord's name for the bucket of a route. Requests sent on the route so far count there.
    fn name(&mut self, template: &str, name: &str) {
        let before = self.names.get(template).map_or(template, String::as_str);
        if before == name || self.names.len() >= SWEEP_AT {
            return;
        }
        let old: Vec<RouteKey> = self.buckets.keys().filter(|key| key.template == before).cloned().collect();
        for key in old {
            let Some(bucket) = self.buckets.remove(&key) else { continue };
            let renamed = RouteKey { template: name.to_owned(), ..key };
            match self.buckets.entry(renamed) {
                Entry::Vacant(place) => {
                    place.insert(bucket);
                }
                Entry::Occupied(mut other) => {
                    let other = other.get_mut();
                    other.window.sent.extend(bucket.window.sent);
                    other.window.sent.make_contiguous().sort_unstable();
                    other.held = other.held.max(bucket.held);
                }
            }
        }
        self.names.insert(template.to_owned(), name.to_owned());
    }

    fn bucket(&mut self, key: &RouteKey, now: Instant) -> &mut Allowance {
        if self.buckets.len() >= SWEEP_AT {
            self.buckets.retain(|_, bucket| !bucket.is_idle(now));
        }
        let template = self.names.get(&key.template).unwrap_or(&key.template).clone();
        let key = RouteKey { template, major: key.major.clone(), edits_old: false };
        self.buckets.entry(key).or_insert_with(|| Allowance::new(UNKNOWN))
    }

    fn old_edits(&mut self, key: &RouteKey, now: Instant) -> &mut Allowance {
        if self.old_edits.len() >= SWEEP_AT {
            self.old_edits.retain(|_, channel| !channel.is_idle(now));
        }
        self.old_edits.entry(key.major.clone()).or_insert_with(|| Allowance::new(OLD_EDITS))
    }

    fn when_any(&mut self, class: Class, now: Instant) -> Instant {
        let (most, processes) = self.share.divided(class);
        let mut room = self.all.room((most / processes).max(1), now);
        if let Some(last) = self.last.filter(|_| most < processes) {
            // Less than one a second.
            room = room.max(last + self.all.span * processes as u32 / most as u32);
        }
        if room > now && matches!(self.share, Share::Rest(_)) {
            self.short = Some(now);
        }
        room.max(self.held.unwrap_or(now))
    }

    fn when(&mut self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        let mut at = self.when_any(class, now);
        if key.edits_old {
            at = at.max(self.old_edits(key, now).room(now));
        }
        self.bucket(key, now).room(now).max(at)
    }

    /// Takes a turn if there is one now, and otherwise returns when to ask again.
    fn take(&mut self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        let at = self.when(key, class, now);
        if at <= now {
            self.all.sent.push_back(now);
            self.last = Some(now);
            self.bucket(key, now).window.sent.push_back(now);
            if key.edits_old {
                self.old_edits(key, now).window.sent.push_back(now);
            }
        }
        at
    }
}

#[cfg(test)]
mod tests;
