//! Faults ordered by tests: the next matching requests are delayed, refused or cut off.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The effect of a fault on a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// Handles the request after this delay.
    Delay(Duration),
    /// Handles the request at once but delays the response by this much.
    SlowAnswer(Duration),
    /// Cuts the connection before the request is handled.
    DropBefore,
    /// Handles the request, then cuts the connection without a response.
    DropAfter,
    /// Handles the request, then cuts the connection after half of the response's body.
    CutShort,
    /// Responds 429 with `retry_after` in seconds.
    RateLimit(f64),
    /// Responds 429 with JSON that has neither `retry_after` nor `global`, and `Retry-After` in seconds.
    BareRateLimit(u32),
    /// Responds 429 with an HTML page, as Cloudflare does in Discord's place, and `Retry-After` in
    /// seconds.
    ShutOut(u32),
    /// Responds with this status (500, 502, 503) without handling the request.
    Status(u16),
    /// Responds with this status and Discord error code without handling the request.
    Refuse(u16, u64),
    /// Responds 403 with an HTML page, as Cloudflare does in Discord's place, without handling the
    /// request.
    Blocked,
    /// Responds 200 with an HTML page, as a proxy might, without handling the request.
    Page,
    /// Handles the request, then responds with the HTML page of [`Trouble::Page`].
    PageAfter,
}

/// An ordered fault.
#[derive(Clone, Debug)]
pub struct Fault {
    /// `POST`, `PATCH` etc., or "" for any method.
    pub method: String,
    /// A substring of the path, such as `/callback`, or "" for any path.
    pub path: String,
    /// The effect on each matching request.
    pub trouble: Trouble,
    /// The number of matching requests that it affects.
    pub times: u32,
    /// When the fault expires, if it is limited in time.
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

    /// Sets the number of requests that the fault affects.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    /// Restricts the fault to one method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }
}

/// The active faults.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    /// Adds a fault.
    pub fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Removes all faults.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns true if every fault has been used up or has expired.
    pub fn are_over(&self) -> bool {
        let (list, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        list.iter().all(|fault| fault.until.is_some_and(|until| until <= now))
    }

    /// Takes the trouble for this request, if a fault matches, and counts one use of that fault.
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
