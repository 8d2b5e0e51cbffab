//! Rate limits for people on pages and for addresses that guess links, with a token bucket for each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as _;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use super::guesses::Guesses;
use crate::game::UserId;
use crate::http_server::whose;
use crate::timing::Clock;

/// After this many requests the buckets that are full again are removed.
const SWEPT_EVERY: u32 = 1_024;

type Buckets<K> = RateLimiter<K, DefaultKeyedStateStore<K>, Clock>;

/// The buckets.
pub struct PageLimits {
    /// Actions of a person: enough for the moves of a fast game.
    acts: Buckets<UserId>,
    /// Reads by a person: boards, earlier positions, reasons.
    looks: Buckets<UserId>,
    /// Requests of an address that need a lookup.
    visits: Buckets<IpAddr>,
    /// Links that an address tries in vain.
    links: Guesses,
    /// Links that are tried in all, so that guessing takes longer than this process lives.
    all_links: RateLimiter<NotKeyed, InMemoryState, Clock>,
    clock: Clock,
    asked: AtomicU32,
    /// The number of event streams that each person has open.
    streams: Arc<Mutex<HashMap<UserId, u32>>>,
}

/// The maximum number of event streams of a person. Further pages poll every few seconds instead.
const STREAMS: u32 = 16;

/// An open event stream of a person. Dropping it frees the place.
pub struct StreamPlace {
    streams: Arc<Mutex<HashMap<UserId, u32>>>,
    person: UserId,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut open) = streams.entry(self.person) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
    }
}

fn quota(at_once: u32, then_every: Duration) -> Quota {
    let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(then_every).map_or(Quota::per_second(at_once), |quota| quota.allow_burst(at_once))
}

/// The time to wait, in whole seconds.
pub type Wait = u64;

impl PageLimits {
    /// Creates full buckets.
    pub fn new() -> Self {
        fn buckets<K: Clone + Eq + Hash>(quota: Quota, clock: &Clock) -> Buckets<K> {
            RateLimiter::new(quota, DefaultKeyedStateStore::default(), clock.clone())
        }
        let clock = Clock::system();
        let all_links = quota(1_000, Duration::from_millis(5));
        Self {
            acts: buckets(quota(40, Duration::from_millis(250)), &clock),
            looks: buckets(quota(120, Duration::from_millis(100)), &clock),
            visits: buckets(quota(600, Duration::from_millis(10)), &clock),
            links: Guesses::default(),
            all_links: RateLimiter::new(all_links, InMemoryState::default(), clock.clone()),
            clock,
            asked: AtomicU32::new(0),
            streams: Arc::default(),
        }
    }

    /// Counts an action of a person.
    pub fn act(&self, person: UserId) -> Result<(), Wait> {
        self.take(&self.acts, &person)
    }

    /// Counts a read by a person.
    pub fn look(&self, person: UserId) -> Result<(), Wait> {
        self.take(&self.looks, &person)
    }

    /// Counts a request of an address that needs a lookup.
    pub fn visit(&self, from: IpAddr) -> Result<(), Wait> {
        self.take(&self.visits, &whose(from))
    }

    /// Counts a link that an address tries.
    pub fn link(&self, from: IpAddr) -> Result<(), Wait> {
        // An address over its own limit must not use up the common one.
        self.links.take(whose(from), self.clock.now()).map_err(wait)?;
        let all = self.all_links.check();
        all.map_err(|late| wait(late.wait_time_from(self.clock.now())))
    }

    /// Refunds a try of this address: the link was valid.
    pub fn link_was_good(&self, from: IpAddr) {
        self.links.give_back(whose(from));
    }

    /// Returns the number of open streams of all people.
    pub fn streams_open(&self) -> u32 {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Reserves a stream for a person. `None` if they are at the limit.
    pub fn stream(&self, person: UserId) -> Option<StreamPlace> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let open = streams.entry(person).or_insert(0);
        if *open >= STREAMS {
            return None;
        }
        *open += 1;
        Some(StreamPlace { streams: Arc::clone(&self.streams), person })
    }

    fn take<K: Clone + Eq + Hash>(&self, buckets: &Buckets<K>, key: &K) -> Result<(), Wait> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEPT_EVERY == SWEPT_EVERY - 1 {
            self.acts.retain_recent();
            self.looks.retain_recent();
            self.visits.retain_recent();
            self.links.sweep(self.clock.now());
        }
        buckets.check_key(key).map_err(|late| wait(late.wait_time_from(self.clock.now())))
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
        let network = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, last]);
        let tried = (0..100).filter(|last| limits.link(network(*last)).is_ok()).count();
        assert!((30..32).contains(&tried), "a network of IPv6 is one address: {tried}");
        assert!(limits.link(from(1)).is_err_and(|wait| (1..=4).contains(&wait)));
        limits.link_was_good(from(2));
        assert!(limits.link(from(2)).is_ok() && limits.link(from(2)).is_err(), "what opened was no guess");
        let refused = (0..5_000).filter(|_| limits.link(from(3)).is_err()).count();
        assert!(refused > 4_900 && limits.link(from(4)).is_ok(), "one address shuts nobody else out");
    }

    #[test]
    fn a_person_has_so_many_streams_and_no_more() {
        let limits = PageLimits::new();
        let mut open: Vec<_> = (0..STREAMS).filter_map(|_| limits.stream(UserId(1))).collect();
        assert_eq!(open.len(), STREAMS as usize);
        assert!(limits.stream(UserId(1)).is_none() && limits.stream(UserId(2)).is_some());
        open.pop();
        assert!(limits.stream(UserId(1)).is_some());
        drop(open);
        assert!(limits.streams.lock().expect("whole").is_empty());
    }
}
