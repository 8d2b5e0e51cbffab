//! How fast requests may go out. Discord's limits are kept *before* sending, as each refusal counts against the bot's
//! address: after 10,000 of them in ten minutes the address is shut out.
//!
//! Two limits hold for requests with the bot's token (<https://discord.com/developers/docs/topics/rate-limits>): 50 a
//! second in all, and one for each bucket, which is a route with its channel. Discord names a bucket and its limit in each
//! answer; until then five requests in five seconds are taken for granted, as for messages. Requests with the token
//! of an interaction are outside of both.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::header::HeaderMap;

/// Discord counts 50 requests a second; some room is left for what the way there squeezes together.
const A_SECOND: usize = 45;
/// What can wait leaves so much of a second to what cannot.
const PATIENT_A_SECOND: usize = 25;
/// The limit of a bucket of which nothing is known yet.
const UNKNOWN: (usize, Duration) = (5, Duration::from_secs(5));
/// Added to every span, as two requests may come closer together on their way.
const SLACK: Duration = Duration::from_millis(250);
/// After this many buckets the idle ones are swept out.
const SWEEP_AT: usize = 4_096;

/// Who goes first when there is not room for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Somebody waits for it.
    Prompt,
    /// It can wait, such as taking buttons off an old board.
    Patient,
}

/// What shares a bucket: the method, the route without its last ids, and the channel or server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RouteKey {
    template: String,
    major: String,
}

impl RouteKey {
    /// The key of a request; none for those that go by the token of an interaction.
    pub fn of(method: &Method, route: &str) -> Option<Self> {
        let path = route.split('?').next().unwrap_or(route);
        if path.starts_with("/interactions/") || path.starts_with("/webhooks/") {
            return None;
        }
        let mut parts = path.split('/').skip(1);
        let (kind, major) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let rest: Vec<_> = parts.map(|part| if is_id(part) { "{}" } else { part }).collect();
        Some(Self { template: format!("{method} /{kind}/{{}}/{}", rest.join("/")), major: major.to_owned() })
    }
}

fn is_id(part: &str) -> bool {
    part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The requests of the last span, at most so many.
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

    /// When there is room for one more among at most `most`: now, or later.
    fn room(&mut self, most: usize, now: Instant) -> Instant {
        while self.sent.front().is_some_and(|first| *first + self.span <= now) {
            self.sent.pop_front();
        }
        match self.sent.len().checked_sub(most) {
            // So many must leave the span before there is room.
            Some(over) => self.sent.get(over).map_or(now, |blocking| *blocking + self.span),
            None => now,
        }
    }
}

#[derive(Debug)]
struct Allowance {
    window: Window,
    /// Discord said that it is full until then.
    held: Option<Instant>,
}

impl Allowance {
    fn room(&mut self, now: Instant) -> Instant {
        let most = self.window.most;
        self.window.room(most, now).max(self.held.unwrap_or(now))
    }
}

#[derive(Debug)]
struct Ledger {
    all: Window,
    held: Option<Instant>,
    buckets: HashMap<RouteKey, Allowance>,
    /// Discord's names of buckets, by the template of the route: several routes may share one.
    names: HashMap<String, String>,
}

/// The limits of one bot, shared by everything that sends.
#[derive(Debug)]
pub struct RateLimits(Mutex<Ledger>);

impl Default for RateLimits {
    fn default() -> Self {
        let all = Window::new(A_SECOND, Duration::from_secs(1) + SLACK / 5);
        Self(Mutex::new(Ledger { all, held: None, buckets: HashMap::new(), names: HashMap::new() }))
    }
}

impl RateLimits {
    fn with<T>(&self, act: impl FnOnce(&mut Ledger) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// When any request of this class could go out at the earliest, whatever its bucket.
    pub fn when_any(&self, class: Class, now: Instant) -> Instant {
        self.with(|inner| inner.when_any(class, now))
    }

    /// When a request could go out, as far as is known now. Nothing is taken.
    pub fn when(&self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        self.with(|inner| inner.when(key, class, now))
    }

    /// Waits for the turn of a request and takes it; false when that would come after `deadline`.
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
            tokio::time::sleep_until(at.into()).await;
        }
    }

    /// Takes note of what an answer says of its bucket.
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
            let bucket = inner.bucket(key, now);
            bucket.window.most = (limit as usize).max(1);
            bucket.window.span = bucket.window.span.max(after + SLACK);
            if left < 1.0 {
                bucket.held = Some(now + after + SLACK);
            }
        });
    }

    /// Discord refused a request as too much; nothing like it (or, if `all`, nothing at all) goes out for so long.
    pub fn hold(&self, key: &RouteKey, all: bool, wait: Duration) {
        let until = Instant::now() + wait + SLACK;
        self.with(|inner| {
            let held = if all { &mut inner.held } else { &mut inner.bucket(key, Instant::now()).held };
            *held = (*held).max(Some(until));
        });
    }
}

fn span(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.min(3_600.0)).ok()
}

