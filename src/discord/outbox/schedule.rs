//! Decides which pending message is tried next.
//!
//! The most urgent goes first. Each channel has one message in flight, but boards wait only for boards. A
//! message held up by Discord's rate limits holds up nothing else. During an outage one message at a time is
//! tried, with doubling pauses; the first success releases all others.
//!
//! It takes two failing messages to detect an outage. A message that fails while others succeed has its own
//! pause.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tokio::time::Instant;

use crate::discord::clock::BotClock;
use crate::discord::rest::request::doubled;
use crate::game::{ChannelId, Millis};
use crate::store::{Owed, OwedKey};

/// Maximum number of boards read from the store at once, and of other messages: what Discord accepts until
/// the next look.
pub(super) const PAGE: u32 = 100;
/// Maximum number of them for one channel.
pub(super) const OF_EACH: u32 = 8;
/// Maximum number of concurrent deliveries, and how many of them may be other than boards.
const AT_ONCE: usize = 8;
const OTHERS_AT_ONCE: usize = 6;
/// The pauses between probes during an outage, doubling between these bounds.
const PROBES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// Milliseconds for which an interaction can be answered, plus half a second of margin.
const ANSWERABLE: i64 = 3_500;
/// Messages of this urgency do not wait for others in their channel.
const BOARDS: u32 = 0;

/// A pending message.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) owed: Owed,
    /// Not to be tried before this time.
    next: Instant,
    /// Its last attempt met an outage, but others have succeeded since.
    pub(super) fails_alone: bool,
}

/// The result of an attempt.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Discord has responded, and the follow-up is stored.
    Settled,
    /// There was nothing to send.
    Unsent,
    /// Retry after this pause.
    Later(Box<Owed>, Duration),
    /// Discord was unreachable.
    Outage(Box<Owed>),
    /// Discord was unreachable for this message only. Retry after this pause.
    Alone(Box<Owed>, Duration),
    /// It was not sent. Retry after this pause.
    Waits(Box<Owed>, Duration),
}

/// An outage at Discord.
struct Outage {
    /// The number of failures in a row.
    times: u32,
    /// No attempts before this time.
    until: Instant,
    /// The only message affected so far. Others are tried as usual.
    only: Option<OwedKey>,
}

pub(super) struct Schedule {
    clock: BotClock,
    /// In a fixed order, so that the same one of several due messages goes first each time.
    entries: BTreeMap<OwedKey, Entry>,
    /// Messages in flight, with their channel and urgency.
    trying: HashMap<OwedKey, (ChannelId, u32)>,
    outage: Option<Outage>,
    /// When Discord last responded to an attempt.
    heard: Option<Instant>,
    /// Messages whose last attempt met an outage, and when.
    failed: HashMap<OwedKey, Instant>,
}

impl Schedule {
    pub(super) fn new(clock: BotClock) -> Self {
        let (entries, trying, failed) = (BTreeMap::new(), HashMap::new(), HashMap::new());
        Self { clock, entries, trying, outage: None, heard: None, failed }
    }

    /// Adds a message requested by this process, due after this pause.
    ///
    /// Also while it is in flight, because it may have changed since.
    pub(super) fn told(&mut self, owed: Owed, settles: Duration) {
        let next = self.clock.instant() + settles;
        self.entries.insert(owed.key.clone(), Entry { owed, next, fails_alone: false });
    }

    /// Merges the store's list of due messages.
    ///
    /// A message no longer listed is done, unless it was postponed or the list is full.
    pub(super) fn listed(&mut self, list: Vec<Owed>) {
        let now = self.clock.now();
        if list.len() < PAGE as usize {
            self.entries.retain(|key, entry| {
                entry.owed.due.is_none_or(|due| due > now) || list.iter().any(|owed| owed.key == *key)
            });
        }
        for owed in list {
            let next = self.clock.instant() + answerable_for(&owed, now);
            if self.trying.contains_key(&owed.key) {
                continue;
            }
            match self.entries.get_mut(&owed.key) {
                Some(known) if known.owed == owed => {}
                _ => {
                    self.entries.insert(owed.key.clone(), Entry { owed, next, fails_alone: false });
                }
            }
        }
        self.failed.retain(|key, _| self.entries.contains_key(key) || self.trying.contains_key(key));
    }

