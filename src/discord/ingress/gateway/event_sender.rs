//! The path from all shards to the dispatcher.
//!
//! The queue holds 4,096 events. When it is full, the newest interactions are dropped and counted. All other
//! events wait for room in order: a new session of a large shard reports thousands of servers at once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::counts::LineCounts;
use crate::discord::interaction::incoming::{ConnectionState, Incoming};
use crate::discord::operator::Halted;
use crate::store::GatewayShard;

/// Capacity of the queue to the dispatcher. More would be minutes of work for a very busy bot, and users
/// do not wait that long.
pub const WAITING: usize = 4_096;
/// Room in the queue reserved for events that must not be lost.
pub const RESERVED: usize = 256;

/// The path to the dispatcher. Also reports the combined state of all shards.
pub struct EventSender {
    events: Sender<Incoming>,
    counts: Arc<LineCounts>,
    /// This process's shards, and whether each is connected.
    up: Mutex<BTreeMap<GatewayShard, bool>>,
    /// Events waiting for room.
    waiting: Arc<Mutex<VecDeque<Incoming>>>,
}

impl EventSender {
    /// Creates a sender without shards.
    pub fn new(events: Sender<Incoming>, counts: Arc<LineCounts>) -> Self {
        Self { events, counts, up: Mutex::default(), waiting: Arc::default() }
    }

    /// Passes an event to the dispatcher. Never waits because heartbeats must continue.
    pub fn forward(&self, event: Incoming) {
        if matches!(event, Incoming::Interaction(_)) {
            // The receiver is gone only during shutdown.
            let taken = self.events.capacity() > RESERVED && self.events.try_send(event).is_ok();
            if !taken && self.counts.dropped() {
                let dropped = self.counts.dropped.load(Ordering::Relaxed);
                tracing::warn!(dropped, "too many events wait, so the newest are dropped");
            }
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = waiting.is_empty();
        let event = if is_first { self.events.try_send(event) } else { Err(TrySendError::Full(event)) };
        if let Err(TrySendError::Full(event)) = event {
            waiting.push_back(event);
            if is_first {
                tokio::spawn(send_on(self.events.clone(), Arc::clone(&self.waiting)));
            }
        }
    }

    /// Reports that there will be no more connections, and why.
    pub async fn end(&self, why: Halted) {
        let _ = self.events.send(Incoming::Ended(why)).await;
    }

    /// Records whether a shard of this process is connected.
    pub fn is(&self, shard: GatewayShard, connected: bool) {
        self.change(|up| {
            up.insert(shard, connected);
        });
    }

    /// Records that this process no longer holds a shard.
    pub fn left(&self, shard: GatewayShard) {
        self.change(|up| {
            up.remove(&shard);
        });
    }

    /// Returns this process's shards, and whether each is connected.
    pub fn shards(&self) -> BTreeMap<GatewayShard, bool> {
        self.up.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reports the combined state of all shards again.
    pub fn tell(&self) {
        self.change(|_| {});
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<GatewayShard, bool>)) {
        let mut up = self.up.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut up);
        let state = if up.is_empty() {
            ConnectionState::Standby
        } else if up.values().all(|up| *up) {
            ConnectionState::Up
        } else if up.values().any(|up| *up) {
            ConnectionState::Part
        } else {
            ConnectionState::Down
        };
        // Sent under the lock so that the last report is the current state.
        self.forward(Incoming::Connections(state));
    }
}

/// Sends the waiting events as room becomes available, until none are left.
async fn send_on(events: Sender<Incoming>, waiting: Arc<Mutex<VecDeque<Incoming>>>) {
    let mut next = true;
    while next {
        let Ok(room) = events.reserve().await else { return };
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(event) = waiting.pop_front() {
            room.send(event);
        }
        next = !waiting.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;
    use crate::discord::ingress::gateway::read;
    use crate::game::GuildId;

    #[test]
    fn a_full_queue_drops_the_newest_interactions_and_nothing_else() {
        let counts = Arc::new(LineCounts::default());
        let (events, mut ctx) = tokio::sync::mpsc::channel(RESERVED + 10);
        let event_sender = EventSender::new(events, Arc::clone(&counts));
        let raw = |id: u64| {
            let raw = serde_json::json!({ "id": id, "token": "t", "type": 9, "channel_id": 1, "user": { "id": 2 } });
            match read::interaction(
                &raw,
                &crate::words::Languages::embedded(),
                Instant::now(),
                crate::game::Millis(0),
            )
            .0
            {
                read::InteractionRead::Whole(interaction) => Incoming::Interaction(interaction),
                _ => panic!("not read"),
            }
        };
        for id in 1..=25 {
            event_sender.forward(raw(id));
        }
        event_sender.is(GatewayShard::ONLY, false);
        assert_eq!(counts.dropped.load(Ordering::Relaxed), 15);
        for id in 1..=10 {
            assert!(
                matches!(ctx.try_recv(), Ok(Incoming::Interaction(first)) if first.interaction.id.0 == id)
            );
        }
        assert!(matches!(ctx.try_recv(), Ok(Incoming::Connections(ConnectionState::Down))));
        event_sender.forward(raw(26));
        assert!(matches!(ctx.try_recv(), Ok(Incoming::Interaction(_))), "there is room again");
    }

    #[tokio::test]
    async fn what_must_not_be_lost_waits_for_room_in_its_order() {
        let counts = Arc::new(LineCounts::default());
        let (events, mut ctx) = tokio::sync::mpsc::channel(RESERVED);
        let event_sender = EventSender::new(events, Arc::clone(&counts));
        let servers = 3 * RESERVED as u64;
        for id in 0..servers {
            event_sender.forward(Incoming::GuildHere { id: GuildId(id), channels: Vec::new() });
        }
        event_sender.is(GatewayShard::ONLY, true);
        drop(event_sender);
        for wanted in 0..servers {
            assert!(matches!(ctx.recv().await, Some(Incoming::GuildHere { id, .. }) if id.0 == wanted));
        }
        assert!(matches!(ctx.recv().await, Some(Incoming::Connections(ConnectionState::Up))));
        assert!(ctx.recv().await.is_none());
        assert_eq!(counts.dropped.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn the_lines_are_up_when_all_are() {
        let (events, mut ctx) = tokio::sync::mpsc::channel(RESERVED + 10);
        let event_sender = EventSender::new(events, Arc::default());
        let shard = |number| GatewayShard { number, total: 2 };
        let mut told = |tell: &dyn Fn()| {
            tell();
            match ctx.try_recv() {
                Ok(Incoming::Connections(state)) => state,
                _ => panic!("nothing was told"),
            }
        };
        assert_eq!(told(&|| event_sender.tell()), ConnectionState::Standby);
        assert_eq!(told(&|| event_sender.is(shard(0), true)), ConnectionState::Up);
        assert_eq!(told(&|| event_sender.is(shard(1), false)), ConnectionState::Part);
        assert_eq!(told(&|| event_sender.is(shard(1), true)), ConnectionState::Up);
        assert_eq!(told(&|| event_sender.is(shard(0), false)), ConnectionState::Part);
        assert_eq!(told(&|| event_sender.is(shard(1), false)), ConnectionState::Down);
        assert_eq!(told(&|| event_sender.is(shard(1), true)), ConnectionState::Part);
        assert_eq!(told(&|| event_sender.left(shard(0))), ConnectionState::Up);
        assert_eq!(told(&|| event_sender.left(shard(1))), ConnectionState::Standby);
    }
}
