//! Edits of old messages: boards lose their buttons, challenges and offers say what became of them. One queue for all, as fast as
//! Discord's limits allow and never at the cost of an answer. An old button that is clicked before its edit says that its board is
//! old, so nothing depends on this.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::Notify;

use crate::discord::background::clock::BotClock;
use crate::discord::reply::MessageAt;
use crate::discord::rest::messenger::Messenger;
use crate::discord::rest::rate_limit::{Class, RouteKey};
use crate::discord::rest::request::{Failure, closes};
use crate::discord::rest::transport::Transport;
use crate::discord::rest::wire;
use crate::game::{ChallengeId, ChannelId, GameId, MessageId, Millis, Rev, Venue};
use crate::store::Store;

/// The most messages that may wait. When more come, the oldest are left as they are.
const WAITING: usize = 4_096;
/// How long one edit may take, including its wait for the rate limit.
const EDIT: Duration = Duration::from_secs(10);
/// How often an edit that fails is tried.
const TRIES: u32 = 3;
/// The pause before a failed edit is tried again.
const PAUSE: Duration = Duration::from_secs(2);

struct Edit {
    body: Value,
    tries: u32,
    /// When it last failed.
    last_failed: Option<Instant>,
    /// What the store can forget once the message is edited.
    settles: Option<Settles>,
}

impl Edit {
    fn new(body: Value, settles: Option<Settles>) -> Self {
        Self { body, tries: 0, last_failed: None, settles }
    }

    /// Counts a failed try.
    fn failed(&mut self, failure: &Failure, now: Instant) -> NextTry {
        self.last_failed = Some(now);
        if failure.is_outage() {
            return NextTry::NothingElse;
        }
        self.tries += 1;
        if self.tries < TRIES { NextTry::Later } else { NextTry::Never }
    }

    /// Until when it is not tried again; `None` if it may be tried now.
    fn rests_until(&self, now: Instant) -> Option<Instant> {
        self.last_failed.map(|at| at + PAUSE).filter(|until| *until > now)
    }

    /// Whether it says what became of a challenge or an offer.
    fn is_last_word(&self) -> bool {
        matches!(self.settles, Some(Settles::Challenge(_) | Settles::Offer(..)))
    }
}

/// When a failed edit is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextTry {
    /// After a pause, in which other edits are tried.
    Later,
    /// After a pause in which nothing is tried: it may be that nothing gets through.
    NothingElse,
    Never,
}

/// What the store keeps until its message says what became of it.
#[derive(Clone, Copy)]
enum Settles {
    Challenge(ChallengeId),
    /// Its game and the event that made it.
    Offer(GameId, Rev),
    /// An old board, which then has no buttons.
    Board(MessageId),
}

impl Settles {
    /// Whether it is tried again later although Discord refuses it now: a closed channel may open. At a user install only answers ever get
    /// through, so nothing waits there.
    fn waits(self, at: MessageAt, failure: &Failure) -> bool {
        let closed = closes(failure).is_some()
            && !failure.is_gone()
            && ChannelId(at.channel).venue() == Venue::Channel;
        matches!(self, Self::Offer(..) | Self::Board(_)) && closed
    }

    /// Notes that it waits.
    async fn put_off(self, store: &Store, now: Millis) {
        // The store counts the tries of an offer.
        if let Self::Board(message) = self
            && let Err(error) = store.put_off_board(message, now).await
        {
            tracing::error!(%error, "that an old board waits was not noted");
        }
    }

    async fn told(self, store: &Store) {
        let forgotten = match self {
            Self::Challenge(challenge) => store.challenge_told(challenge).await,
            Self::Offer(game, rev) => store.offer_told(game, rev).await,
            Self::Board(message) => store.boards_retired(&[message]).await,
        };
        if let Err(error) = forgotten {
            tracing::error!(%error, "what is settled and told of was not forgotten");
        }
    }
}

#[derive(Default)]
struct Queue {
    order: VecDeque<MessageAt>,
    edits: HashMap<u64, Edit>,
    left: u64,
    /// Old boards that have lost their buttons, which is still to be noted in the store.
    retired: Vec<MessageId>,
}

/// The queue. One task works it off, see [`MessageEdits::work`].
#[derive(Default)]
pub struct MessageEdits {
    queue: Mutex<Queue>,
    news: Notify,
}

