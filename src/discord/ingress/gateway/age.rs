//! How old an interaction is, by the time in its id.
//!
//! The time in an id is Discord's, and the computer's clock may be minutes off, or be set while the bot runs. So the
//! computer's clock is not used at all. Time here is that of a stopwatch started with the bot, and the estimate is the
//! offset between that stopwatch and Discord's clock. Two sources tell:
//!
//! - The `Date` header of every answer of Discord's REST interface. It is cut to whole seconds, so each bounds the
//!   offset from above, and the least of many is right to some hundredths of a second.
//! - Each interaction: it cannot have been made after it arrived. A fresh one arrives after about 50 ms.
//!
//! Both are bounds from the same side, so the least is taken, and an interaction is at least as old as the estimate
//! says: one that can still be answered is never taken for too old. The stopwatch never jumps forward, so an old bound
//! stays true; bounds are forgotten after ten to twenty minutes all the same, because quartz drifts.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use tokio::time::Instant;

use crate::timing::ComputerClock;

/// Discord's first millisecond (2015-01-01), from which its ids count.
const EPOCH_MS: i64 = 1_420_070_400_000;
/// Bounds are forgotten after this long, or up to twice this long.
const WINDOW: Duration = Duration::from_mins(10);
/// How long a fresh interaction takes to reach us. It is taken off every age, as it cannot be told apart from the clock
/// offset.
pub const ON_THE_WAY: Duration = Duration::from_millis(50);
/// If the `Date` headers make live interactions at least this much too old (in milliseconds)...
const IMPOSSIBLE_MS: i64 = 1_500;
/// ...this many times in a row, over at least [`IN_A_ROW_FOR`], they are not Discord's: a server in between made them.
const IN_A_ROW: u32 = 5;
const IN_A_ROW_FOR: Duration = Duration::from_secs(20);

/// The least bound of the current window and of the one before.
#[derive(Clone, Copy, Debug, Default)]
struct Least {
    now: Option<i64>,
    before: Option<i64>,
}

impl Least {
    fn put(&mut self, bound: i64) {
        self.now = Some(self.now.map_or(bound, |least| least.min(bound)));
    }

    fn turn(&mut self) {
        *self = Self { now: None, before: self.now };
    }

    fn get(self) -> Option<i64> {
        self.now.into_iter().chain(self.before).min()
    }
}

#[derive(Debug)]
struct Bounds {
    dates: Least,
    interactions: Least,
    since: Instant,
    /// How many live interactions in a row the dates make too old, and when the first of them came.
    against: (u32, Instant),
    dates_lie: bool,
}

/// The estimate of Discord's clock. All times are [`Instant`]s.
#[derive(Debug)]
pub struct DiscordClock {
    start: Instant,
    bounds: Mutex<Bounds>,
}

impl Default for DiscordClock {
    fn default() -> Self {
        Self::new(Instant::now())
    }
}

/// When Discord made the object with this id, in milliseconds since 1970.
pub fn made_at_ms(id: u64) -> i64 {
    (id >> 22) as i64 + EPOCH_MS
}

impl DiscordClock {
    /// A clock that knows nothing yet.
    pub fn new(start: Instant) -> Self {
        let bounds = Bounds {
            dates: Least::default(),
            interactions: Least::default(),
            since: start,
            against: (0, start),
            dates_lie: false,
        };
        Self { start, bounds: Mutex::new(bounds) }
    }

    fn ms(&self, at: Instant) -> i64 {
        at.saturating_duration_since(self.start).as_millis() as i64
    }

