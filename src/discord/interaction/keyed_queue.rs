//! Order and deduplication: changes in a channel are made one after another, their answers go out in that
//! order, and each interaction is taken only once.
//!
//! An action that others see waits for what was begun in its channel before. One that only the person sees
//! waits for what the same person requested before. Reads do not queue, nor does a private `/board` by a
//! person who does not play. A public `/board` comes after what was done in its channel before, up to a time
//! limit, because its message becomes the newest board; nothing waits for it.
//!
//! Once a change is stored the next command of the channel may begin, because an answer with a picture takes
//! Discord up to a second. Only answers that show the effect on a game wait for those before them, as long as
//! they can still arrive in time.

use crate::game::{ChannelId, InteractionId, UserId};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use tokio::time::Instant;

use tokio::sync::oneshot;

/// A queue for each key: a ticket waits for those taken before it.
pub struct KeyedQueue<K> {
    tails: HashMap<K, oneshot::Receiver<()>>,
}

/// A place in a queue. The next place's turn comes when this is dropped.
///
/// If it is dropped before its own turn, the order is kept: later places still wait for earlier ones.
#[derive(Debug)]
pub struct Ticket {
    before: Option<oneshot::Receiver<()>>,
    done: Option<oneshot::Sender<()>>,
}

impl Ticket {
    /// Waits until it is this place's turn. A caller that stops waiting keeps the place.
    pub async fn come(&mut self) {
        if let Some(before) = &mut self.before {
            // The error is what we wait for: the earlier place is gone.
            let _ = before.await;
            self.before = None;
        }
    }

    /// Waits for the turn, but no longer than until `until`: an answer in time matters more than order.
    pub async fn come_by(&mut self, until: Instant) {
        if tokio::time::timeout_at(until, self.come()).await.is_err() {
            tracing::debug!("an answer does not wait any longer for those before it");
        }
    }

    /// Returns a place that gets its turn together with this one, and delays no other: later places wait
    /// only for earlier ones.
    pub fn detached(mut self) -> Self {
        if self.before.is_none() {
            return Self { before: None, done: None };
        }
        let (come, comes) = oneshot::channel();
        tokio::spawn(async move {
            self.come().await;
            drop((self, come));
        });
        Self { before: Some(comes), done: None }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let (Some(mut before), Some(done)) = (self.before.take(), self.done.take()) else { return };
        if !matches!(before.try_recv(), Err(oneshot::error::TryRecvError::Empty)) {
            return;
        }
        // Without a runtime no task waits any more.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _ = before.await;
                drop(done);
            });
        }
    }
}

/// Above this many queues the empty ones are removed.
const SWEEP_AT: usize = 1_024;

impl<K: Eq + Hash> KeyedQueue<K> {
    /// Creates an empty set of queues.
    pub fn new() -> Self {
        Self { tails: HashMap::new() }
    }

    /// Returns the next place in the queue of `key`. Places follow the order of these calls.
    pub fn enter(&mut self, key: K) -> Ticket {
        if self.tails.len() >= SWEEP_AT {
            self.tails.retain(|_, tail| matches!(tail.try_recv(), Err(oneshot::error::TryRecvError::Empty)));
        }
        let (done, tail) = oneshot::channel();
        Ticket { before: self.tails.insert(key, tail), done: Some(done) }
    }
}

impl<K: Eq + Hash> Default for KeyedQueue<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// What an interaction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// Nothing: it only reads.
    Nothing,
    /// What this person has requested before, until its answer: others do not see the result.
    Person(UserId),
    /// What was begun in this channel before, until it is stored. If others see its effect on a game, its
    /// answer comes after theirs.
    Channel(ChannelId),
    /// If others see the game that it shows: what was done in this channel before, until its answer.
    /// Nothing waits for this.
    Behind(ChannelId),
}

/// The queues of all people and channels.
#[derive(Default)]
pub struct Queues {
    people: KeyedQueue<UserId>,
    work: KeyedQueue<ChannelId>,
    answers: KeyedQueue<ChannelId>,
}

