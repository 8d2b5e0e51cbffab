//! The state that the parts of a running bot share: whether it is connected, closing or has ended.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::mpsc::WeakSender;
use tokio::sync::{Notify, oneshot};

use super::interaction::{ConnectionState, Incoming};
use super::operator::Halted;
use crate::timing::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running(ConnectionState),
    Closing,
}

/// A dispatcher that has not answered for so long does not count as alive. It waits for nothing itself.
const DEAF_AFTER: Duration = Duration::from_secs(5);

/// Why nothing that players do gets through, although the connections are up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// Discord does not take the bot's token.
    Token,
    /// The endpoint takes no connections, not even from this computer.
    Endpoint,
    /// Discord sends interactions elsewhere, or nowhere.
    Address,
    /// The endpoint does not answer at its public address, where it did before.
    PublicAddress,
}

/// The state that the parts of a running bot share.
#[derive(Clone, Debug)]
pub struct BotState {
    phase: Arc<watch::Sender<Phase>>,
    ended: Arc<watch::Sender<Option<Halted>>>,
    obstacles: Arc<watch::Sender<BTreeMap<Obstacle, String>>>,
    arrived: Arc<Notify>,
    /// The queue of the dispatcher, once there is one.
    dispatcher: Arc<OnceLock<WeakSender<Incoming>>>,
}

impl BotState {
    /// Running, and not connected yet.
    pub fn new() -> Self {
        Self {
            phase: Arc::new(watch::Sender::new(Phase::Running(ConnectionState::Down))),
            ended: Arc::new(watch::Sender::new(None)),
            obstacles: Arc::default(),
            arrived: Arc::default(),
            dispatcher: Arc::default(),
        }
    }

    /// Notes by which queue the dispatcher is reached.
    pub fn set_dispatcher(&self, events: WeakSender<Incoming>) {
        // Set only once.
        let _ = self.dispatcher.set(events);
    }

    /// Whether the dispatcher answers a question that comes by its queue. One that has not begun or has ended is not deaf.
    pub async fn dispatcher_answers(&self) -> bool {
        let Some(events) = self.dispatcher.get().and_then(WeakSender::upgrade) else { return true };
        let (answer, answered) = oneshot::channel();
        let asked = async {
            if events.send(Incoming::AreYouThere(answer)).await.is_ok() {
                // Dropped unanswered: it has ended meanwhile.
                let _ended = answered.await;
            }
        };
        tokio::time::timeout(DEAF_AFTER, asked).await.is_ok()
    }

    /// Sets whether this is in the way, with a sentence for the operator; `None`: it is not, or not any more.
    pub fn set_obstacle(&self, obstacle: Obstacle, why: Option<String>) {
        self.obstacles.send_if_modified(|all| match why {
            Some(why) if all.get(&obstacle) == Some(&why) => false,
            Some(why) => all.insert(obstacle, why).is_none_or(|_| true),
            None => all.remove(&obstacle).is_some(),
        });
    }

    /// Why nothing that players do gets through although the connections are up, if that is so.
    pub fn obstacle(&self) -> Option<String> {
        self.obstacles.borrow().values().next().cloned()
    }

    /// The same, but only what keeps this process from its work. An address that Discord does not have is none of that: it is tried when it is
    /// entered, and only processes that count as ready are tried.
    pub fn own_obstacle(&self) -> Option<String> {
        let all = self.obstacles.borrow();
        [Obstacle::Token, Obstacle::Endpoint].iter().find_map(|own| all.get(own)).cloned()
    }

    /// Waits until what is in the way changes.
    pub async fn obstacles_changed(&self) {
        // The sender is in `self`, so the wait cannot fail.
        let _ = self.obstacles.subscribe().changed().await;
    }

    /// Something that Discord has signed has come in: what seemed to be in the way may be over.
    pub fn note_arrival(&self) {
        if !self.obstacles.borrow().is_empty() {
            self.arrived.notify_one();
        }
    }

    /// Waits for an arrival while something seems to be in the way, or at once if there has been one that nobody has waited for.
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

    /// The gateway has ended for good.
    pub fn end(&self, why: Halted) {
        if !self.is_closing() {
            // The first reason is the cause of all later ones.
            self.ended.send_if_modified(|ended| ended.is_none() && ended.replace(why).is_none());
        }
    }

    /// Whether nothing new is taken.
    pub fn is_closing(&self) -> bool {
        *self.phase.borrow() == Phase::Closing
    }

    /// Whether the bot is healthy: connected at least in part, or standing by for another process.
    pub fn is_well(&self) -> bool {
        matches!(
            *self.phase.borrow(),
            Phase::Running(ConnectionState::Part | ConnectionState::Up | ConnectionState::Standby)
        )
    }

    /// Whether the bot stands by for another process.
    pub fn stands_by(&self) -> bool {
        *self.phase.borrow() == Phase::Running(ConnectionState::Standby)
    }

    /// Whether all connections that bring interactions are up.
    pub fn is_connected(&self) -> bool {
        matches!(*self.phase.borrow(), Phase::Running(ConnectionState::Up))
    }

    /// Whether something is in the way of all processes alike, although this one is connected.
    pub fn is_obstructed(&self) -> bool {
        self.is_connected() && self.obstacles.borrow().keys().any(|obstacle| *obstacle != Obstacle::Endpoint)
    }

    /// Whether what players do gets through: all connections are up, and nothing is in the way.
    pub fn is_reached(&self) -> bool {
        self.is_connected() && self.obstacles.borrow().is_empty()
    }

    /// Whether this process may see to what is due. An address that is gone is so for all processes, and is no reason to leave it to others.
    pub fn can_lead(&self) -> bool {
        self.is_connected() && self.own_obstacle().is_none()
    }

    /// Waits until what players do gets through.
    pub async fn reached(&self) {
        let mut obstacles = self.obstacles.subscribe();
        while !self.is_reached() {
            self.connected().await;
            // The sender is in `self`, so the wait cannot fail.
            let _ = obstacles.wait_for(BTreeMap::is_empty).await;
        }
    }

    /// From now on, nothing new is taken.
    pub fn close(&self) {
        self.phase.send_replace(Phase::Closing);
    }

    /// Waits until the bot is connected, or stands by for another process.
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

    /// Waits until the gateway has ended by itself, and says why.
    pub async fn ended(&self) -> Halted {
        let mut ended = self.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(why) => why.clone().unwrap_or_else(|| Halted::for_now("the bot is gone")),
            Err(_) => Halted::for_now("the bot is gone"),
        }
    }
}

/// Says whether a bot is alive.
pub struct Pulse(BotState);

impl Pulse {
    /// That of the bot in this state.
    pub fn of(state: BotState) -> Self {
        Self(state)
    }

    /// Whether it takes what comes from Discord.
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
                    // Who asked first has lost patience.
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
