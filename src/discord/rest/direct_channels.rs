//! The channels of the bot's direct messages with people. Such a channel stays the same, and Discord may stop a bot that opens many, so each is
//! asked for once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::game::{ChannelId, UserId};

/// At most so many are remembered.
const MOST: usize = 10_000;

/// The channels that are known.
#[derive(Debug, Default)]
pub struct DirectChannels(Mutex<HashMap<UserId, ChannelId>>);

impl DirectChannels {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<UserId, ChannelId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where somebody gets direct messages, if it is known.
    pub fn of(&self, who: UserId) -> Option<ChannelId> {
        self.with(|known| known.get(&who).copied())
    }

    /// Remembers where somebody gets direct messages.
    pub fn note(&self, who: UserId, channel: ChannelId) {
        self.with(|known| {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(who, channel);
        });
    }

    /// Forgets where somebody gets direct messages, as that is no channel any more.
    pub fn forget(&self, who: UserId) {
        self.with(|known| known.remove(&who));
    }
}
