//! Which of the messages that are owed is tried next.
//!
//! The most urgent goes first. In a channel one message at a time is on its way, but boards wait only for boards. Where Discord's limits
//! leave no room for a kind of message in a channel, that kind waits there and holds up nothing else. While Discord is out of reach one
//! message at a time is tried, with pauses that double; the first to get through lets all others follow.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::discord::background::clock::BotClock;
use crate::discord::rest::request::doubled;
use crate::game::ChannelId;
use crate::store::{Owed, OwedKey};

/// The most messages that are read from the store at once, ...
pub(super) const PAGE: u32 = 500;
/// ... and the most of them for one channel.
pub(super) const OF_EACH: u32 = 8;
/// Messages that are delivered at the same time.
const AT_ONCE: usize = 8;
/// The pauses between probes whether Discord can be reached again, doubling between these bounds.
const PROBES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// Messages of this urgency wait for no others in their channel.
const BOARDS: u32 = 0;

/// A message that is to be delivered.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) owed: Owed,
    /// This process has asked for it, so it knows of every try.
    pub(super) own: bool,
    /// Not before this moment.
    next: Instant,
}

/// What became of a try.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Discord has answered, and what is left is in the store.
    Settled,
    /// There was nothing to send.
    Unsent,
    /// It is tried again after this pause.
    Later(Box<Owed>, Duration),
    /// Discord was out of reach.
    Outage(Box<Owed>),
    /// Discord's limits leave no room for it in its channel before this moment.
    Full(Instant),
}

pub(super) struct Schedule {
    clock: BotClock,
    entries: HashMap<OwedKey, Entry>,
    /// What is on its way, and in which channel.
    trying: HashMap<OwedKey, (ChannelId, u32)>,
    /// Until when there is no room in a channel for a kind of message.
    full: HashMap<(ChannelId, String), Instant>,
    /// Discord is out of reach: the failures in a row, and the moment before which nothing is tried.
    outage: Option<(u32, Instant)>,
}

impl Schedule {
    pub(super) fn new(clock: BotClock) -> Self {
        Self { clock, entries: HashMap::new(), trying: HashMap::new(), full: HashMap::new(), outage: None }
    }

    /// Adds what this process has asked to be delivered, after a pause.
    pub(super) fn told(&mut self, owed: Owed, after: Duration) {
        if !self.trying.contains_key(&owed.key) {
            let next = self.clock.instant() + after;
            self.entries.insert(owed.key.clone(), Entry { owed, own: true, next });
        }
    }

    /// Takes over what the store says is due. What it says no more is done, unless it was put off.
    pub(super) fn listed(&mut self, list: Vec<Owed>) {
        let now = self.clock.now();
        if list.len() < PAGE as usize {
            self.entries.retain(|key, entry| {
                entry.owed.due.is_none_or(|due| due > now) || list.iter().any(|owed| owed.key == *key)
            });
        }
        let next = self.clock.instant();
        for owed in list {
            if self.trying.contains_key(&owed.key) {
                continue;
            }
            match self.entries.get_mut(&owed.key) {
                Some(known) if known.owed == owed => {}
                Some(known) if known.own => known.owed = owed,
                _ => {
                    self.entries.insert(owed.key.clone(), Entry { owed, own: false, next });
                }
            }
        }
    }

    /// The entry that is to be tried next, and when.
    fn first(&self, now: Instant) -> Option<(&OwedKey, Instant)> {
        let outage = self.outage;
        if self.trying.len() >= if outage.is_some() { 1 } else { AT_ONCE } {
            return None;
        }
        let when = |entry: &Entry| {
            let full = self.full.get(&(entry.owed.channel, entry.owed.key.kind.clone()));
            let next = full.map_or(entry.next, |full| entry.next.max(*full));
            // All that could go now goes by urgency.
            outage.map_or(next, |(_, until)| next.max(until)).max(now)
        };
        let free = |entry: &&Entry| {
            let Owed { channel, urgency, .. } = entry.owed;
            !self
                .trying
                .values()
                .any(|(there, other)| *there == channel && (urgency > BOARDS || *other == BOARDS))
        };
        let (entry, at) = self
            .entries
            .values()
            .filter(free)
            .map(|entry| (entry, when(entry)))
            // In an outage each has its turn, as one that always fails might be urgent.
            .min_by_key(|(entry, at)| {
                (*at, if outage.is_some() { 0 } else { entry.owed.urgency }, entry.next)
            })?;
        Some((&entry.owed.key, at))
    }

    /// When there is something to try.
    pub(super) fn next(&self) -> Option<Instant> {
        self.first(self.clock.instant()).map(|(_, at)| at)
    }

    /// Takes what is to be tried now.
    pub(super) fn take(&mut self) -> Option<Entry> {
        let now = self.clock.instant();
        let key = self.first(now).filter(|(_, at)| *at <= now)?.0.clone();
        let entry = self.entries.remove(&key)?;
        self.trying.insert(key, (entry.owed.channel, entry.owed.urgency));
        Some(entry)
    }

    /// Notes what became of a try.
    pub(super) fn settle(&mut self, mut entry: Entry, outcome: Outcome) {
        let key = entry.owed.key.clone();
        self.trying.remove(&key);
        let now = self.clock.instant();
        match outcome {
            Outcome::Settled => {
                self.outage = None;
                return;
            }
            Outcome::Unsent => return,
            Outcome::Later(owed, pause) => {
                self.outage = None;
                (entry.owed, entry.next) = (*owed, now + pause);
            }
            Outcome::Outage(owed) => {
                let times = self.outage.map_or(1, |(times, _)| times + 1);
                self.outage = Some((times, now + jitter(doubled(PROBES, times))));
                // It goes behind the others, and all are due at once when the outage is over.
                (entry.owed, entry.next) = (*owed, now);
            }
            Outcome::Full(until) => {
                self.full.retain(|_, until| *until > now);
                self.full.insert((entry.owed.channel, key.kind.clone()), until);
            }
        }
        // Unless it was asked for again meanwhile.
        self.entries.entry(key).or_insert(entry);
    }
}

/// Spreads what failed at the same moment.
pub(super) fn jitter(pause: Duration) -> Duration {
    pause.mul_f64(0.5 + fastrand::f64() / 2.0)
}
