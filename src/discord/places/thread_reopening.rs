//! Decides when archived threads may be reopened.
//!
//! A thread that is archived sooner than Discord would do it automatically stays archived for an hour, and
//! then twice as long each time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::discord::rest::request::doubled;
use crate::game::ChannelId;

/// Discord archives no thread automatically within this time after it was opened; a person must have done it.
const LEAST_SILENCE: Duration = Duration::from_mins(55);
/// The pauses before reopening a thread that people archive repeatedly, doubling between these bounds.
const PAUSES: (Duration, Duration) = (Duration::from_hours(1), Duration::from_hours(24));
/// The pauses before retrying a failed reopening, doubling between these bounds.
const AGAIN: (Duration, Duration) = (Duration::from_mins(1), Duration::from_hours(1));

/// Recently reopened threads, on the monotonic clock.
///
/// They keep the bot from fighting a person who archives a thread on purpose.
#[derive(Debug, Default)]
pub struct Reopenings(Mutex<HashMap<ChannelId, Reopening>>);

#[derive(Clone, Copy, Debug)]
struct Reopening {
    /// When it was last reopened.
    at: Instant,
    /// How many times in a row it was archived soon afterwards.
    soon: u32,
    /// How many times in a row reopening it failed.
    failed: u32,
    /// When to reopen it, if it is archived now.
    due: Option<Instant>,
}

impl Reopenings {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<ChannelId, Reopening>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// True if this archived thread may be reopened now; otherwise it becomes due later.
    pub fn begin(&self, thread: ChannelId, now: Instant) -> bool {
        self.with(|all| {
            // Older entries are irrelevant.
            all.retain(|_, one| one.due.is_some() || now < one.at + 2 * PAUSES.1);
            let Some(one) = all.get_mut(&thread) else {
                all.insert(thread, Reopening { at: now, soon: 0, failed: 0, due: None });
                return true;
            };
            if one.due.is_none() {
                if now >= one.at + LEAST_SILENCE {
                    one.soon = 0;
                } else {
                    one.due = Some(one.at + doubled(PAUSES, one.soon));
                    one.soon += 1;
                }
            }
            let may = one.due.is_none_or(|due| now >= due);
            if may {
                (one.at, one.due) = (now, None);
            }
            may
        })
    }

    /// Records a failed reopening. An outage says nothing about the thread, so it does not lengthen the next
    /// pause.
    pub fn failed(&self, thread: ChannelId, outage: bool, now: Instant) {
        self.with(|all| {
            if let Some(one) = all.get_mut(&thread) {
                one.due = Some(now + if outage { AGAIN.0 } else { doubled(AGAIN, one.failed) });
                one.failed += u32::from(!outage);
            }
        });
    }

    /// Postpones a due reopening because Discord did not report the thread's state.
    pub fn put_off(&self, thread: ChannelId, now: Instant) {
        self.with(|all| {
            if let Some(one) = all.get_mut(&thread).filter(|one| one.due.is_some_and(|due| due <= now)) {
                one.due = Some(now + AGAIN.0);
            }
        });
    }

    /// Records that the thread is open, or that nothing is played there any more.
    pub fn forget(&self, thread: ChannelId) {
        self.with(|all| {
            if let Some(one) = all.get_mut(&thread) {
                (one.due, one.failed) = (None, 0);
            }
        });
    }

    /// The threads that are due to be reopened.
    pub fn due(&self, now: Instant) -> Vec<ChannelId> {
        let due = |one: &Reopening| one.due.is_some_and(|due| now >= due);
        self.with(|all| all.iter().filter(|(_, one)| due(one)).map(|(thread, _)| *thread).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_somebody_archives_again_and_again_is_opened_ever_later() {
        let (all, thread, start) = (Reopenings::default(), ChannelId(7), Instant::now());
        let hours = |hours: u64| start + Duration::from_hours(hours);
        assert!(all.begin(thread, start), "at once");
        let minute = Duration::from_mins(1);
        assert!(!all.begin(thread, start + minute), "somebody has archived it");
        assert!(all.due(start + 2 * minute).is_empty());
        assert_eq!(all.due(hours(1)), [thread]);
        assert!(all.begin(thread, hours(1)));
        assert!(!all.begin(thread, hours(1) + minute));
        assert_eq!((all.due(hours(2)), all.due(hours(3))), (vec![], vec![thread]), "after two hours");
        assert!(all.begin(thread, hours(3)));
        assert!(all.begin(thread, hours(4)), "that was its own silence");
        assert!(!all.begin(thread, hours(4) + minute));
        assert_eq!(all.due(hours(5)), [thread], "after one hour again");
        all.forget(thread);
        assert!(all.due(hours(9)).is_empty(), "it is open");
    }

    #[test]
    fn what_failed_is_tried_again() {
        let (all, thread, start) = (Reopenings::default(), ChannelId(7), Instant::now());
        assert!(all.begin(thread, start));
        all.failed(thread, false, start);
        assert!(!all.begin(thread, start));
        let second = start + AGAIN.0;
        assert_eq!(all.due(second), [thread]);
        assert!(all.begin(thread, second));
        all.failed(thread, false, second);
        assert!(all.due(second + AGAIN.0).is_empty(), "ever more rarely");
        let third = second + 2 * AGAIN.0;
        assert_eq!(all.due(third), [thread]);
        all.put_off(thread, third);
        assert!(all.due(third).is_empty());
        assert!(all.begin(thread, third + AGAIN.0));
        all.failed(thread, true, third + AGAIN.0);
        assert_eq!(all.due(third + 2 * AGAIN.0), [thread], "an outage says nothing of it");
    }
}
