//! Long work for one person: one job at a time for each person, and a few at the same time in all.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::error::{NoHint, NotAnalysed};
use crate::game::UserId;
use crate::timing::virtual_time::{alone, aside};

/// How many people may have a job that runs or waits.
const WAITING: usize = 64;

/// The people who have a job that runs or waits.
#[derive(Clone, Debug, Default)]
pub struct ExclusiveJobs(Arc<Mutex<HashSet<UserId>>>);

/// A person's place among them, until this is dropped.
#[derive(Debug)]
pub struct OwnPlace {
    among: ExclusiveJobs,
    person: UserId,
}

/// Why a person gets no place.
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

    /// A place for this person.
    ///
    /// # Errors
    /// They have one, or there is none left.
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

/// Work on a thread of its own, which is told to stop when this is dropped.
pub struct LongWork<T> {
    /// Ends with what the work gives.
    pub task: JoinHandle<T>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> LongWork<T> {
    /// Begins as soon as there is room; none if there is no room within the time `queue`. The work gets a function that
    /// says whether to stop.
    pub async fn begin(
        room: &'static Semaphore,
        queue: Duration,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Option<Self> {
        // The room is that of the process, and held only while somebody works.
        let place = alone(tokio::time::timeout(queue, room.acquire())).await.ok()?.ok()?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let task = aside(move || {
            // Held until the work is done, even when nobody waits for it any more.
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
