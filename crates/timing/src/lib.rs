//! Measures where the time of an interaction goes.
//!
//! Each part is measured where the work is done, and added to the interaction being served, which is set by
//! [`TimeSpent::within`]. [`Clock`] is the program's clock, and [`virtual_time`] that of tests.

mod clock;
pub mod virtual_time;
pub mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

pub use clock::{Clock, ComputerClock};
use strum::{EnumCount, EnumIter, IntoStaticStr};

/// A category of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Phase {
    /// Replaying a game and deciding which actions are allowed.
    Rules,
    /// Reading and writing the database, including waits for a connection and for the disk.
    Store,
    /// Drawing boards and other pictures.
    Pictures,
    /// Requests to Discord, including waits for its rate limits.
    Discord,
}

impl Phase {
    /// Returns the name used in metrics and in the log.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The time that one interaction has taken so far, in nanoseconds, by [`Phase`]. Clones share one count.
/// Concurrent work counts twice.
#[derive(Clone, Debug, Default)]
pub struct TimeSpent(Arc<[AtomicU64; Phase::COUNT]>);

tokio::task_local! {
    /// The interaction being served.
    static SERVED: TimeSpent;
}

impl TimeSpent {
    /// Runs this work and adds the time measured in it to this count.
    pub fn within<F: Future>(&self, work: F) -> impl Future<Output = F::Output> {
        SERVED.scope(self.clone(), work)
    }

    /// Returns the time spent so far.
    pub fn on(&self, what: Phase) -> Duration {
        Duration::from_nanos(self.0[what as usize].load(Ordering::Relaxed))
    }
}

/// Measures until dropped.
#[must_use = "it measures until it is dropped"]
#[derive(Debug)]
pub struct SpentClock {
    what: Phase,
    begun: Instant,
}

/// Counts time for `what` until the returned clock is dropped.
pub fn start(what: Phase) -> SpentClock {
    SpentClock { what, begun: Instant::now() }
}

impl Drop for SpentClock {
    fn drop(&mut self) {
        // Outside of an interaction there is nothing to add to.
        let _ = SERVED.try_with(|spent| {
            let nanos = self.begun.elapsed().as_nanos() as u64;
            spent.0[self.what as usize].fetch_add(nanos, Ordering::Relaxed);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    const STEP: Duration = Duration::from_millis(5);

    async fn work(what: Phase) {
        let _time = start(what);
        tokio::time::sleep(STEP).await;
    }

    #[tokio::test]
    async fn time_is_added_up_by_parts_for_whoever_is_served() {
        let (one, other) = (TimeSpent::default(), TimeSpent::default());
        let both = async {
            work(Phase::Store).await;
            work(Phase::Store).await;
            work(Phase::Rules).await;
        };
        tokio::join!(one.within(both), other.within(work(Phase::Discord)));
        assert!(one.on(Phase::Store) >= 2 * STEP && one.on(Phase::Rules) >= STEP);
        assert!(other.on(Phase::Discord) >= STEP);
        let nothing = [one.on(Phase::Discord), one.on(Phase::Pictures), other.on(Phase::Store)];
        assert_eq!(nothing, [Duration::ZERO; 3]);
    }

    #[tokio::test]
    async fn what_serves_nobody_is_not_counted() {
        let served = TimeSpent::default();
        work(Phase::Store).await;
        assert_eq!(served.on(Phase::Store), Duration::ZERO);
    }

    #[test]
    fn metrics_hold_these_words() {
        assert!(Phase::iter().map(Phase::name).eq(["rules", "store", "pictures", "discord"]));
    }
}
