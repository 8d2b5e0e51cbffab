//! Long-running work for one user: one job at a time per user, and a limited number in total.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::error::{NoHint, NotAnalysed};
use crate::game::UserId;
use crate::timing::virtual_time::{alone, aside};

/// How many users may have a running or waiting job.
const WAITING: usize = 64;

/// The users with a running or waiting job.
#[derive(Clone, Debug, Default)]
pub struct ExclusiveJobs(Arc<Mutex<HashSet<UserId>>>);

/// A user's slot among them, freed on drop.
#[derive(Debug)]
pub struct OwnPlace {
    among: ExclusiveJobs,
    person: UserId,
}

/// The reason why a user gets no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    OneAtATime,
    Busy,
}

impl From<NoPlace> for NotAnalysed {
    fn from(why: NoPlace) -> Self {
        match why {
            NoPlace::OneAtATime => Self::OneAtATime,
            NoPlace::Busy => Self::Busy,
        }
    }
}

impl From<NoPlace> for NoHint {
    fn from(why: NoPlace) -> Self {
        match why {
            NoPlace::OneAtATime => Self::OneAtATime,
            NoPlace::Busy => Self::Busy,
        }
    }
}

impl ExclusiveJobs {
    fn with<T>(&self, act: impl FnOnce(&mut HashSet<UserId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a slot for this user.
    ///
    /// # Errors
    /// They already have one, or none is left.
    pub fn take(&self, person: UserId) -> Result<OwnPlace, NoPlace> {
        self.with(|people| {
            if people.contains(&person) {
                return Err(NoPlace::OneAtATime);
            }
            if people.len() >= WAITING {
                return Err(NoPlace::Busy);
            }
            people.insert(person);
            Ok(OwnPlace { among: self.clone(), person })
        })
    }
}

impl Drop for OwnPlace {
    fn drop(&mut self) {
        self.among.with(|people| people.remove(&self.person));
    }
}

/// Work on a thread of its own, asked to stop when this is dropped.
pub struct LongWork<T> {
    /// Resolves to the result of the work.
    pub task: JoinHandle<T>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> LongWork<T> {
    /// Starts the work once a permit is free; `None` if that takes longer than `queue`. The work gets a
    /// function that returns whether to stop.
    pub async fn begin(
        room: &'static Semaphore,
        queue: Duration,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Option<Self> {
        // The semaphore is process-wide; a permit is held only while the work runs.
        let place = alone(tokio::time::timeout(queue, room.acquire())).await.ok()?.ok()?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let task = aside(move || {
            // Held until the work ends, even if its result is no longer awaited.
            let _place = place;
            work(&|| stopped.load(Ordering::Relaxed))
        });
        Some(Self { task, stop })
    }
}

impl<T> Drop for LongWork<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_is_given_to_each() {
        let places = ExclusiveJobs::default();
        let first = places.take(UserId(1)).expect("a place");
        assert_eq!(places.take(UserId(1)).err(), Some(NoPlace::OneAtATime));
        let others: Vec<_> =
            (2..=WAITING as u64).map(|person| places.take(UserId(person)).expect("a place")).collect();
        assert_eq!(places.take(UserId(0)).err(), Some(NoPlace::Busy));
        drop(first);
        assert!(places.take(UserId(1)).is_ok(), "when the first is done");
        drop(others);
        assert!(places.with(|people| people.is_empty()));
    }
}