    /// The next entry to try, and when.
    fn first(&self, now: Instant) -> Option<(&OwedKey, Instant)> {
        let outage = self.outage.as_ref();
        let for_all = outage.is_some_and(|outage| outage.only.is_none());
        if self.trying.len() >= if for_all { 1 } else { AT_ONCE } {
            return None;
        }
        let meets =
            |entry: &Entry, outage: &Outage| outage.only.as_ref().is_none_or(|only| *only == entry.owed.key);
        // Everything that could go now is ordered by urgency.
        let when = |entry: &Entry| {
            let until = outage.filter(|outage| meets(entry, outage)).map(|outage| outage.until);
            until.map_or(entry.next, |until| entry.next.max(until)).max(now)
        };
        let others = self.trying.values().filter(|(_, urgency)| *urgency > BOARDS).count();
        let free = |entry: &&Entry| {
            let Owed { channel, urgency, .. } = entry.owed;
            if urgency > BOARDS && others >= OTHERS_AT_ONCE {
                return false;
            }
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
            // During an outage messages take turns, because one that always fails might be urgent.
            .min_by_key(|(entry, at)| {
                let has_failed = u32::from(self.failed.contains_key(&entry.owed.key));
                (*at, if for_all { has_failed } else { entry.owed.urgency }, entry.next)
            })?;
        Some((&entry.owed.key, at))
    }

    /// When the next attempt is due.
    pub(super) fn next(&self) -> Option<Instant> {
        self.first(self.clock.instant()).map(|(_, at)| at)
    }

    /// Takes the entry to try now.
    pub(super) fn take(&mut self) -> Option<Entry> {
        let now = self.clock.instant();
        let key = self.first(now).filter(|(_, at)| *at <= now)?.0.clone();
        let mut entry = self.entries.remove(&key)?;
        let failed = self.failed.get(&key);
        entry.fails_alone = failed.zip(self.heard).is_some_and(|(failed, heard)| heard > *failed);
        self.trying.insert(key, (entry.owed.channel, entry.owed.urgency));
        Some(entry)
    }

    /// Records the result of an attempt.
    pub(super) fn settle(&mut self, mut entry: Entry, outcome: Outcome) {
        let key = entry.owed.key.clone();
        self.trying.remove(&key);
        let now = self.clock.instant();
        if !matches!(outcome, Outcome::Waits(..)) {
            self.failed.remove(&key);
        }
        if matches!(outcome, Outcome::Settled | Outcome::Later(..)) {
            (self.outage, self.heard) = (None, Some(now));
        }
        match outcome {
            Outcome::Settled | Outcome::Unsent => return,
            Outcome::Later(owed, pause) | Outcome::Waits(owed, pause) => {
                (entry.owed, entry.next) = (*owed, now + pause);
            }
            Outcome::Alone(owed, pause) => {
                self.failed.insert(key.clone(), now);
                (entry.owed, entry.next) = (*owed, now + pause);
            }
            Outcome::Outage(owed) => {
                self.failed.insert(key.clone(), now);
                let (times, only) = match self.outage.take() {
                    Some(outage) => (outage.times + 1, outage.only.filter(|only| *only == key)),
                    None => (1, Some(key.clone())),
                };
                self.outage = Some(Outage { times, until: now + jitter(doubled(PROBES, times)), only });
                // It goes behind the others, and all become due at once when the outage is over.
                (entry.owed, entry.next) = (*owed, now);
            }
        }
        // Unless it was requested again meanwhile.
        self.entries.entry(key).or_insert(entry);
    }
}

/// How long an answer may still show the message.
///
/// A message listed before it is due was left by a process that ended, and a resumed connection may redeliver
/// its interactions.
fn answerable_for(owed: &Owed, now: Millis) -> Duration {
    let early = owed.due.is_some_and(|due| due > now);
    let left = owed
        .since
        .filter(|_| early)
        .map_or(0, |since| since.0.saturating_add(ANSWERABLE).saturating_sub(now.0));
    Duration::from_millis(left.max(0).unsigned_abs())
}

/// Spreads retries of messages that failed at the same time.
pub(super) fn jitter(pause: Duration) -> Duration {
    pause.mul_f64(0.5 + fastrand::f64() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owed(kind: &str, subject: i64, channel: u64, urgency: u32) -> Owed {
        Owed {
            key: OwedKey::new(kind, subject),
            channel: ChannelId(channel),
            message: None,
            token: None,
            step: String::new(),
            urgency,
            version: 1,
            since: None,
            due: Some(Millis(0)),
            tries: 0,
            code: None,
            tried_at: None,
        }
    }

    fn taken(schedule: &mut Schedule) -> Option<(String, i64)> {
        schedule.take().map(|entry| (entry.owed.key.kind, entry.owed.key.subject))
    }

    fn fails(schedule: &mut Schedule, entry: Entry) {
        let same = Box::new(entry.owed.clone());
        schedule.settle(entry, Outcome::Outage(same));
    }

    fn with(list: Vec<Owed>) -> (BotClock, Schedule) {
        let clock = BotClock::system();
        let mut schedule = Schedule::new(clock.clone());
        schedule.listed(list);
        (clock, schedule)
    }

    #[test]
    fn the_most_urgent_goes_first_and_a_channel_has_one_at_a_time() {
        let list = vec![
            owed("daily", 1, 5, 7),
            owed("vacation", 2, 5, 2),
            owed("vacation", 3, 6, 2),
            owed("board", 4, 5, 0),
        ];
        let (_, mut schedule) = with(list);
        assert_eq!(taken(&mut schedule), Some(("board".to_owned(), 4)));
        let first = taken(&mut schedule);
        assert_eq!(first, Some(("vacation".to_owned(), 3)), "the others of that channel wait for the board");
        assert_eq!((taken(&mut schedule), schedule.next()), (None, None));
    }

    #[test]
    fn a_board_waits_for_nothing_but_a_board() {
        let (_, mut schedule) = with(vec![owed("offer", 1, 5, 4)]);
        let offer = schedule.take().expect("one is due");
        schedule.listed(vec![owed("board", 2, 5, 0), owed("offer", 3, 5, 4)]);
        assert_eq!(taken(&mut schedule), Some(("board".to_owned(), 2)));
        assert_eq!(taken(&mut schedule), None);
        schedule.settle(offer, Outcome::Settled);
        assert_eq!(taken(&mut schedule), None, "an offer waits for the board");
    }

    #[test]
    fn boards_keep_two_places_of_eight() {
        let list = |kind: &str, urgency| -> Vec<_> {
            (1..=9).map(|n| owed(kind, n, 100 * u64::from(urgency) + n as u64, urgency)).collect()
        };
        let (_, mut schedule) = with(list("daily", 7));
        assert_eq!((0..9).filter_map(|_| schedule.take()).count(), 6);
        schedule.listed([list("daily", 7), list("board", 0)].concat());
        let boards: Vec<_> = (0..9).filter_map(|_| taken(&mut schedule)).collect();
        assert_eq!(boards.len(), 2);
        assert!(boards.iter().all(|(kind, _)| kind == "board"), "{boards:?}");
    }

    #[test]
    fn what_has_no_room_holds_up_nothing_else() {
        let (clock, mut schedule) =
            with(vec![owed("offer", 1, 5, 4), owed("lobby", 5, 5, 5), owed("offer", 3, 6, 4)]);
        while let Some(entry) = schedule.take() {
            let outcome = match entry.owed.key.subject {
                1 => Outcome::Waits(Box::new(entry.owed.clone()), Duration::from_mins(1)),
                _ => Outcome::Settled,
            };
            schedule.settle(entry, outcome);
        }
        assert_eq!(schedule.entries.len(), 1);
        clock.advance(Duration::from_mins(1));
        assert_eq!(taken(&mut schedule), Some(("offer".to_owned(), 1)));
    }

    #[test]
    fn while_discord_is_out_of_reach_each_has_its_turn_and_then_all_go_at_once() {
        let (clock, mut schedule) = with(vec![owed("board", 1, 5, 0), owed("daily", 2, 6, 7)]);
        let mut tried = Vec::new();
        for _ in 0..4 {
            let entry = schedule.take().expect("one is due");
            tried.push(entry.owed.key.subject);
            fails(&mut schedule, entry);
            if tried.len() > 1 {
                assert!(schedule.take().is_none(), "there is a pause");
                clock.advance(PROBES.1);
            }
        }
        assert_eq!(tried, [1, 2, 1, 2]);
        let probe = schedule.take().expect("one is due");
        assert!(schedule.take().is_none(), "one at a time");
        schedule.settle(probe, Outcome::Settled);
        assert!(schedule.take().is_some(), "the other does not wait for its own pause");
    }

    #[test]
    fn one_that_fails_alone_begins_no_outage() {
        let (clock, mut schedule) = with(vec![owed("board", 1, 5, 0), owed("daily", 2, 6, 7)]);
        let entry = schedule.take().expect("one is due");
        fails(&mut schedule, entry);
        let other = schedule.take().expect("the other is tried at once");
        assert_eq!((other.owed.key.subject, other.fails_alone), (2, false));
        assert!(schedule.take().is_none(), "the first has a pause");
        clock.advance(Duration::from_millis(1));
        schedule.settle(other, Outcome::Settled);
        let entry = schedule.take().expect("Discord is there");
        assert!(entry.fails_alone);
        let (same, pause) = (Box::new(entry.owed.clone()), Duration::from_millis(300));
        schedule.settle(entry, Outcome::Alone(same, pause));
        schedule.listed(vec![owed("board", 1, 5, 0), owed("board", 3, 7, 0)]);
        let third = schedule.take().expect("nothing holds it up");
        assert_eq!(third.owed.key.subject, 3);
        fails(&mut schedule, third);
        clock.advance(pause);
        let entry = schedule.take().expect("its pause is over");
        assert_eq!((entry.owed.key.subject, entry.fails_alone), (1, false), "nothing has got through since");
        fails(&mut schedule, entry);
        schedule.listed(vec![owed("board", 1, 5, 0), owed("board", 3, 7, 0), owed("board", 4, 8, 0)]);
        assert!(schedule.take().is_none(), "that is an outage");
        clock.advance(PROBES.1);
        assert_eq!(taken(&mut schedule), Some(("board".to_owned(), 4)), "what has not failed is tried first");
    }

    #[test]
    fn only_an_answer_ends_an_outage() {
        type Answer = fn(Box<Owed>) -> Outcome;
        let answers: [(Answer, bool); 4] = [
            (|_| Outcome::Unsent, false),
            (|owed| Outcome::Waits(owed, Duration::from_hours(1)), false),
            (|owed| Outcome::Later(owed, Duration::from_hours(1)), true),
            (|_| Outcome::Settled, true),
        ];
        for (outcome, ends) in answers {
            let list = (1..=4).map(|n| owed("offer", n, n as u64, 4)).collect();
            let (clock, mut schedule) = with(list);
            for _ in 0..2 {
                let entry = schedule.take().expect("one is due");
                fails(&mut schedule, entry);
            }
            clock.advance(PROBES.1);
            let probe = schedule.take().expect("one is due");
            let outcome = outcome(Box::new(probe.owed.clone()));
            schedule.settle(probe, outcome);
            assert!(schedule.take().is_some(), "the next");
            assert_eq!(schedule.take().is_some(), ends, "beside it");
        }
    }

    #[test]
    fn what_was_put_off_is_kept_and_what_is_done_is_not() {
        let (clock, mut schedule) = with(vec![owed("offer", 1, 5, 4), owed("offer", 2, 6, 4)]);
        let entry = schedule.take().expect("one is due");
        let later = Owed { due: Some(Millis(clock.now().0 + 60_000)), ..entry.owed.clone() };
        let waits = entry.owed.key.clone();
        schedule.settle(entry, Outcome::Later(Box::new(later), Duration::from_mins(1)));
        schedule.listed(Vec::new());
        assert!(schedule.entries.contains_key(&waits) && schedule.entries.len() == 1);
        clock.advance(Duration::from_secs(61));
        schedule.listed(Vec::new());
        assert!(schedule.entries.is_empty(), "another process has delivered it");
    }
}
