//! Distinguishes an outage, in which nothing gets through to Discord, from a single blocked request, by
//! whether other requests get through in between.
//!
//! A page, or code 40333, comes from an intermediary and is no refusal (`Failure::told`).

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// A block longer ago than this is ignored.
const REMEMBERED: Duration = Duration::from_mins(10);
/// At most this many requests are remembered.
const MOST: usize = 4_096;

/// When a request last succeeded, and which requests were blocked recently.
#[derive(Debug, Default)]
pub struct OutageWatch {
    last_done: Option<Instant>,
    /// Blocked requests by method and route, and when they were last blocked.
    blocked: HashMap<String, Instant>,
}

impl OutageWatch {
    /// Records that this request succeeded. Its name is computed only if something is blocked, which is rare.
    pub fn done(&mut self, request: impl FnOnce() -> String, now: Instant) {
        self.last_done = Some(now);
        if !self.blocked.is_empty() {
            self.blocked.remove(&request());
        }
    }

    /// Records that this request was blocked. Returns whether it alone is: it was blocked before, and others
    /// have got through since.
    pub fn blocked(&mut self, request: String, now: Instant) -> bool {
        if self.blocked.len() >= MOST {
            self.blocked.retain(|_, at| now.saturating_duration_since(*at) < REMEMBERED);
        }
        if self.blocked.len() >= MOST {
            self.blocked.clear();
        }
        let before = self.blocked.insert(request, now);
        before.is_some_and(|before| self.last_done.is_some_and(|done| done > before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_blocked_again_while_others_pass_is_alone() {
        let (mut watch, start) = (OutageWatch::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let one = || "PATCH /channels/7/messages/1".to_owned();
        watch.done(|| "GET /users/@me".to_owned(), at(0));
        assert!(!watch.blocked(one(), at(1)), "others passed before, not since");
        assert!(!watch.blocked(one(), at(2)), "nothing has passed since");
        watch.done(|| "PATCH /channels/7/messages/2".to_owned(), at(3));
        assert!(watch.blocked(one(), at(4)));
        assert!(!watch.blocked(one(), at(5)), "nothing has passed since");
        watch.done(one, at(6));
        assert!(!watch.blocked(one(), at(7)), "it got through itself");
    }

    #[test]
    fn it_remembers_so_many() {
        let (mut watch, start) = (OutageWatch::default(), Instant::now());
        for number in 0..2 * MOST {
            watch.blocked(number.to_string(), start);
        }
        assert!(watch.blocked.len() <= MOST);
    }
}
