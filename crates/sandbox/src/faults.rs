//! Failures a test can order: the next requests that match are delayed, refused or cut off.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What happens to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// It is handled this much later.
    Delay(Duration),
    /// Handled, but its answer comes this much later.
    SlowAnswer(Duration),
    /// The connection is cut before anything is done.
    DropBefore,
    /// Everything is done, then the connection is cut without an answer.
    DropAfter,
    /// 429 with `retry_after` in seconds.
    RateLimit(f64),
    /// 429 in JSON that has neither `retry_after` nor `global`, with `Retry-After` in seconds.
    BareRateLimit(u32),
    /// 429 with a page in HTML, as Cloudflare answers before Discord, with `Retry-After` in seconds.
    ShutOut(u32),
    /// An answer of this status (500, 502, 503) and nothing is done.
    Status(u16),
    /// A refusal of this status with this code, in Discord's form, and nothing is done.
    Refuse(u16, u64),
    /// 403 with a page in HTML, as Cloudflare answers in Discord's place, and nothing is done.
    Blocked,
    /// 200 with a page in HTML, as something on the way might say, and nothing is done.
    Page,
    /// Everything is done, then the same page is answered.
    PageAfter,
}

/// An ordered failure.
#[derive(Clone, Debug)]
pub struct Fault {
    /// `POST`, `PATCH`..., or "" for any.
    pub method: String,
    /// A piece of the path, such as `/callback`; "" for any.
    pub path: String,
    /// What happens.
    pub trouble: Trouble,
    /// How many matching requests it strikes.
    pub times: u32,
    /// Until when it strikes, where that is bounded.
    pub until: Option<Instant>,
}

impl Fault {
    /// Strikes the next request whose path contains `path`.
    pub fn next(path: &str, trouble: Trouble) -> Self {
        Self { method: String::new(), path: path.to_owned(), trouble, times: 1, until: None }
    }

    /// Strikes every request for so long, whatever it is about.
    pub fn everywhere(trouble: Trouble, time: Duration) -> Self {
        Self { until: Some(Instant::now() + time), ..Self::next("", trouble).times(u32::MAX) }
    }

    /// The same for this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    /// The same for one method only.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }
}

/// The failures in force.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    /// Orders one.
    pub fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Forgets all.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether all of them have struck.
    pub fn are_over(&self) -> bool {
        let (list, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        list.iter().all(|fault| fault.until.is_some_and(|until| until <= now))
    }

    /// The trouble for this request, used up by one.
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
