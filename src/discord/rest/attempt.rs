//! One attempt at a request to Discord: its outcome, and the pause before the next one.

use std::time::Duration;

use serde_json::Value;

use super::request::{Failure, Repeat};

/// The outcome of an attempt.
pub enum Attempted {
    /// Discord has carried out the request and responded with this.
    Done(Value),
    /// It failed, and another attempt is of no use.
    Fail(Failure),
    /// It failed with this, and may be tried again after this pause.
    Again(Duration, Failure),
}

/// Allows another attempt, unless the first may have done something that must not happen twice.
pub fn again(repeat: Repeat, pause: Duration, failure: Failure) -> Attempted {
    match repeat {
        Repeat::Freely => Attempted::Again(pause, failure),
        Repeat::Never => Attempted::Fail(failure),
    }
}

/// Returns a pause that grows with the attempts. It is random, so that requests that failed together are
/// not repeated together.
pub fn pause(attempt: u32) -> Duration {
    let longest = 60_u64 << attempt.min(5);
    Duration::from_millis(longest / 2 + fastrand::u64(0..=longest / 2))
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
}
