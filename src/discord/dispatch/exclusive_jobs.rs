//! Long work for one person: one job at a time for each person, and a few at the same time in all.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::app::{NoHint, NotAnalysed};
use crate::discord::interaction::Interaction;
use crate::discord::reply::{Answer, Reply};
use crate::discord::rest::messenger::Messenger;
use crate::discord::rest::request::Failure;

/// How many people may have a job that runs or waits.
const WAITING: usize = 64;

/// The people who have a job that runs or waits.
#[derive(Debug, Default)]
pub struct ExclusiveJobs(Mutex<HashSet<u64>>);

/// A person's place among them, until this is dropped.
#[derive(Debug)]
pub struct OwnPlace<'a> {
    among: &'a ExclusiveJobs,
    person: u64,
}

/// Why a person gets no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum NoPlace {
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
    fn with<T>(&self, act: impl FnOnce(&mut HashSet<u64>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn take(&self, person: u64) -> Result<OwnPlace<'_>, NoPlace> {
        self.with(|people| {
            if people.contains(&person) {
                return Err(NoPlace::OneAtATime);
            }
            if people.len() >= WAITING {
                return Err(NoPlace::Busy);
            }
            people.insert(person);
            Ok(OwnPlace { among: self, person })
        })
    }
}

impl Drop for OwnPlace<'_> {
    fn drop(&mut self) {
        self.among.with(|people| people.remove(&self.person));
    }
}

impl Messenger {
    /// Says with this body that an answer will follow; or says why not, and then gives no place.
    pub(in crate::discord) async fn announce_to_one<'a>(
        &self,
        to: &Interaction,
        among: &'a ExclusiveJobs,
        body: &Value,
        refused: impl FnOnce(NoPlace) -> Reply,
    ) -> Result<Option<OwnPlace<'a>>, Failure> {
        match among.take(to.who.id) {
            Ok(place) => self.announce(to, body).await.map(|()| Some(place)),
            Err(why) => self.answer(to, &Answer::Message(refused(why))).await.map(|_| None),
        }
    }
}

/// Work on a thread of its own, which is told to stop when this is dropped.
pub(in crate::discord) struct LongWork<T> {
    pub(in crate::discord) task: JoinHandle<T>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> LongWork<T> {
    /// Begins as soon as there is room; none if there is no room within the time `queue`. The work gets a function that
    /// says whether to stop.
    pub(in crate::discord) async fn begin(
        room: &'static Semaphore,
        queue: Duration,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Option<Self> {
        let place = tokio::time::timeout(queue, room.acquire()).await.ok()?.ok()?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let task = spawn_blocking(move || {
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
        let first = places.take(1).expect("a place");
        assert_eq!(places.take(1).err(), Some(NoPlace::OneAtATime));
        let others: Vec<_> =
            (2..=WAITING as u64).map(|person| places.take(person).expect("a place")).collect();
        assert_eq!(places.take(0).err(), Some(NoPlace::Busy));
        drop(first);
        assert!(places.take(1).is_ok(), "when the first is done");
        drop(others);
        assert!(places.with(|people| people.is_empty()));
    }
}
