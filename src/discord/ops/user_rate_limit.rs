//! Limits how fast one person may act, and how often the board of one game is shown publicly: a token bucket
//! for each. Playing does not empty a person's bucket, even at blitz speed.
//!
//! It is checked before anything is done. The buckets are in memory, and each process has its own.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::discord::clock::BotClock;
use crate::timing::Clock;

/// After this many calls of [`UserRateLimit::take`] the full buckets are removed.
const SWEPT_EVERY: u32 = 1_024;

/// A quota: how much of something may be done.
#[derive(Clone, Copy, Debug)]
pub struct RateQuota {
    /// How much may be done at once.
    pub at_once: NonZeroU32,
    /// The interval at which one more is allowed after that.
    pub then_every: Duration,
}

impl RateQuota {
    /// Creates a quota of `at_once`, and then one in each `then_every`, which counts as at
    /// least a millisecond.
    ///
    /// A shorter interval would refuse a caller that reads the clock first and asks last, because
    /// its thread had to wait.
    pub const fn new(at_once: u32, then_every: Duration) -> Self {
        let at_once = match NonZeroU32::new(at_once) {
            Some(at_once) => at_once,
            None => NonZeroU32::MIN,
        };
        Self { at_once, then_every }
    }

    fn quota(self) -> Quota {
        let every = self.then_every.max(Duration::from_millis(1));
        Quota::with_period(every)
            .map_or(Quota::per_second(self.at_once), |quota| quota.allow_burst(self.at_once))
    }
}

/// The kinds of actions that are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimited {
    /// Moves, and all other buttons and forms.
    Moves,
    /// Other commands that change something, analyses and animations.
    Commands,
    /// Boards of one game that its players request and everyone sees.
    Boards,
}

/// The quotas: for one person, and of boards for one game.
#[derive(Clone, Copy, Debug)]
pub struct UserQuotas {
    /// For [`RateLimited::Moves`].
    pub moves: RateQuota,
    /// For [`RateLimited::Commands`].
    pub commands: RateQuota,
    /// For [`RateLimited::Boards`].
    pub boards: RateQuota,
}

impl Default for UserQuotas {
    fn default() -> Self {
        Self {
            moves: RateQuota::new(30, Duration::from_secs(1)),
            commands: RateQuota::new(10, Duration::from_secs(3)),
            boards: RateQuota::new(1, Duration::from_secs(30)),
        }
    }
}

type Buckets = RateLimiter<u64, HashMapStateStore<u64>, Clock>;

/// The buckets of all people and games. They are in memory only, and each process has its own.
#[derive(Debug)]
pub struct UserRateLimit {
    clock: BotClock,
    moves: Buckets,
    commands: Buckets,
    boards: Buckets,
    boards_every: Duration,
    looks: AtomicU32,
}

impl UserRateLimit {
    /// Creates full buckets with these quotas.
    pub fn new(quotas: UserQuotas, clock: BotClock) -> Self {
        let buckets =
            |ration: RateQuota| Buckets::new(ration.quota(), HashMapStateStore::default(), clock.0.clone());
        Self {
            moves: buckets(quotas.moves),
            commands: buckets(quotas.commands),
            boards: buckets(quotas.boards),
            boards_every: quotas.boards.then_every,
            clock,
            looks: AtomicU32::new(0),
        }
    }

    /// Returns how long after a public board another one of its game may be shown.
    pub fn boards_every(&self) -> Duration {
        self.boards_every
    }

    /// Takes one token of this person, or for boards of this game.
    ///
    /// # Errors
    /// Returns how long until there is a token; none was taken.
    pub fn take(&self, what: RateLimited, whose: u64) -> Result<(), Duration> {
        if self.looks.fetch_add(1, Ordering::Relaxed) % SWEPT_EVERY == SWEPT_EVERY - 1 {
            self.moves.retain_recent();
            self.commands.retain_recent();
            self.boards.retain_recent();
        }
        let buckets = match what {
            RateLimited::Moves => &self.moves,
            RateLimited::Commands => &self.commands,
            RateLimited::Boards => &self.boards,
        };
        buckets.check_key(&whose).map_err(|not| not.wait_time_from(self.clock.instant().into_std()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user_rate_limit() -> (UserRateLimit, BotClock) {
        let clock = BotClock::system();
        (UserRateLimit::new(UserQuotas::default(), clock.clone()), clock)
    }

    /// Returns how many tokens a person gets in a row.
    fn in_a_row(user_rate_limit: &UserRateLimit, what: RateLimited, person: u64) -> usize {
        (0..1_000).take_while(|_| user_rate_limit.take(what, person).is_ok()).count()
    }

    #[test]
    fn a_bucket_is_emptied_and_fills_up_again() {
        let (user_rate_limit, clock) = user_rate_limit();
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Commands, 1), 10);
        let wait = user_rate_limit.take(RateLimited::Commands, 1).expect_err("it is empty");
        assert!(wait > Duration::from_secs(2) && wait <= Duration::from_secs(3), "{wait:?}");
        clock.advance(wait);
        assert_eq!(
            in_a_row(&user_rate_limit, RateLimited::Commands, 1),
            1,
            "what was refused has cost nothing"
        );
        clock.advance(Duration::from_mins(1));
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Commands, 1), 10, "and no more than that");
    }

    #[test]
    fn each_person_has_their_own_and_moves_another_one() {
        let (user_rate_limit, _) = user_rate_limit();
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Commands, 1), 10);
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Commands, 2), 10);
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Moves, 1), 30);
    }

    #[test]
    fn a_game_has_a_board_for_everybody_in_half_a_minute() {
        let (user_rate_limit, clock) = user_rate_limit();
        for game in [1, 2] {
            assert_eq!(in_a_row(&user_rate_limit, RateLimited::Boards, game), 1);
        }
        clock.advance(Duration::from_secs(29));
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Boards, 1), 0);
        clock.advance(Duration::from_secs(1));
        assert_eq!(in_a_row(&user_rate_limit, RateLimited::Boards, 1), 1);
    }

    #[test]
    fn who_looks_at_the_clock_first_and_asks_last_is_not_refused() {
        let much = RateQuota::new(100_000, Duration::ZERO);
        let quotas = UserQuotas { moves: much, commands: much, boards: much };
        let user_rate_limit = UserRateLimit::new(quotas, BotClock::system());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10_000 {
                        assert_eq!(user_rate_limit.take(RateLimited::Moves, 1), Ok(()));
                    }
                });
            }
        });
    }

    #[test]
    fn who_has_long_done_nothing_is_forgotten() {
        let (user_rate_limit, clock) = user_rate_limit();
        for person in 0..u64::from(SWEPT_EVERY) - 1 {
            assert!(user_rate_limit.take(RateLimited::Moves, person).is_ok());
        }
        assert_eq!(user_rate_limit.moves.len(), SWEPT_EVERY as usize - 1);
        clock.advance(Duration::from_mins(1));
        assert!(user_rate_limit.take(RateLimited::Commands, 0).is_ok());
        assert_eq!(user_rate_limit.moves.len(), 0);
    }
}
