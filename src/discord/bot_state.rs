//! The state that the parts of a running bot share: whether it is connected, closing or has ended.

use std::sync::Arc;

use super::interaction::LineState;
use crate::timing::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running(LineState),
    Closing,
}

/// The state that the parts of a running bot share.
#[derive(Clone, Debug)]
pub struct BotState {
    phase: Arc<watch::Sender<Phase>>,
    ended: Arc<watch::Sender<Option<String>>>,
    trouble: Arc<watch::Sender<Option<String>>>,
}

impl BotState {
    /// Running, and not connected yet.
    pub fn new() -> Self {
        Self {
            phase: Arc::new(watch::Sender::new(Phase::Running(LineState::Down))),
            ended: Arc::new(watch::Sender::new(None)),
            trouble: Arc::new(watch::Sender::new(None)),
        }
    }

    /// Sets why nothing can come in although the endpoint listens; `None`: that is over.
    pub fn set_trouble(&self, why: Option<String>) {
        self.trouble.send_if_modified(|trouble| {
            let news = *trouble != why;
            *trouble = why;
            news
        });
    }

    /// Why nothing can come in although the endpoint listens, if that is so.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }

    /// Waits until that changes.
    pub async fn trouble_changed(&self) {
        // The sender is in `self`, so the wait cannot fail.
        let _ = self.trouble.subscribe().changed().await;
    }

    /// Sets the state of the connections that bring interactions, unless the bot is closing.
    pub fn set_lines(&self, lines: LineState) {
        self.phase.send_modify(|phase| {
            if *phase != Phase::Closing {
                *phase = Phase::Running(lines);
            }
        });
    }

    /// The gateway has ended for good.
    pub fn end(&self, why: String) {
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
        matches!(*self.phase.borrow(), Phase::Running(LineState::Part | LineState::Up | LineState::Standby))
    }

    /// Whether the bot stands by for another process.
    pub fn stands_by(&self) -> bool {
        *self.phase.borrow() == Phase::Running(LineState::Standby)
    }

    /// Whether all connections that bring interactions are up.
    pub fn is_connected(&self) -> bool {
        matches!(*self.phase.borrow(), Phase::Running(LineState::Up))
    }

    /// From now on, nothing new is taken.
    pub fn close(&self) {
        self.phase.send_replace(Phase::Closing);
    }

    /// Waits until the bot is connected, or stands by for another process.
    pub async fn ready(&self) {
        let mut phase = self.phase.subscribe();
        let is_ready = |phase: &Phase| matches!(phase, Phase::Running(LineState::Up | LineState::Standby));
        // The sender is in `self`, so the wait cannot fail.
        let _ = phase.wait_for(is_ready).await;
    }

    /// Waits until all connections that bring interactions are up.
    pub async fn connected(&self) {
        let mut phase = self.phase.subscribe();
        // The sender is in `self`, so the wait cannot fail.
        let _ = phase.wait_for(|phase| matches!(phase, Phase::Running(LineState::Up))).await;
    }

    /// Waits until the gateway has ended by itself, and says why.
    pub async fn ended(&self) -> String {
        let mut ended = self.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(why) => why.clone().unwrap_or_default(),
            Err(_) => "the bot is gone".to_owned(),
        }
    }
}
