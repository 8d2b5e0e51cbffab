//! How fast somebody may act on pages, and how often an address may try links: a token bucket for each.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::game::UserId;

/// After this many questions the buckets that are full again are thrown away.
const SWEPT_EVERY: u32 = 1_024;

type Buckets<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock>;

/// The buckets.
pub struct PageLimits {
    /// What a person does: moves of a fast game, and some more.
    acts: Buckets<UserId>,
    /// What a person looks at: boards, earlier positions, reasons.
    looks: Buckets<UserId>,
    /// Links that an address tries.
    links: Buckets<IpAddr>,
    /// Links that are tried in all, so that guessing costs more than this process has time for.
    all_links: governor::DefaultDirectRateLimiter,
    asked: AtomicU32,
}

fn quota(at_once: u32, then_every: Duration) -> Quota {
    let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(then_every).map_or(Quota::per_second(at_once), |quota| quota.allow_burst(at_once))
}

/// How many whole seconds to wait.
pub type Wait = u64;

impl PageLimits {
    /// Full buckets.
    pub fn new() -> Self {
        Self {
            acts: RateLimiter::keyed(quota(40, Duration::from_millis(250))),
            looks: RateLimiter::keyed(quota(120, Duration::from_millis(100))),
            links: RateLimiter::keyed(quota(30, Duration::from_secs(3))),
            all_links: RateLimiter::direct(quota(1_000, Duration::from_millis(5))),
            asked: AtomicU32::new(0),
        }
    }

    /// Somebody wants to do something.
    pub fn act(&self, person: UserId) -> Result<(), Wait> {
        self.take(&self.acts, &person)
    }

    /// Somebody wants to see something.
    pub fn look(&self, person: UserId) -> Result<(), Wait> {
        self.take(&self.looks, &person)
    }

    /// A link is tried from this address.
    pub fn link(&self, from: IpAddr) -> Result<(), Wait> {
        self.take(&self.links, &from)?;
        self.all_links.check().map_err(|late| wait(late.wait_time_from(DefaultClock::default().now())))
    }

    fn take<K: Clone + Eq + std::hash::Hash>(&self, buckets: &Buckets<K>, key: &K) -> Result<(), Wait> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEPT_EVERY == SWEPT_EVERY - 1 {
            self.acts.retain_recent();
            self.looks.retain_recent();
            self.links.retain_recent();
        }
        buckets.check_key(key).map_err(|late| wait(late.wait_time_from(DefaultClock::default().now())))
    }
}

fn wait(time: Duration) -> Wait {
    time.as_secs() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_and_each_address_has_a_bucket_of_its_own() {
        let limits = PageLimits::new();
        let taken = |person| (0..100).filter(|_| limits.act(UserId(person)).is_ok()).count();
        assert!((40..44).contains(&taken(1)) && (40..44).contains(&taken(2)));
        let from = |last| IpAddr::from([192, 0, 2, last]);
        let tried = |last| (0..100).filter(|_| limits.link(from(last)).is_ok()).count();
        assert!((30..32).contains(&tried(1)) && (30..32).contains(&tried(2)));
        assert!(limits.link(from(1)).is_err_and(|wait| (1..=4).contains(&wait)));
    }
}