impl Queues {
    /// Returns the next place in a queue. Places follow the order of these calls.
    pub fn enter(&mut self, queue: WaitsFor) -> QueuePlace {
        let (work, answer) = match queue {
            WaitsFor::Nothing => (None, None),
            WaitsFor::Person(person) => (None, Some(self.people.enter(person))),
            WaitsFor::Channel(channel) => (Some(self.work.enter(channel)), Some(self.answers.enter(channel))),
            WaitsFor::Behind(channel) => (None, Some(self.answers.enter(channel))),
        };
        QueuePlace { queue, work, answer }
    }
}

/// The place of an interaction in its queue.
#[derive(Debug)]
pub struct QueuePlace {
    queue: WaitsFor,
    /// Held until its effect is stored.
    work: Option<Ticket>,
    /// Held until its answer is out.
    answer: Option<Ticket>,
}

impl QueuePlace {
    /// Waits until the interaction may begin.
    ///
    /// One that shows a game begins at once, and waits once it is known that others see it
    /// ([`Self::take_detached`]).
    pub async fn come(&mut self) {
        if let Some(work) = &mut self.work {
            return work.come().await;
        }
        match (self.queue, &mut self.answer) {
            (WaitsFor::Behind(_), _) | (_, None) => {}
            (_, Some(answer)) => answer.come().await,
        }
    }

    /// Takes its place behind what was done in its channel, for the code that finds out who sees it. It
    /// delays no other, however long that takes.
    pub fn take_detached(&mut self) -> Option<Ticket> {
        match self.queue {
            WaitsFor::Behind(_) => self.answer.take().map(Ticket::detached),
            WaitsFor::Nothing | WaitsFor::Person(_) | WaitsFor::Channel(_) => None,
        }
    }

    /// Takes its place among the changes of its channel, for [`HeldTicket`].
    pub fn take_work(&mut self) -> Option<Ticket> {
        self.work.take()
    }

    /// Waits until earlier interactions have been answered, but no longer than until `patience`.
    pub async fn come_to_answer(&mut self, patience: Instant) {
        if let Some(answer) = &mut self.answer {
            answer.come_by(patience).await;
        }
    }

    /// Takes its place among the answers of its channel, if the result is public.
    pub fn take_answer(&mut self) -> Option<Ticket> {
        match self.queue {
            WaitsFor::Channel(_) => self.answer.take(),
            WaitsFor::Nothing | WaitsFor::Person(_) | WaitsFor::Behind(_) => None,
        }
    }
}

/// A ticket that can be released from wherever it first becomes clear that others need not wait any more.
#[derive(Debug, Default)]
pub struct HeldTicket(Mutex<Option<Ticket>>);

impl HeldTicket {
    /// Holds this ticket.
    pub fn hold(&self, turn: Option<Ticket>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = turn;
    }

    /// Takes the ticket out.
    pub fn take(&self) -> Option<Ticket> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Releases the ticket.
    pub fn release(&self) {
        self.hold(None);
    }
}

/// The most recently seen ids. After a resumed connection Discord may send the same interaction again.
#[derive(Default)]
pub struct Seen {
    ids: HashSet<InteractionId>,
    order: VecDeque<InteractionId>,
}

/// How many ids are remembered. A resume replays seconds, not more; this is minutes of a very busy bot.
const REMEMBERED: usize = 16_384;

