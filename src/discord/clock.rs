//! What time it is.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::game::Millis;

/// The clock that a bot lives by: the computer's, or in tests one that runs ahead of it. Clones are the same clock.
///
/// Whatever the bot does at a time or after a pause of its own goes by it. How long an answer from Discord is waited for does not:
/// the wire has its own time.
#[derive(Clone, Debug)]
pub struct BotClock {
    ahead: Arc<watch::Sender<Duration>>,
}

impl BotClock {
    /// The computer's clock.
    pub fn system() -> Self {
        Self { ahead: Arc::new(watch::Sender::new(Duration::ZERO)) }
    }

    /// The present moment, as the games count it.
    pub fn now(&self) -> Millis {
        let past = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis((past + *self.ahead.borrow()).as_millis() as i64)
    }

    /// The same as a stopwatch shows it, which never goes back.
    pub fn instant(&self) -> Instant {
        Instant::now() + *self.ahead.borrow()
    }

    /// Waits until the stopwatch shows this.
    pub async fn sleep_until(&self, until: Instant) {
        let mut moved = self.ahead.subscribe();
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

    /// Waits for so long.
    pub async fn sleep(&self, pause: Duration) {
        self.sleep_until(self.instant() + pause).await;
    }

    /// Lets time pass at once; whoever sleeps until then wakes up.
    pub fn advance(&self, by: Duration) {
        self.ahead.send_modify(|ahead| *ahead += by);
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
