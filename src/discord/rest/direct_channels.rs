//! The channels of the bot's direct messages with users. Such a channel never changes, and Discord may stop a
//! bot that opens many, so each is requested once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::game::{ChannelId, UserId};

/// At most this many channels are remembered.
const MOST: usize = 10_000;

/// The known channels.
#[derive(Debug, Default)]
pub struct DirectChannels(Mutex<HashMap<UserId, ChannelId>>);

impl DirectChannels {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<UserId, ChannelId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the direct message channel of a user, if it is known.
    pub fn of(&self, who: UserId) -> Option<ChannelId> {
        self.with(|known| known.get(&who).copied())
    }

    /// Remembers the direct message channel of a user.
    pub fn note(&self, who: UserId, channel: ChannelId) {
        self.with(|known| {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(who, channel);
        });
    }

    /// Forgets the direct message channel of a user because it no longer exists.
    pub fn forget(&self, who: UserId) {
        self.with(|known| known.remove(&who));
    }
}
