//! State shared by the parts of a running bot: connected, closing or ended.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::mpsc::WeakSender;
use tokio::sync::{Notify, oneshot};

use super::interaction::incoming::{ConnectionState, Incoming};
use super::operator::Halted;
use crate::timing::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running(ConnectionState),
    Closing,
}

/// A dispatcher that has not answered for this long does not count as alive. It never blocks itself.
const DEAF_AFTER: Duration = Duration::from_secs(5);

/// Why no player's action gets through although the connections are up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// Discord rejects the bot's token.
    Token,
    /// The endpoint accepts no connections, not even from this machine.
    Endpoint,
    /// Discord sends interactions to another address, or to none.
    Address,
    /// The endpoint no longer answers at its public address.
    PublicAddress,
}

/// State shared by the parts of a running bot.
#[derive(Clone, Debug)]
pub struct BotState {
    phase: Arc<watch::Sender<Phase>>,
    ended: Arc<watch::Sender<Option<Halted>>>,
    obstacles: Arc<watch::Sender<BTreeMap<Obstacle, String>>>,
    arrived: Arc<Notify>,
    /// The dispatcher's queue, once it exists.
    dispatcher: Arc<OnceLock<WeakSender<Incoming>>>,
}

impl BotState {
    /// Running, but not connected yet.
    pub fn new() -> Self {
        Self {
            phase: Arc::new(watch::Sender::new(Phase::Running(ConnectionState::Down))),
            ended: Arc::new(watch::Sender::new(None)),
            obstacles: Arc::default(),
            arrived: Arc::default(),
            dispatcher: Arc::default(),
        }
    }

    /// Sets the queue that reaches the dispatcher.
    pub fn set_dispatcher(&self, events: WeakSender<Incoming>) {
        let _ = self.dispatcher.set(events);
    }

    /// True if the dispatcher answers a probe sent through its queue. One that has not started or has ended
    /// is not deaf.
    pub async fn dispatcher_answers(&self) -> bool {
        let Some(events) = self.dispatcher.get().and_then(WeakSender::upgrade) else { return true };
        let (answer, answered) = oneshot::channel();
        let asked = async {
            if events.send(Incoming::AreYouThere(answer)).await.is_ok() {
                // Dropped without an answer: the dispatcher has ended meanwhile.
                let _ended = answered.await;
            }
        };
        tokio::time::timeout(DEAF_AFTER, asked).await.is_ok()
    }

    /// Sets an obstacle, with a sentence for the operator; `None` clears it.
    pub fn set_obstacle(&self, obstacle: Obstacle, why: Option<String>) {
        self.obstacles.send_if_modified(|all| match why {
            Some(why) if all.get(&obstacle) == Some(&why) => false,
            Some(why) => all.insert(obstacle, why).is_none_or(|_| true),
            None => all.remove(&obstacle).is_some(),
        });
    }

    /// The sentence for the first obstacle, if any: no player's action gets through although the connections
    /// are up.
    pub fn obstacle(&self) -> Option<String> {
        self.obstacles.borrow().values().next().cloned()
    }

    /// The sentence for an obstacle that keeps this process from its work, if any.
    ///
    /// Discord not having our address is no such obstacle: Discord tests an address when it is entered, and
    /// only processes that count as ready are tested.
    pub fn own_obstacle(&self) -> Option<String> {
        let all = self.obstacles.borrow();
        [Obstacle::Token, Obstacle::Endpoint].iter().find_map(|own| all.get(own)).cloned()
    }

    /// Waits until the obstacles change.
    pub async fn obstacles_changed(&self) {
        // The sender is in `self`, so the wait cannot fail.
        let _ = self.obstacles.subscribe().changed().await;
    }

    /// Notes that a request signed by Discord has arrived: an obstacle may be gone.
    pub fn note_arrival(&self) {
        if !self.obstacles.borrow().is_empty() {
            self.arrived.notify_one();
        }
    }

    /// Waits for an arrival while there is an obstacle. Returns at once if one is still unconsumed.
    pub async fn arrival(&self) {
        self.arrived.notified().await;
    }

    /// Sets the state of the connections that bring interactions, unless the bot is closing.
    pub fn set_lines(&self, lines: ConnectionState) {
        self.phase.send_modify(|phase| {
            if *phase != Phase::Closing {
                *phase = Phase::Running(lines);
            }
        });
    }