impl Seen {
    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&mut self, id: InteractionId) -> bool {
        if !self.ids.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::Mutex;

    use super::*;

    #[tokio::test]
    async fn one_queue_keeps_its_order_and_others_do_not_wait() {
        let mut queues = KeyedQueue::new();
        let log = Arc::new(Mutex::new(Vec::new()));
        let held = queues.enter(1);
        let mut tasks = Vec::new();
        for number in 0..20 {
            let (mut turn, log) = (queues.enter(1), Arc::clone(&log));
            tasks.push(tokio::spawn(async move {
                turn.come().await;
                tokio::task::yield_now().await;
                log.lock().expect("no panic").push(number);
            }));
        }
        queues.enter(2).come().await;
        assert!(log.lock().expect("no panic").is_empty());
        drop(held);
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(*log.lock().expect("no panic"), (0..20).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn who_gives_up_lets_nobody_overtake() {
        let mut queues = KeyedQueue::new();
        let (first, mut second, mut third) = (queues.enter(1), queues.enter(1), queues.enter(1));
        let soon = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(soon, second.come()).await.is_err());
        assert!(tokio::time::timeout(soon, third.come()).await.is_err());
        drop(first);
        second.come().await;
        assert!(tokio::time::timeout(soon, third.come()).await.is_err());
        drop(second);
        third.come().await;
    }

    /// Whether the turn of this place comes without waiting for others.
    async fn came(place: &mut QueuePlace) -> bool {
        tokio::time::timeout(std::time::Duration::from_millis(5), place.come()).await.is_ok()
    }

    /// Whether the turn of this place behind others comes without waiting for them.
    async fn came_behind(turn: &mut Ticket) -> bool {
        tokio::time::timeout(std::time::Duration::from_millis(5), turn.come()).await.is_ok()
    }

    #[tokio::test]
    async fn a_channel_is_free_once_it_is_stored_and_answers_keep_their_order() {
        let mut queues = Queues::default();
        let (mut first, mut second) =
            (queues.enter(WaitsFor::Channel(ChannelId(1))), queues.enter(WaitsFor::Channel(ChannelId(1))));
        assert!(came(&mut first).await && !came(&mut second).await);
        drop(first.take_work());
        assert!(came(&mut second).await);
        let mut shows = queues.enter(WaitsFor::Behind(ChannelId(1)));
        assert!(came(&mut shows).await, "it begins at once");
        let mut behind = shows.take_detached().expect("a place");
        assert!(!came_behind(&mut behind).await, "those before are not answered yet");
        let mut third = queues.enter(WaitsFor::Channel(ChannelId(1)));
        drop(second.take_work());
        assert!(came(&mut third).await);
        let mut last = third.take_answer().expect("a place");
        let mut answer = second.take_answer().expect("a place");
        let soon = Instant::now() + std::time::Duration::from_millis(5);
        answer.come_by(soon).await;
        assert!(answer.before.is_some(), "the first is not answered yet");
        drop(first);
        answer.come_by(Instant::now() + std::time::Duration::from_secs(5)).await;
        assert!(answer.before.is_none());
        assert!(!came_behind(&mut last).await && !came_behind(&mut behind).await);
        drop(answer);
        assert!(came_behind(&mut last).await, "it does not wait for what only shows");
        assert!(came_behind(&mut behind).await);
    }

    #[tokio::test]
    async fn nobody_waits_for_what_only_shows_and_each_person_for_their_own() {
        let mut queues = Queues::default();
        let mut shows = queues.enter(WaitsFor::Behind(ChannelId(1)));
        assert!(came(&mut shows).await && came_behind(&mut shows.take_detached().expect("a place")).await);
        let mut changes = queues.enter(WaitsFor::Channel(ChannelId(1)));
        assert!(came(&mut changes).await && changes.take_detached().is_none());
        changes.take_answer().expect("a place").come_by(Instant::now()).await;
        let mut own = [queues.enter(WaitsFor::Person(UserId(1))), queues.enter(WaitsFor::Person(UserId(1)))];
        let mut other = queues.enter(WaitsFor::Person(UserId(2)));
        assert!(came(&mut own[0]).await && !came(&mut own[1]).await && came(&mut other).await);
        let [first, mut second] = own;
        drop(first);
        assert!(came(&mut second).await);
    }

    #[tokio::test]
    async fn what_only_shows_waits_no_longer_than_it_may() {
        let mut queues = Queues::default();
        let _held = queues.enter(WaitsFor::Channel(ChannelId(1)));
        queues
            .enter(WaitsFor::Behind(ChannelId(1)))
            .take_detached()
            .expect("a place")
            .come_by(Instant::now())
            .await;
    }

    #[test]
    fn empty_queues_are_swept() {
        let mut queues = KeyedQueue::new();
        for key in 0..5_000 {
            drop(queues.enter(key));
        }
        assert!(queues.tails.len() <= SWEEP_AT);
    }

    #[test]
    fn an_id_is_new_once() {
        let mut seen = Seen::default();
        assert!(seen.is_new(InteractionId(1)) && !seen.is_new(InteractionId(1)));
        for id in 2..=REMEMBERED as u64 + 1 {
            assert!(seen.is_new(InteractionId(id)));
        }
        assert_eq!(seen.ids.len(), REMEMBERED);
    }
}