impl Ledger {
    /// Notes Discord's name for the bucket of a route; what was sent by it so far counts there.
    fn name(&mut self, template: &str, name: &str) {
        let before = self.names.get(template).map_or(template, String::as_str);
        if before == name || self.names.len() >= SWEEP_AT {
            return;
        }
        let old: Vec<RouteKey> = self.buckets.keys().filter(|key| key.template == before).cloned().collect();
        for key in old {
            let Some(bucket) = self.buckets.remove(&key) else { continue };
            let renamed = RouteKey { template: name.to_owned(), major: key.major };
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
            self.buckets.retain(|_, bucket| {
                let last = bucket.window.sent.back();
                bucket.held.is_some_and(|held| held > now)
                    || last.is_some_and(|last| *last + bucket.window.span > now)
            });
        }
        let name = self.names.get(&key.template).cloned();
        let key =
            RouteKey { template: name.unwrap_or_else(|| key.template.clone()), major: key.major.clone() };
        let fresh = || Allowance { window: Window::new(UNKNOWN.0, UNKNOWN.1 + SLACK), held: None };
        self.buckets.entry(key).or_insert_with(fresh)
    }

    fn when_any(&mut self, class: Class, now: Instant) -> Instant {
        let most = match class {
            Class::Prompt => A_SECOND,
            Class::Patient => PATIENT_A_SECOND,
        };
        self.all.room(most, now).max(self.held.unwrap_or(now))
    }

    fn when(&mut self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        let all = self.when_any(class, now);
        self.bucket(key, now).room(now).max(all)
    }

    /// Takes a turn if there is one now; else says when to ask again.
    fn take(&mut self, key: &RouteKey, class: Class, now: Instant) -> Instant {
        let at = self.when(key, class, now);
        if at <= now {
            self.all.sent.push_back(now);
            self.bucket(key, now).window.sent.push_back(now);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(channel: u64) -> RouteKey {
        RouteKey::of(&Method::POST, &format!("/channels/{channel}/messages")).expect("a bot's request")
    }

    fn taken(limits: &RateLimits, key: &RouteKey, class: Class, now: Instant) -> bool {
        limits.with(|inner| inner.take(key, class, now)) <= now
    }

    #[test]
    fn a_bucket_is_a_route_with_its_channel() {
        let key = |method: &Method, route: &str| RouteKey::of(method, route);
        let edit = key(&Method::PATCH, "/channels/123/messages/456");
        assert_eq!(edit, key(&Method::PATCH, "/channels/123/messages/789"));
        assert_ne!(edit, key(&Method::PATCH, "/channels/124/messages/456"));
        assert_ne!(edit, key(&Method::GET, "/channels/123/messages/456"));
        assert_eq!(key(&Method::POST, "/interactions/1/token/callback?with_response=true"), None);
        assert_eq!(key(&Method::PATCH, "/webhooks/1/token/messages/@original"), None);
    }

    #[test]
    fn five_in_five_seconds_are_taken_for_granted() {
        let (limits, now) = (RateLimits::default(), Instant::now());
        for _ in 0..5 {
            assert!(taken(&limits, &message(7), Class::Prompt, now));
        }
        assert!(!taken(&limits, &message(7), Class::Prompt, now + Duration::from_secs(5)));
        assert!(taken(&limits, &message(8), Class::Prompt, now), "another channel has its own");
        assert!(taken(&limits, &message(7), Class::Prompt, now + Duration::from_millis(5_300)));
    }

    #[test]
    fn fewer_than_fifty_go_out_in_any_second() {
        let (limits, start) = (RateLimits::default(), Instant::now());
        let mut sent = Vec::new();
        for step in 0..4_000_u64 {
            let now = start + Duration::from_millis(step);
            for channel in 0..3 {
                if taken(&limits, &message(1_000 + (step * 3 + channel) % 2_000), Class::Prompt, now) {
                    sent.push(now);
                }
            }
        }
        assert!(sent.len() >= 4 * 40, "{}", sent.len());
        assert!(sent.windows(50).all(|run| run[49] - run[0] > Duration::from_secs(1)));
    }

    #[test]
    fn what_can_wait_leaves_room() {
        let (limits, now) = (RateLimits::default(), Instant::now());
        let patient = (100..200).filter(|c| taken(&limits, &message(*c), Class::Patient, now)).count();
        let prompt = (200..300).filter(|c| taken(&limits, &message(*c), Class::Prompt, now)).count();
        assert_eq!((patient, prompt), (PATIENT_A_SECOND, A_SECOND - PATIENT_A_SECOND));
    }

    #[test]
    fn what_was_sent_before_the_bucket_had_a_name_counts() {
        let (limits, now) = (RateLimits::default(), Instant::now());
        for _ in 0..5 {
            assert!(taken(&limits, &message(7), Class::Prompt, now));
        }
        limits.with(|inner| inner.name(&message(7).template, "abc"));
        assert!(!taken(&limits, &message(7), Class::Prompt, now));
    }

    #[test]
    fn what_discord_says_is_believed() {
        let limits = RateLimits::default();
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("x-ratelimit-limit", "2"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", "8.5"),
            ("x-ratelimit-bucket", "abc"),
        ] {
            headers.insert(name, value.parse().expect("a header"));
        }
        limits.learn(&message(7), &headers);
        let later = |seconds| Instant::now() + Duration::from_secs(seconds);
        assert!(!taken(&limits, &message(7), Class::Prompt, later(8)));
        assert!(taken(&limits, &message(7), Class::Prompt, later(9)));
        assert!(taken(&limits, &message(7), Class::Prompt, later(9)));
        assert!(!taken(&limits, &message(7), Class::Prompt, later(9)), "two at a time");
        limits.hold(&message(7), true, Duration::from_secs(20));
        assert!(!taken(&limits, &message(9), Class::Prompt, later(15)), "a global hold is for all");
        assert!(taken(&limits, &message(9), Class::Prompt, later(21)));
    }
}
