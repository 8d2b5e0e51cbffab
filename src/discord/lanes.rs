//! Order and once-only: interactions of one channel are handled one after another, and each only once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use tokio::sync::oneshot;

/// Queues, one a key: whoever takes a place waits for those who took theirs before.
pub struct Lanes<K> {
    tails: HashMap<K, oneshot::Receiver<()>>,
}

/// A place in a queue. The next one's turn comes when this is dropped.
pub struct Turn {
    before: Option<oneshot::Receiver<()>>,
    _done: oneshot::Sender<()>,
}

impl Turn {
    /// Waits until it is this place's turn. Whoever gives up waiting keeps the place until it has come all the same: those behind wait for
    /// those before, too.
    pub async fn come(&mut self) {
        if let Some(before) = &mut self.before {
            // The error is what we wait for: the one before us is gone.
            let _ = before.await;
            self.before = None;
        }
    }
}

/// After this many queues the empty ones are swept out.
const SWEEP_AT: usize = 1_024;

impl<K: Eq + Hash> Lanes<K> {
    /// No queues yet.
    pub fn new() -> Self {
        Self { tails: HashMap::new() }
    }

    /// The next place in the queue of `key`. Places are taken in the order of these calls.
    pub fn enter(&mut self, key: K) -> Turn {
        if self.tails.len() >= SWEEP_AT {
            self.tails.retain(|_, tail| matches!(tail.try_recv(), Err(oneshot::error::TryRecvError::Empty)));
        }
        let (done, tail) = oneshot::channel();
        Turn { before: self.tails.insert(key, tail), _done: done }
    }
}

impl<K: Eq + Hash> Default for Lanes<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// The last ids seen. After a resumed connection Discord may send the same interaction again.
#[derive(Default)]
pub struct Seen {
    ids: HashSet<u64>,
    order: VecDeque<u64>,
}

/// A resume replays seconds, not more; this is minutes of a very busy bot.
const REMEMBERED: usize = 16_384;

impl Seen {
    /// Whether `id` is new; from now on it is not.
    pub fn is_new(&mut self, id: u64) -> bool {
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
        let mut lanes = Lanes::new();
        let log = Arc::new(Mutex::new(Vec::new()));
        let held = lanes.enter(1);
        let mut tasks = Vec::new();
        for number in 0..20 {
            let (mut turn, log) = (lanes.enter(1), Arc::clone(&log));
            tasks.push(tokio::spawn(async move {
                turn.come().await;
                tokio::task::yield_now().await;
                log.lock().expect("no panic").push(number);
            }));
        }
        lanes.enter(2).come().await;
        assert!(log.lock().expect("no panic").is_empty());
        drop(held);
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(*log.lock().expect("no panic"), (0..20).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn who_gives_up_lets_nobody_overtake() {
        let mut lanes = Lanes::new();
        let (first, mut second, mut third) = (lanes.enter(1), lanes.enter(1), lanes.enter(1));
        let soon = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(soon, second.come()).await.is_err());
        assert!(tokio::time::timeout(soon, third.come()).await.is_err());
        drop(first);
        second.come().await;
        assert!(tokio::time::timeout(soon, third.come()).await.is_err());
        drop(second);
        third.come().await;
    }

    #[test]
    fn empty_queues_are_swept() {
        let mut lanes = Lanes::new();
        for key in 0..5_000 {
            drop(lanes.enter(key));
        }
        assert!(lanes.tails.len() <= SWEEP_AT);
    }

    #[test]
    fn an_id_is_new_once() {
        let mut seen = Seen::default();
        assert!(seen.is_new(1) && !seen.is_new(1));
        for id in 2..=REMEMBERED as u64 + 1 {
            assert!(seen.is_new(id));
        }
        assert_eq!(seen.ids.len(), REMEMBERED);
    }
}
