//! Failures a test can order: the next requests that match are delayed, refused or cut off.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    /// An answer of this status (500, 502, 503) and nothing is done.
    Status(u16),
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
}

impl Fault {
    /// Strikes the next request whose path contains `path`.
    pub fn next(path: &str, trouble: Trouble) -> Self {
        Self { method: String::new(), path: path.to_owned(), trouble, times: 1 }
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The trouble for this request, used up by one.
    pub(crate) fn strike(&self, method: &str, path: &str) -> Option<Trouble> {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