    /// Notes that the gateway has ended for good.
    pub fn end(&self, why: Halted) {
        if !self.is_closing() {
            // Keep the first reason: it causes all later ones.
            self.ended.send_if_modified(|ended| ended.is_none() && ended.replace(why).is_none());
        }
    }

    /// True once nothing new is accepted.
    pub fn is_closing(&self) -> bool {
        *self.phase.borrow() == Phase::Closing
    }

    /// True if the bot is healthy: connected at least in part, or standing by for another process.
    pub fn is_well(&self) -> bool {
        matches!(
            *self.phase.borrow(),
            Phase::Running(ConnectionState::Part | ConnectionState::Up | ConnectionState::Standby)
        )
    }

    /// True if the bot stands by for another process.
    pub fn stands_by(&self) -> bool {
        *self.phase.borrow() == Phase::Running(ConnectionState::Standby)
    }

    /// True if all connections that bring interactions are up.
    pub fn is_connected(&self) -> bool {
        matches!(*self.phase.borrow(), Phase::Running(ConnectionState::Up))
    }

    /// True if an obstacle affects all processes, although this one is connected.
    pub fn is_obstructed(&self) -> bool {
        self.is_connected() && self.obstacles.borrow().keys().any(|obstacle| *obstacle != Obstacle::Endpoint)
    }

    /// True if players' actions get through: all connections are up and there is no obstacle.
    pub fn is_reached(&self) -> bool {
        self.is_connected() && self.obstacles.borrow().is_empty()
    }

    /// True if this process may do the work that is due.
    ///
    /// A lost public address affects all processes alike, so it is no reason to leave the work to others.
    pub fn can_lead(&self) -> bool {
        self.is_connected() && self.own_obstacle().is_none()
    }

    /// Waits until players' actions get through.
    pub async fn reached(&self) {
        let mut obstacles = self.obstacles.subscribe();
        while !self.is_reached() {
            self.connected().await;
            // The sender is in `self`, so the wait cannot fail.
            let _ = obstacles.wait_for(BTreeMap::is_empty).await;
        }
    }

    /// Stops accepting anything new.
    pub fn close(&self) {
        self.phase.send_replace(Phase::Closing);
    }

    /// Waits until the bot is connected or stands by for another process.
    pub async fn ready(&self) {
        let mut phase = self.phase.subscribe();
        let is_ready =
            |phase: &Phase| matches!(phase, Phase::Running(ConnectionState::Up | ConnectionState::Standby));
        // The sender is in `self`, so the wait cannot fail.
        let _ = phase.wait_for(is_ready).await;
    }

    /// Waits until all connections that bring interactions are up.
    pub async fn connected(&self) {
        let mut phase = self.phase.subscribe();
        // The sender is in `self`, so the wait cannot fail.
        let _ = phase.wait_for(|phase| matches!(phase, Phase::Running(ConnectionState::Up))).await;
    }

    /// Waits until the gateway has ended by itself, and returns the reason.
    pub async fn ended(&self) -> Halted {
        let mut ended = self.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(why) => why.clone().unwrap_or_else(|| Halted::for_now("the bot is gone")),
            Err(_) => Halted::for_now("the bot is gone"),
        }
    }
}

/// Checks whether a bot is alive.
pub struct Pulse(BotState);

impl Pulse {
    /// The pulse of the bot in this state.
    pub fn of(state: BotState) -> Self {
        Self(state)
    }

    /// True if the bot still processes events from Discord.
    pub async fn answers(&self) -> bool {
        self.0.dispatcher_answers().await
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_dispatcher_that_takes_nothing_is_deaf() {
        let state = BotState::new();
        assert!(state.dispatcher_answers().await, "there is none yet");
        let (events, mut taken) = mpsc::channel(1);
        state.set_dispatcher(events.downgrade());
        assert!(!state.dispatcher_answers().await, "nobody takes what it was sent");
        assert!(!state.dispatcher_answers().await, "there is no room for a question either");
        let dispatcher = tokio::spawn(async move {
            while let Some(event) = taken.recv().await {
                if let Incoming::AreYouThere(answer) = event {
                    // The first caller has timed out.
                    let _gone = answer.send(());
                }
            }
        });
        assert!(state.dispatcher_answers().await);
        drop(events);
        dispatcher.await.expect("it ends");
        assert!(state.dispatcher_answers().await, "it has ended in order");
    }
}