    fn bounds(&self, at: Instant) -> std::sync::MutexGuard<'_, Bounds> {
        let mut bounds = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        if at.saturating_duration_since(bounds.since) >= WINDOW {
            bounds.since = at;
            bounds.dates.turn();
            bounds.interactions.turn();
        }
        bounds
    }

    /// Notes that an answer from Discord with this `Date` header arrived.
    pub fn saw_date(&self, date: &str, received: Instant) {
        let Ok(date) = httpdate::parse_http_date(date) else { return };
        let Ok(date) = date.duration_since(UNIX_EPOCH) else { return };
        let bound = self.ms(received) - date.as_millis() as i64;
        self.bounds(received).dates.put(bound);
    }

    /// What Discord's clock shows at this moment, in milliseconds since 1970: right to some tenths of a second, or too
    /// early. Before there is any bound, what the computer's clock shows.
    pub fn now_ms(&self, at: Instant) -> i64 {
        let bounds = self.bounds(at);
        let dates = bounds.dates.get().filter(|_| !bounds.dates_lie);
        let least = dates.into_iter().chain(bounds.interactions.get()).min();
        drop(bounds);
        least.map_or_else(|| ComputerClock::here().now_ms(), |least| self.ms(at) - least)
    }

    /// How old the interaction `id` was when it arrived. `live`: it was not sent again after a lost connection.
    pub fn age(&self, id: u64, received: Instant, live: bool) -> Duration {
        let bound = self.ms(received) - made_at_ms(id);
        let mut bounds = self.bounds(received);
        bounds.interactions.put(bound);
        let by_interactions = bounds.interactions.get().unwrap_or(bound);
        let by_dates = bounds.dates.get().filter(|_| !bounds.dates_lie);
        if live && let Some(by_dates) = by_dates {
            // Dates ahead of Discord's ids would make every interaction too old, for ever.
            if by_interactions - by_dates < IMPOSSIBLE_MS {
                bounds.against = (0, received);
            } else {
                let first = if bounds.against.0 == 0 { received } else { bounds.against.1 };
                bounds.against = (bounds.against.0 + 1, first);
                let for_long = received.saturating_duration_since(first) >= IN_A_ROW_FOR;
                if bounds.against.0 >= IN_A_ROW && for_long {
                    bounds.dates_lie = true;
                    tracing::warn!(
                        ahead_ms = by_interactions - by_dates,
                        "the time in the answers of the API address is wrong, so it is no longer heeded"
                    );
                }
            }
        }
        let by_dates = by_dates.filter(|_| !bounds.dates_lie);
        let least = by_dates.map_or(by_interactions, |by_dates| by_dates.min(by_interactions));
        // Both bounds are late by a moment: the earliest interaction was itself under way, and a date is cut
        // to its second.
        Duration::from_millis(u64::try_from(bound - least).unwrap_or(0)).saturating_sub(ON_THE_WAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world in which Discord's clock shows `discord_ms` when the stopwatch starts.
    struct Sky {
        start: Instant,
        clock: DiscordClock,
        discord_ms: i64,
    }

    impl Sky {
        fn new() -> Self {
            let start = Instant::now();
            Self { start, clock: DiscordClock::new(start), discord_ms: 1_790_000_000_400 }
        }

        fn at(&self, ms: u64) -> Instant {
            self.start + Duration::from_millis(ms)
        }

        fn id(&self, ms: u64) -> u64 {
            ((self.discord_ms + ms as i64 - EPOCH_MS) as u64) << 22
        }

        /// An answer that leaves Discord at `ms`, from a server whose clock is off by `off` ms.
        fn date(&self, ms: u64, off: i64) {
            let then = UNIX_EPOCH + Duration::from_millis((self.discord_ms + ms as i64 + off) as u64);
            self.clock.saw_date(&httpdate::fmt_http_date(then), self.at(ms + 20));
        }

        fn age(&self, made: u64, arrived: u64, live: bool) -> u64 {
            self.clock.age(self.id(made), self.at(arrived), live).as_millis() as u64
        }
    }

    #[test]
    fn the_first_is_fresh_and_a_repeated_one_as_old_as_it_is() {
        let world = Sky::new();
        assert_eq!(world.age(1_000, 1_060, true), 0);
        assert_eq!(world.age(5_000, 5_060, true), 0);
        assert_eq!(world.age(5_000, 12_060, false), 6_950, "the same, seven seconds later");
        assert_eq!(world.age(13_000, 13_050, true), 0, "and a fresh one stays fresh");
    }

    #[test]
    fn after_a_restart_the_date_tells_what_is_old() {
        let world = Sky::new();
        for ms in [0, 130, 420] {
            world.date(ms, 0);
        }
        let age = world.age(0, 40_500, false);
        assert!((39_400..=40_500).contains(&age), "{age}");
        // Dates are whole seconds: what is fresh is never taken for old, and what is old is at most a second
        // older than estimated.
        assert_eq!(world.age(41_000, 41_060, true), 0);
        let age = world.age(38_000, 41_000, false);
        assert!((2_000..=3_000).contains(&age), "{age}");
    }

    #[test]
    fn a_date_that_is_late_does_no_harm() {
        let world = Sky::new();
        world.date(0, -600_000);
        assert_eq!(world.age(1_000, 1_060, true), 0);
        assert_eq!(world.age(1_000, 5_060, false), 3_950);
    }

    #[test]
    fn a_date_that_is_ahead_is_found_out() {
        let world = Sky::new();
        world.date(0, 300_000);
        let mut ages = Vec::new();
        for turn in 1..=6 {
            let made = turn * 6_000;
            ages.push(world.age(made, made + 60, true));
        }
        assert!(ages[0] > 100_000, "{ages:?}");
        assert_eq!(ages[4..], [0, 0], "{ages:?}");
    }

    #[test]
    fn a_stopwatch_that_stood_still_is_made_up_for() {
        let world = Sky::new();
        assert_eq!(world.age(1_000, 1_060, true), 0);
        // The machine slept for an hour, which the stopwatch does not count.
        assert_eq!(world.age(3_602_000, 2_060, true), 0);
        assert_eq!(world.age(3_602_000, 7_060, false), 4_950);
    }

    #[test]
    fn bounds_are_forgotten() {
        let world = Sky::new();
        assert_eq!(world.age(1_000, 1_060, true), 0);
        // The stopwatch runs fast by a second an hour; each window has its own least bound.
        for window in 1..=6_u64 {
            let made = window * 600_000;
            let drift = window * 167;
            let age = world.age(made, made + 60 + drift, true);
            assert!(age <= 300, "{age}");
        }
    }
}