impl MessageEdits {
    fn with<T>(&self, act: impl FnOnce(&mut Queue) -> T) -> T {
        act(&mut self.queue.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a message look like `body` when the limits allow it. It supersedes an earlier edit of the same message.
    pub fn want(&self, at: MessageAt, body: Value) {
        self.put(at, Edit::new(body, None));
    }

    /// Makes the message of a challenge say what became of it.
    pub fn settle(&self, at: MessageAt, body: Value, challenge: ChallengeId) {
        self.put(at, Edit::new(body, Some(Settles::Challenge(challenge))));
    }

    /// Makes the message of an offer say what became of it.
    pub fn settle_offer(&self, at: MessageAt, body: Value, (game, rev): (GameId, Rev)) {
        self.put(at, Edit::new(body, Some(Settles::Offer(game, rev))));
    }

    /// Takes the buttons off an old board.
    pub fn retire(&self, at: MessageAt) {
        let settles = Some(Settles::Board(MessageId(at.message)));
        self.put(at, Edit::new(wire::without_buttons(), settles));
    }

    /// An old board has lost its buttons. That is noted together with others, because doing it twice changes nothing.
    pub fn retired(&self, message: MessageId) {
        self.with(|queue| queue.retired.push(message));
    }

    /// Notes in the store which old boards have lost their buttons.
    pub async fn note_retired(&self, store: &Store) {
        let retired = self.with(|queue| std::mem::take(&mut queue.retired));
        if !retired.is_empty()
            && let Err(error) = store.boards_retired(&retired).await
        {
            tracing::debug!(%error, "that old boards have no buttons was not noted");
            self.with(|queue| queue.retired.extend(retired));
        }
    }

    fn put(&self, at: MessageAt, edit: Edit) {
        // What became of a challenge or an offer is the last word of its message, and has no buttons either.
        self.put_unless(at, edit, |waiting, edit| waiting.is_last_word() && !edit.is_last_word());
    }

    /// Puts a failed edit back, unless a newer one was asked for meanwhile.
    fn put_back(&self, at: MessageAt, edit: Edit) {
        self.put_unless(at, edit, |newer, edit| newer.is_last_word() || !edit.is_last_word());
    }

    fn put_unless(&self, at: MessageAt, edit: Edit, stays: impl Fn(&Edit, &Edit) -> bool) {
        self.with(|queue| {
            match queue.edits.get(&at.message) {
                Some(waiting) if stays(waiting, &edit) => return,
                Some(_) => {}
                None => queue.order.push_back(at),
            }
            queue.edits.insert(at.message, edit);
            if queue.order.len() > WAITING
                && let Some(oldest) = queue.order.pop_front()
            {
                queue.edits.remove(&oldest.message);
                queue.left += 1;
            }
        });
        self.news.notify_one();
    }

    /// How many messages wait.
    pub fn waiting(&self) -> usize {
        self.with(|queue| queue.order.len())
    }

    /// Works the queue off, for ever. A message whose channel has no room, or none for edits of old messages, holds up no other.
    pub async fn work(&self, store: &Store, messenger: &Messenger, clock: &BotClock) {
        loop {
            match self.next(&messenger.rest) {
                Due::Edit(at, edit) => self.edit((store, messenger, clock.now()), at, edit).await,
                // A new edit would have no room either.
                Due::Full(until) => tokio::time::sleep_until(until.into()).await,
                Due::Wait(Some(until)) => tokio::select! {
                    () = tokio::time::sleep_until(until.into()) => {}
                    // A new edit may have room where those that wait have none.
                    () = self.news.notified() => {}
                },
                Due::Wait(None) => self.news.notified().await,
            }
        }
    }

    fn next(&self, rest: &Transport) -> Due {
        let now = Instant::now();
        self.with(|queue| {
            if queue.left > 0 {
                tracing::warn!(
                    left = queue.left,
                    "old boards keep their buttons: too many wait for their turn"
                );
                queue.left = 0;
            }
            let now_ms = rest.clock.now_ms(now);
            let any = rest.limits.when_any(Class::Patient, now);
            if any > now && !queue.order.is_empty() {
                return Due::Full(any);
            }
            let mut soonest = None;
            let mut full = HashSet::new();
            for index in 0..queue.order.len() {
                let at = queue.order[index];
                if let Some(until) = queue.edits.get(&at.message).and_then(|edit| edit.rests_until(now)) {
                    soonest = Some(soonest.map_or(until, |soonest: Instant| soonest.min(until)));
                    continue;
                }
                let Some(key) = RouteKey::of_edit(at.channel, at.message, now_ms) else { continue };
                if full.contains(&key) {
                    continue;
                }
                let ready = rest.limits.when(&key, Class::Patient, now);
                if ready <= now {
                    queue.order.remove(index);
                    return match queue.edits.remove(&at.message) {
                        Some(edit) => Due::Edit(at, edit),
                        None => Due::Wait(Some(now)),
                    };
                }
                soonest = Some(soonest.map_or(ready, |soonest| soonest.min(ready)));
                full.insert(key);
            }
            Due::Wait(soonest)
        })
    }

    async fn edit(
        &self,
        (store, messenger, now): (&Store, &Messenger, Millis),
        at: MessageAt,
        mut edit: Edit,
    ) {
        let told = match messenger.edit(at, &edit.body, Instant::now() + EDIT).await {
            Err(failure) if !failure.is_for_good() => Err(failure),
            Err(failure) => match edit.settles {
                Some(settles) if settles.waits(at, &failure) => {
                    settles.put_off(store, now).await;
                    Ok(None)
                }
                settles => Ok(settles),
            },
            Ok(()) => Ok(edit.settles),
        };
        match told {
            // Also if the message is gone or out of reach for good.
            Ok(settles) => {
                if let Some(settles) = settles {
                    settles.told(store).await;
                }
            }
            Err(failure) => {
                let next = edit.failed(&failure, Instant::now());
                if next == NextTry::Never {
                    tracing::warn!(%failure, message = at.message, "an old message is left as it is for now");
                    if let Some(settles) = edit.settles {
                        settles.put_off(store, now).await;
                    }
                    return;
                }
                self.put_back(at, edit);
                // While nothing gets through at all, nothing is tried.
                if next == NextTry::NothingElse {
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

enum Due {
    Edit(MessageAt, Edit),
    /// There is no room for any edit before then, in any channel.
    Full(Instant),
    Wait(Option<Instant>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::rest::wire;
    use serde_json::json;

    fn at(message: u64) -> MessageAt {
        MessageAt { channel: 7, message }
    }

    #[test]
    fn the_queue_is_bounded_and_the_oldest_go() {
        let message_edits = MessageEdits::default();
        for message in 0..WAITING as u64 + 100 {
            message_edits.want(at(message), wire::without_buttons());
        }
        assert_eq!(message_edits.waiting(), WAITING);
        assert_eq!(message_edits.with(|queue| queue.order.front().copied()), Some(at(100)));
        assert_eq!(message_edits.with(|queue| (queue.edits.len(), queue.left)), (WAITING, 100));
    }

    #[test]
    fn a_later_wish_for_a_message_supersedes_the_earlier() {
        let message_edits = MessageEdits::default();
        message_edits.want(at(1), wire::without_buttons());
        message_edits.want(at(1), json!({ "content": "Declined." }));
        assert_eq!(message_edits.waiting(), 1);
        let body = || message_edits.with(|queue| queue.edits[&1].body.clone());
        assert_eq!(body(), json!({ "content": "Declined." }));
        message_edits.settle(at(1), json!({ "content": "Lapsed." }), ChallengeId(7));
        message_edits.want(at(1), wire::without_buttons());
        assert_eq!(
            (message_edits.waiting(), body()),
            (1, json!({ "content": "Lapsed." })),
            "what became of it is its last word"
        );
        message_edits.retire(at(1));
        assert_eq!(body(), json!({ "content": "Lapsed." }), "it has no buttons either");
    }

    #[test]
    fn what_is_blocked_alone_is_not_tried_for_ever() {
        let blocked = |alone| Failure::Blocked { status: 403, code: Some(0), message: String::new(), alone };
        let mut edit = Edit::new(wire::without_buttons(), None);
        let now = Instant::now();
        for _ in 0..100 {
            assert_eq!(edit.failed(&blocked(false), now), NextTry::NothingElse, "an outage");
        }
        assert_eq!(edit.rests_until(now), Some(now + PAUSE), "others have their turn meanwhile");
        for _ in 1..TRIES {
            assert_eq!(edit.failed(&blocked(true), now), NextTry::Later);
        }
        assert_eq!(edit.failed(&blocked(true), now), NextTry::Never);
    }

    #[test]
    fn the_last_word_comes_back_over_what_was_wished_meanwhile() {
        let message_edits = MessageEdits::default();
        message_edits.retire(at(1));
        let said = json!({ "content": "Declined." });
        message_edits.put_back(at(1), Edit::new(said.clone(), Some(Settles::Challenge(ChallengeId(7)))));
        assert_eq!(message_edits.with(|queue| queue.edits[&1].body.clone()), said);
        message_edits.put_back(at(1), Edit::new(wire::without_buttons(), None));
        assert_eq!(message_edits.with(|queue| queue.edits[&1].body.clone()), said);
    }

    #[test]
    fn an_offer_waits_where_a_place_may_open() {
        let refused = |status, code| Failure::Refused { status, code, message: String::new() };
        let offer = Settles::Offer(GameId(7), Rev(3));
        for (status, code, waits) in [
            (403, 50_001, true),
            (403, 50_013, true),
            (400, 50_083, true),
            (404, 10_003, false),
            (404, 10_008, false),
            (400, 50_035, false),
        ] {
            assert_eq!(offer.waits(at(1), &refused(status, code)), waits, "{code}");
        }
        let alone = MessageAt { channel: ChannelId::NO_USER_INSTALL.0 + 1, message: 1 };
        assert!(!offer.waits(alone, &refused(403, 50_001)), "nothing but answers gets there");
        // The store counts no tries of a challenge.
        assert!(!Settles::Challenge(ChallengeId(7)).waits(at(1), &refused(403, 50_001)));
    }
}
