//! The age of an interaction, computed from the timestamp in its id.
//!
//! That timestamp is in Discord's time, and the local clock may be minutes off or be set while the bot runs.
//! So ages do not depend on the local wall clock. Time here is monotonic and counts from the bot's start; the
//! estimate is the offset between it and Discord's clock. It has two sources:
//!
//! - The `Date` header of each response from Discord's REST API. It is truncated to whole seconds, so each
//!   one bounds the offset from above, and the minimum of many is accurate to a few hundredths of a second.
//! - Each interaction: it cannot have been created after it arrived. A fresh one arrives after about 50 ms.
//!
//! Both are bounds from the same side, so the minimum is used. An interaction is then at least as old
//! as the estimate: one that can still be answered is never considered too old. The monotonic clock
//! never jumps forward, so an old bound stays valid. Bounds still expire after ten to twenty minutes
//! because quartz drifts.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use tokio::time::Instant;

use crate::timing::ComputerClock;

/// Discord's epoch (2015-01-01), from which its ids count milliseconds.
const EPOCH_MS: i64 = 1_420_070_400_000;
/// A bound expires after this long, or up to twice this long.
const WINDOW: Duration = Duration::from_mins(10);
/// How long a fresh interaction takes to reach us. It is subtracted from every age because it cannot be
/// distinguished from the clock offset.
pub const ON_THE_WAY: Duration = Duration::from_millis(50);
/// The `Date` headers are suspect if they make a live interaction at least this many milliseconds too old.
const IMPOSSIBLE_MS: i64 = 1_500;
/// After this many suspect interactions in a row, over at least [`IN_A_ROW_FOR`], the headers are ignored: a
/// server in between made them.
const IN_A_ROW: u32 = 5;
const IN_A_ROW_FOR: Duration = Duration::from_secs(20);

/// The minimum bound of the current window and of the previous one.
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
    /// How many live interactions in a row the dates made too old, and when the first one arrived.
    against: (u32, Instant),
    dates_lie: bool,
}

/// An estimate of Discord's clock. All local times are [`Instant`]s.
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

/// Returns when Discord created the object with this id, in milliseconds since 1970.
pub fn made_at_ms(id: u64) -> i64 {
    (id >> 22) as i64 + EPOCH_MS
}

impl DiscordClock {
    /// Creates a clock without any bounds.
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

    /// Records the `Date` header of a response from Discord.
    pub fn saw_date(&self, date: &str, received: Instant) {
        let Ok(date) = httpdate::parse_http_date(date) else { return };
        let Ok(date) = date.duration_since(UNIX_EPOCH) else { return };
        let bound = self.ms(received) - date.as_millis() as i64;
        self.bounds(received).dates.put(bound);
    }

    /// Returns Discord's time at `at` in milliseconds since 1970: right to some tenths of a second, or early.
    ///
    /// Falls back to the local clock until there is a bound.
    pub fn now_ms(&self, at: Instant) -> i64 {
        let bounds = self.bounds(at);
        let dates = bounds.dates.get().filter(|_| !bounds.dates_lie);
        let least = dates.into_iter().chain(bounds.interactions.get()).min();
        drop(bounds);
        least.map_or_else(|| ComputerClock::here().now_ms(), |least| self.ms(at) - least)
    }

    /// Returns the age of the interaction `id` on arrival. `live`: it is no replay after a lost connection.
    pub fn age(&self, id: u64, received: Instant, live: bool) -> Duration {
        let bound = self.ms(received) - made_at_ms(id);
        let mut bounds = self.bounds(received);
        bounds.interactions.put(bound);
        let by_interactions = bounds.interactions.get().unwrap_or(bound);
        let by_dates = bounds.dates.get().filter(|_| !bounds.dates_lie);
        if live && let Some(by_dates) = by_dates {
            // Dates ahead of Discord's ids would make every interaction too old for good.
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
        // Both bounds are slightly late: the earliest interaction was itself in transit, and a date is
        // truncated to the second.
        Duration::from_millis(u64::try_from(bound - least).unwrap_or(0)).saturating_sub(ON_THE_WAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world in which Discord's clock reads `discord_ms` when the monotonic clock starts.
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

        /// Records a response that leaves Discord at `ms`, from a server whose clock is off by `off` ms.
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
        // Dates are whole seconds: a fresh interaction is never considered old, and an old one is at most a
        // second older than estimated.
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
        // The machine slept for an hour, which the monotonic clock does not count.
        assert_eq!(world.age(3_602_000, 2_060, true), 0);
        assert_eq!(world.age(3_602_000, 7_060, false), 4_950);
    }

    #[test]
    fn bounds_are_forgotten() {
        let world = Sky::new();
        assert_eq!(world.age(1_000, 1_060, true), 0);
        // The local clock runs fast by a second an hour; each window has its own minimum bound.
        for window in 1..=6_u64 {
            let made = window * 600_000;
            let drift = window * 167;
            let age = world.age(made, made + 60 + drift, true);
            assert!(age <= 300, "{age}");
        }
    }
}
