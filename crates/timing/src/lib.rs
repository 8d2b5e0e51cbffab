//! Where the time goes that an interaction takes. Each part is measured where it is done, and added up for the interaction that is served
//! just then, if one is: `TimeSpent::within` says which.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpentOn {
    /// Replaying a game and deciding what may be done in it.
    Rules,
    /// Reading from the database and writing to it, with the time that is waited for a connection and for the disk.
    Store,
    /// Drawing.
    Pictures,
    /// Requests to Discord, with the time that its limits ask for.
    Discord,
}

impl SpentOn {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Store, Self::Pictures, Self::Discord];

    /// Its name among metrics and in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Store => "store",
            Self::Pictures => "pictures",
            Self::Discord => "discord",
        }
    }
}

/// The time that one interaction has taken so far, in nanoseconds, by [`SpentOn`]. Clones count together. What is done side by side counts twice.
#[derive(Clone, Debug, Default)]
pub struct TimeSpent(Arc<[AtomicU64; SpentOn::ALL.len()]>);

tokio::task_local! {
    /// What is served just now.
    static SERVED: TimeSpent;
}

impl TimeSpent {
    /// What is measured within this work is added here.
    pub fn within<F: Future>(&self, work: F) -> impl Future<Output = F::Output> {
        SERVED.scope(self.clone(), work)
    }

    /// How much it is by now.
    pub fn on(&self, what: SpentOn) -> Duration {
        Duration::from_nanos(self.0[what as usize].load(Ordering::Relaxed))
    }
}

/// Measures until it is dropped.
#[must_use = "it measures until it is dropped"]
#[derive(Debug)]
pub struct SpentClock {
    what: SpentOn,
    begun: Instant,
}

/// From here on time is spent on this, until what is answered is dropped.
pub fn clock(what: SpentOn) -> SpentClock {
    SpentClock { what, begun: Instant::now() }
}

impl Drop for SpentClock {
    fn drop(&mut self) {
        // What serves nobody, or was given up, is not counted.
        let _ = SERVED.try_with(|spent| {
            let nanos = self.begun.elapsed().as_nanos() as u64;
            spent.0[self.what as usize].fetch_add(nanos, Ordering::Relaxed);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_millis(5);

    async fn work(what: SpentOn) {
        let _time = clock(what);
        tokio::time::sleep(STEP).await;
    }

    #[tokio::test]
    async fn time_is_added_up_by_parts_for_whoever_is_served() {
        let (one, other) = (TimeSpent::default(), TimeSpent::default());
        let both = async {
            work(SpentOn::Store).await;
            work(SpentOn::Store).await;
            work(SpentOn::Rules).await;
        };
        tokio::join!(one.within(both), other.within(work(SpentOn::Discord)));
        assert!(one.on(SpentOn::Store) >= 2 * STEP && one.on(SpentOn::Rules) >= STEP);
        assert!(other.on(SpentOn::Discord) >= STEP);
        let nothing = [one.on(SpentOn::Discord), one.on(SpentOn::Pictures), other.on(SpentOn::Store)];
        assert_eq!(nothing, [Duration::ZERO; 3]);
    }

    #[tokio::test]
    async fn what_serves_nobody_is_not_counted() {
        let served = TimeSpent::default();
        work(SpentOn::Store).await;
        assert_eq!(served.on(SpentOn::Store), Duration::ZERO);
    }
}
