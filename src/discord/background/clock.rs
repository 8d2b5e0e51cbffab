//! The bot's clock.
//!
//! The bot's time is an argument, so that tests can let hours pass. Only the time spent waiting for the network is real.
//! It is a stopwatch that follows the computer's clock every few seconds. Where that has leapt forward, as it was set or the computer
//! slept, players who would lose time by that get it back before it counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::game::Millis;

/// The clock that the bot goes by: a stopwatch that was set once by the computer's clock, and is set again only by
/// [`BotClock::follow`], so that the time never leaps by itself. In tests it may run ahead. Clones are the same clock.
///
/// Whatever the bot does at a set time or after a pause of its own goes by this clock. How long an answer from Discord
/// is waited for does not: the network has its own time.
#[derive(Clone, Debug)]
pub struct BotClock(Arc<Dial>);

#[derive(Debug)]
struct Dial {
    /// When the stopwatch was started.
    started: Instant,
    /// What the computer's clock showed then, in milliseconds since 1970, as far as is known.
    started_at: AtomicI64,
    ahead: watch::Sender<Duration>,
    /// By how much the computer's clock is wrong on purpose, in milliseconds.
    wrong: AtomicI64,
}

impl BotClock {
    /// A clock set by the computer's clock.
    pub fn system() -> Self {
        let clock = Self(Arc::new(Dial {
            started: Instant::now(),
            started_at: AtomicI64::new(0),
            ahead: watch::Sender::new(Duration::ZERO),
            wrong: AtomicI64::new(0),
        }));
        clock.follow();
        clock
    }

    /// The present moment, as the games count it.
    pub fn now(&self) -> Millis {
        Millis(self.stopwatch() + self.0.ahead.borrow().as_millis() as i64)
    }

    /// The present moment by the stopwatch alone, in milliseconds since 1970.
    fn stopwatch(&self) -> i64 {
        self.0.started_at.load(Ordering::SeqCst) + self.0.started.elapsed().as_millis() as i64
    }

    /// By how many milliseconds the computer's clock is ahead of this one, because it was set or the computer slept.
    /// Negative: it was set back.
    pub fn lag_ms(&self) -> i64 {
        let past = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        past.as_millis() as i64 + self.0.wrong.load(Ordering::SeqCst) - self.stopwatch()
    }

    /// Sets this clock to what the computer's clock shows now.
    pub fn follow(&self) {
        self.0.started_at.fetch_add(self.lag_ms(), Ordering::SeqCst);
    }

    /// The present moment as a stopwatch shows it, which never goes back.
    pub fn instant(&self) -> Instant {
        Instant::now() + *self.0.ahead.borrow()
    }

    /// Waits until [`Self::instant`] is this moment.
    pub async fn sleep_until(&self, until: Instant) {
        let mut moved = self.0.ahead.subscribe();
        loop {
            let left = until.saturating_duration_since(self.instant());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                _ = moved.changed() => {}
            }
        }
    }

    /// Waits this long.
    pub async fn sleep(&self, pause: Duration) {
        self.sleep_until(self.instant() + pause).await;
    }

    /// Lets this much time pass at once, and wakes what sleeps until then.
    pub fn advance(&self, by: Duration) {
        self.0.ahead.send_modify(|ahead| *ahead += by);
    }

    /// Pretends that the computer's clock was set forward by this many milliseconds, or back; no time passes.
    pub fn set_computer(&self, by_ms: i64) {
        self.0.wrong.fetch_add(by_ms, Ordering::SeqCst);
    }
}

impl Default for BotClock {
    fn default() -> Self {
        Self::system()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn time_that_passes_at_once_has_passed_on_both_clocks() {
        let clock = BotClock::system();
        let (then, began) = (clock.now(), clock.instant());
        clock.clone().advance(HOUR);
        assert!(clock.now().since(then) >= HOUR.as_millis() as i64);
        assert!(clock.instant().duration_since(began) >= HOUR);
    }

    #[tokio::test]
    async fn sleepers_wake_when_their_time_has_come_and_not_before() {
        let clock = BotClock::system();
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
}
