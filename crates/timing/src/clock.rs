//! The program's clock: wall time, and a stopwatch to wait by.
//!
//! It is a stopwatch that is set once by the computer's clock, and again only by [`Clock::follow`], so its
//! time never leaps by itself. The stopwatch is tokio's, so on [`virtual_time`](crate::virtual_time) a test
//! has virtual time here too. Scheduled actions and pauses of a bot and its stand-in use a single clock.

use crate::{virtual_time, watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// The program's clock. Clones share its state.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Dial>);

#[derive(Debug)]
struct Dial {
    /// The clock it is set by; `None` if it is never set again.
    computer: Option<ComputerClock>,
    /// When the stopwatch was started.
    started: Instant,
    /// The time at that moment, in milliseconds since 1970.
    started_at: AtomicI64,
    /// Whether it is stopped, and moves only by [`Clock::advance`].
    stands: bool,
    ahead: watch::Sender<Duration>,
    /// The deliberate error of the computer's clock, in milliseconds.
    wrong: AtomicI64,
}

/// The computer's clock, as seen from the thread that asked for it.
#[derive(Clone, Copy, Debug)]
pub enum ComputerClock {
    /// The system clock.
    System,
    /// On virtual time: its time at an instant, in milliseconds since 1970. It advances with the runtime's
    /// clock.
    Virtual(i64, Instant),
}

impl ComputerClock {
    /// Returns the computer's clock on this thread.
    pub fn here() -> Self {
        virtual_time::began().map_or(Self::System, |(unix_ms, at)| Self::Virtual(unix_ms, at))
    }

    /// Returns its time, in milliseconds since 1970.
    pub fn now_ms(self) -> i64 {
        match self {
            #[expect(clippy::disallowed_methods, reason = "the one look at the system's clock")]
            Self::System => {
                let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                since.map_or(0, |since| since.as_millis() as i64)
            }
            Self::Virtual(unix_ms, at) => unix_ms + at.elapsed().as_millis() as i64,
        }
    }
}

impl Clock {
    /// Creates a clock set by the computer's clock.
    pub fn system() -> Self {
        let computer = ComputerClock::here();
        Self::with(Some(computer), computer.now_ms(), false)
    }

    /// Creates a clock that is stopped at this time, in milliseconds since 1970, until it is moved.
    pub fn standing_at(unix_ms: i64) -> Self {
        Self::with(None, unix_ms, true)
    }

    fn with(computer: Option<ComputerClock>, unix_ms: i64, stands: bool) -> Self {
        Self(Arc::new(Dial {
            computer,
            started: Instant::now(),
            started_at: AtomicI64::new(unix_ms),
            stands,
            ahead: watch::Sender::new(Duration::ZERO),
            wrong: AtomicI64::new(0),
        }))
    }

    /// Returns the current time, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.stopwatch() + self.0.ahead.borrow().as_millis() as i64
    }

    /// Returns the time of the stopwatch alone, in milliseconds since 1970.
    fn stopwatch(&self) -> i64 {
        let passed = if self.0.stands { Duration::ZERO } else { self.0.started.elapsed() };
        self.0.started_at.load(Ordering::SeqCst) + passed.as_millis() as i64
    }

    /// Returns by how many milliseconds the computer's clock is ahead of this one, because it was set or the
    /// computer slept. Negative if it was set back.
    pub fn lag_ms(&self) -> i64 {
        let computer = self.0.computer.map_or_else(|| self.stopwatch(), ComputerClock::now_ms);
        computer + self.0.wrong.load(Ordering::SeqCst) - self.stopwatch()
    }

    /// Sets this clock to the current time of the computer's clock.
    pub fn follow(&self) {
        self.0.started_at.fetch_add(self.lag_ms(), Ordering::SeqCst);
    }

    /// Returns the current monotonic time, which never goes back.
    pub fn instant(&self) -> Instant {
        Instant::now() + *self.0.ahead.borrow()
    }

    /// Waits until [`Self::instant`] reaches this time.
    pub async fn sleep_until(&self, until: Instant) {
        let mut moved = self.0.ahead.subscribe();
        loop {
            let left = until.saturating_duration_since(self.instant());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                biased;
                _ = moved.changed() => {}
                () = tokio::time::sleep(left) => {}
            }
        }
    }

    /// Waits this long.
    pub async fn sleep(&self, pause: Duration) {
        self.sleep_until(self.instant() + pause).await;
    }

    /// Advances the time at once, and wakes sleepers that are due.
    pub fn advance(&self, by: Duration) {
        self.0.ahead.send_modify(|ahead| *ahead += by);
    }

    /// Simulates that the computer's clock was set forward by this many milliseconds, or back. No time
    /// passes.
    pub fn set_computer(&self, by_ms: i64) {
        self.0.wrong.fetch_add(by_ms, Ordering::SeqCst);
    }
}

/// Rate limits use the same clock.
impl governor::clock::Clock for Clock {
    /// [`Clock::instant`], in the type the library knows.
    type Instant = std::time::Instant;

    fn now(&self) -> std::time::Instant {
        self.instant().into_std()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);
    const HOUR_MS: i64 = 3_600_000;

    #[test]
    fn time_that_passes_at_once_has_passed_on_both_clocks() {
        let clock = Clock::system();
        let (then, began) = (clock.now_ms(), clock.instant());
        clock.clone().advance(HOUR);
        assert!(clock.now_ms() - then >= HOUR_MS);
        assert!(clock.instant().duration_since(began) >= HOUR);
    }

    #[tokio::test]
    async fn sleepers_wake_when_their_time_has_come_and_not_before() {
        let clock = Clock::system();
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep(2 * HOUR).await }
        });
        tokio::task::yield_now().await;
        clock.advance(HOUR);
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!sleeper.is_finished());
        clock.advance(HOUR);
        sleeper.await.expect("it wakes");
    }

    #[test]
    fn a_clock_that_stands_is_moved_by_hand_alone() {
        let clock = Clock::standing_at(7);
        clock.advance(HOUR);
        clock.follow();
        assert_eq!(clock.now_ms(), 7 + HOUR_MS);
    }

    #[test]
    fn a_computer_that_is_set_is_followed_on_demand() {
        let clock = Clock::system();
        clock.set_computer(HOUR_MS);
        assert!((HOUR_MS..HOUR_MS + 60_000).contains(&clock.lag_ms()));
        clock.follow();
        assert!(clock.lag_ms() < 60_000);
    }

    #[cfg(feature = "virtual-time")]
    #[test]
    fn on_virtual_time_the_computer_has_it_too() {
        virtual_time::run(async {
            let (clock, then) = (Clock::system(), Clock::system().now_ms());
            clock.sleep(HOUR).await;
            assert!((HOUR_MS..HOUR_MS + 2).contains(&(clock.now_ms() - then)));
            assert_eq!(clock.lag_ms(), 0);
        });
    }
}
