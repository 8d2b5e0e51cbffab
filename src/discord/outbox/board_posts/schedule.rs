//! The schedule of the board outbox: which boards are to be shown, and when each is tried.
//!
//! While Discord is out of reach one board at a time is tried, with pauses that double up to a minute.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::Entry;
use crate::app::{AppError, Unshown};
use crate::discord::background::clock::BotClock;
use crate::discord::rest::messenger::NONCE_LIFE;
use crate::discord::rest::request::doubled;
use crate::game::{GameId, Rev};

/// The most states read from the store at once.
pub(super) const PAGE: u32 = 500;
/// How long an action may be in flight, during which its state looks undelivered too.
const IN_HAND: Duration = Duration::from_secs(15);
/// The pauses between tries of one board that Discord does not take yet: doubling, between these bounds.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_mins(1));
/// The same between probes whether Discord can be reached again, one board at a time: the first to get through lets all others follow.
const PROBES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// Boards posted at the same time.
const AT_ONCE: usize = 8;
/// How long an unconfirmed answer may still arrive. Only then is it looked for.
const SETTLES: Duration = Duration::from_millis(500);

/// What is known of one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScheduledEntry {
    pub(super) rev: Rev,
    /// This process made it, so it knows of every try to show it.
    pub(super) own: bool,
    /// When a message of our own was last tried.
    pub(super) posted: Option<Instant>,
    /// Discord has said that the interaction was never answered, or that its answer cannot be changed any more.
    pub(super) unanswered: bool,
    tries: u32,
    next: Instant,
}

impl ScheduledEntry {
    fn new(rev: Rev, own: bool, next: Instant) -> Self {
        Self { rev, own, posted: None, unanswered: false, tries: 0, next }
    }

    /// Whether another message of our own would be the first, or one that the nonce makes the same as the last.
    pub(super) fn is_safe(&self, unshown: Unshown, clock: &BotClock) -> bool {
        match self.posted {
            Some(at) => clock.instant().saturating_duration_since(at) < NONCE_LIFE,
            None => self.own || clock.now().since(unshown.at) < NONCE_LIFE.as_millis() as i64,
        }
    }
}

/// The result of a try.
pub(super) enum Delivery {
    /// It is shown, or there is nothing to show any more.
    Settled,
    /// It can be tried again. `reachable`: whether Discord could be reached.
    Later { reachable: bool },
}

/// All entries that are known, and when each is tried.
pub(super) struct Schedule {
    clock: BotClock,
    entries: HashMap<GameId, ScheduledEntry>,
    /// Those being tried at this moment.
    trying: HashMap<GameId, Rev>,
    /// Discord is out of reach: the failures in a row, and the moment before which nothing is tried.
    outage: Option<(u32, Instant)>,
}

impl Schedule {
    pub(super) fn new(clock: BotClock) -> Self {
        Self { clock, entries: HashMap::new(), trying: HashMap::new(), outage: None }
    }

    /// Adds an entry that this process has made.
    pub(super) fn told(&mut self, entry: Entry) {
        // The later state shows this one as well.
        if self.entries.get(&entry.game).is_some_and(|known| known.rev > entry.rev) {
            return;
        }
        let now = self.clock.instant();
        let mut scheduled = ScheduledEntry::new(entry.rev, true, now + SETTLES);
        scheduled.posted = entry.posted.then_some(now);
        self.entries.insert(entry.game, scheduled);
    }

    /// Adds a state that was found in the store.
    pub(super) fn found(&mut self, unshown: Unshown, own: bool, next: Instant) {
        if self.trying.get(&unshown.game) == Some(&unshown.rev) {
            return;
        }
        let fresh = ScheduledEntry::new(unshown.rev, own, next);
        let entry = self.entries.entry(unshown.game).or_insert(fresh);
        if entry.rev < unshown.rev {
            *entry = fresh;
        }
    }

    /// Takes over the list from the store: entries that are not in it are done. Unless this process is
    /// `alone`, another may have made them.
    pub(super) fn listed(&mut self, list: Vec<Unshown>, alone: bool) {
        if list.len() < PAGE as usize {
            self.entries.retain(|game, _| list.iter().any(|unshown| unshown.game == *game));
        }
        for unshown in list {
            let wait = match (unshown.left, alone) {
                // No action in flight ends a game by removing a player.
                (true, _) => Duration::ZERO,
                (false, true) => IN_HAND,
                (false, false) => self.in_hand_for(unshown),
            };
            self.found(unshown, alone, self.clock.instant() + wait);
        }
    }

    /// How long the action may still be in flight somewhere.
    pub(super) fn in_hand_for(&self, unshown: Unshown) -> Duration {
        let known = Duration::from_millis(self.clock.now().since(unshown.at).max(0).unsigned_abs());
        IN_HAND.saturating_sub(known)
    }

    /// When there is something to try. While Discord is out of reach, one at a time.
    pub(super) fn next(&self, trying: usize) -> Option<Instant> {
        if trying >= if self.outage.is_some() { 1 } else { AT_ONCE } {
            return None;
        }
        let soonest = self.entries.values().map(|entry| entry.next).min()?;
        Some(self.outage.map_or(soonest, |(_, until)| soonest.max(until)))
    }

