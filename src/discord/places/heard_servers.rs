//! Remembers which servers interactions came from: they prove that the bot is there, whatever was reported
//! before.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::discord::interaction::ChannelInfo;
use crate::game::{GuildId, Millis};

/// The servers from which interactions came recently, and the time of the last one.
#[derive(Debug, Default)]
pub struct HeardServers(Mutex<BTreeMap<GuildId, Millis>>);

impl HeardServers {
    /// Records an interaction from this place.
    pub fn note(&self, place: &ChannelInfo, at: Millis) {
        // A person who has installed the bot for themselves uses it in servers that it is not in.
        if let (Some(guild), false) = (place.guild, place.absent) {
            self.note_server(guild, at);
        }
    }

    /// Records an interaction from this server.
    pub fn note_server(&self, guild: GuildId, at: Millis) {
        let mut heard = self.heard();
        let last = heard.entry(guild).or_insert(at);
        *last = at.max(*last);
    }

    /// True if no server is recorded.
    pub fn is_empty(&self) -> bool {
        self.heard().is_empty()
    }

    /// True if this server is recorded.
    pub fn contains(&self, guild: GuildId) -> bool {
        self.heard().contains_key(&guild)
    }

    /// Takes all recorded servers.
    pub fn take(&self) -> BTreeMap<GuildId, Millis> {
        std::mem::take(&mut *self.heard())
    }

    fn heard(&self) -> MutexGuard<'_, BTreeMap<GuildId, Millis>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
