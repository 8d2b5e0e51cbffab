//! Faults that a test can order: the next matching requests are delayed, refused or cut off.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// What happens to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The request is handled this much later.
    Delay(Duration),
    /// The request is handled, but the response comes this much later.
    SlowAnswer(Duration),
    /// The connection is cut before anything is done.
    DropBefore,
    /// The request is handled, then the connection is cut without a response.
    DropAfter,
    /// The request is handled, then the connection is cut after half of the response's body.
    CutShort,
    /// 429 with `retry_after` in seconds.
    RateLimit(f64),
    /// 429 in JSON that has neither `retry_after` nor `global`, with `Retry-After` in seconds.
    BareRateLimit(u32),
    /// 429 with an HTML page, as Cloudflare answers in Discord's place, with `Retry-After` in seconds.
    ShutOut(u32),
    /// This status (500, 502, 503); nothing is done.
    Status(u16),
    /// A Discord error with this status and code; nothing is done.
    Refuse(u16, u64),
    /// 403 with an HTML page, as Cloudflare answers in Discord's place; nothing is done.
    Blocked,
    /// 200 with an HTML page, as a proxy might answer; nothing is done.
    Page,
    /// The request is handled, then the response is the same page.
    PageAfter,
}

/// An ordered fault.
#[derive(Clone, Debug)]
pub struct Fault {
    /// `POST`, `PATCH`..., or "" for any.
    pub method: String,
    /// A part of the path, such as `/callback`; "" for any.
    pub path: String,
    /// What happens.
    pub trouble: Trouble,
    /// How many matching requests it affects.
    pub times: u32,
    /// When it ends, if it is limited in time.
    pub until: Option<Instant>,
}

impl Fault {
    /// Affects the next request whose path contains `path`.
    pub fn next(path: &str, trouble: Trouble) -> Self {
        Self { method: String::new(), path: path.to_owned(), trouble, times: 1, until: None }
    }

    /// Affects every request for this long.
    pub fn everywhere(trouble: Trouble, time: Duration) -> Self {
        Self { until: Some(Instant::now() + time), ..Self::next("", trouble).times(u32::MAX) }
    }

    /// This fault for this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    /// This fault for one method only.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }
}

/// The faults in force.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    /// Orders a fault.
    pub fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Removes all faults.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether all of them have been used up.
    pub fn are_over(&self) -> bool {
        let (list, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        list.iter().all(|fault| fault.until.is_some_and(|until| until <= now))
    }

    /// The trouble for this request. Its fault is used once.
    pub(crate) fn strike(&self, method: &str, path: &str) -> Option<Trouble> {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        list.retain(|fault| fault.until.is_none_or(|until| until > now));
        let at = list.iter().position(|f| {
            f.times > 0 && (f.method.is_empty() || f.method == method) && path.contains(&f.path)
        })?;
        list[at].times -= 1;
        let trouble = list[at].trouble.clone();
        if list[at].times == 0 {
            list.remove(at);
        }
        Some(trouble)
    }
}