    /// Takes the entry that was due first.
    pub(super) fn take(&mut self) -> Option<(GameId, ScheduledEntry)> {
        let (game, entry) = self.entries.iter().min_by_key(|(_, entry)| entry.next)?;
        let (game, entry) = (*game, *entry);
        self.entries.remove(&game);
        self.trying.insert(game, entry.rev);
        Some((game, entry))
    }

    pub(super) fn settle(
        &mut self,
        game: GameId,
        mut entry: ScheduledEntry,
        outcome: Result<Delivery, AppError>,
    ) {
        self.trying.remove(&game);
        let reachable = match outcome {
            Ok(Delivery::Settled) => {
                self.outage = None;
                return;
            }
            Ok(Delivery::Later { reachable }) => reachable,
            Err(error) => {
                tracing::error!(%error, %game, "a board that was never shown could not be posted");
                true
            }
        };
        if reachable {
            self.outage = None;
            entry.tries += 1;
            entry.next = self.clock.instant() + pause(PAUSES, entry.tries);
        } else {
            let times = self.outage.map_or(1, |(times, _)| times + 1);
            self.outage = Some((times, self.clock.instant() + pause(PROBES, times)));
            // It goes behind the others, and all are due at once when the outage is over.
            entry.next = self.clock.instant();
        }
        // Unless an entry for a later state was added meanwhile.
        self.entries.entry(game).or_insert(entry);
    }
}

/// Grows with the tries, with jitter for all that failed at the same moment.
fn pause(bounds: (Duration, Duration), tries: u32) -> Duration {
    doubled(bounds, tries).mul_f64(0.5 + fastrand::f64() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Millis;

    fn unshown(game: i64, rev: i64) -> Unshown {
        Unshown { game: GameId(game), rev: Rev(rev), at: Millis(0), left: false }
    }

    fn entry(game: i64, rev: i64) -> Entry {
        Entry { game: GameId(game), rev: Rev(rev), posted: false }
    }

    #[test]
    fn pauses_grow_within_bounds() {
        for bounds in [PAUSES, PROBES] {
            for tries in 1..40 {
                let pause = pause(bounds, tries);
                assert!(pause >= bounds.0 / 2 && pause <= bounds.1);
            }
            assert!(pause(bounds, 12) >= bounds.1 / 2);
        }
    }

    #[test]
    fn when_an_outage_is_over_all_are_tried_at_once() {
        let clock = BotClock::system();
        let mut schedule = Schedule::new(clock.clone());
        schedule.told(entry(1, 2));
        schedule.told(entry(2, 2));
        // Both are past the time in which an answer may still arrive.
        clock.advance(SETTLES);
        for _ in 0..20 {
            let (game, entry) = schedule.take().expect("one is due");
            schedule.settle(game, entry, Ok(Delivery::Later { reachable: false }));
        }
        let (first, entry) = schedule.take().expect("one is due");
        schedule.settle(first, entry, Ok(Delivery::Settled));
        assert!(
            schedule.next(0).is_some_and(|next| next <= clock.instant()),
            "the other does not wait for its own pause"
        );
        let (other, _) = schedule.take().expect("one is due");
        assert_ne!(first, other, "each had its turn");
    }

    #[test]
    fn a_debt_is_kept_until_the_store_knows_of_it_no_more() {
        let clock = BotClock::system();
        let mut schedule = Schedule::new(clock.clone());
        schedule.listed(vec![unshown(1, 4), unshown(2, 1)], true);
        let first = schedule.entries[&GameId(1)].next;
        assert!(first > clock.instant() + IN_HAND / 2, "it may be in hand");
        schedule.listed(vec![unshown(1, 4), unshown(2, 2)], true);
        assert_eq!(schedule.entries[&GameId(1)].next, first, "the time runs from the first look");
        assert!(schedule.entries[&GameId(2)].next > first, "another state has its own time");
        schedule.listed(vec![unshown(2, 2)], true);
        assert!(!schedule.entries.contains_key(&GameId(1)));
    }

    #[test]
    fn while_discord_is_out_of_reach_everything_waits() {
        let clock = BotClock::system();
        let mut schedule = Schedule::new(clock.clone());
        schedule.told(entry(1, 2));
        schedule.told(entry(2, 2));
        let (game, entry) = schedule.take().expect("one is due");
        schedule.settle(game, entry, Ok(Delivery::Later { reachable: false }));
        assert!(schedule.next(0).is_some_and(|next| next > clock.instant()));
        assert_eq!(schedule.next(1), None, "one at a time");
        let (game, entry) = schedule.take().expect("one is due");
        schedule.settle(game, entry, Ok(Delivery::Settled));
        assert!(schedule.outage.is_none() && schedule.next(1).is_some());
    }

    #[test]
    fn a_second_message_pings_only_where_it_cannot_be_a_second() {
        let long_ago = unshown(1, 4);
        let clock = BotClock::system();
        let mut entry = ScheduledEntry::new(Rev(4), true, clock.instant());
        assert!(entry.is_safe(long_ago, &clock), "this process knows that it has tried nothing");
        entry.own = false;
        assert!(!entry.is_safe(long_ago, &clock), "the one before may have");
        entry.posted = Some(clock.instant());
        assert!(entry.is_safe(long_ago, &clock), "the nonce sees to it");
        clock.advance(NONCE_LIFE);
        assert!(!entry.is_safe(long_ago, &clock), "and then no longer");
    }
}
