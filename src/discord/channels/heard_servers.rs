//! From which servers interactions came: the bot is there, whatever was heard before.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::discord::interaction::ChannelInfo;
use crate::game::{GuildId, Millis};

/// The servers from which interactions came lately, and when the last one did.
#[derive(Debug, Default)]
pub struct HeardServers(Mutex<BTreeMap<GuildId, Millis>>);

impl HeardServers {
    /// An interaction has come from this place.
    pub fn note(&self, place: &ChannelInfo, at: Millis) {
        // Whoever has installed the bot for themselves uses it in servers that it is not in.
        if let (Some(guild), false) = (place.guild, place.absent) {
            self.note_server(guild, at);
        }
    }

    /// An interaction has come from this server.
    pub fn note_server(&self, guild: GuildId, at: Millis) {
        let mut heard = self.heard();
        let last = heard.entry(guild).or_insert(at);
        *last = at.max(*last);
    }

    /// Whether no server is noted.
    pub fn is_empty(&self) -> bool {
        self.heard().is_empty()
    }

    /// Whether this one is noted.
    pub fn contains(&self, guild: GuildId) -> bool {
        self.heard().contains_key(&guild)
    }

    /// Takes them out.
    pub fn take(&self) -> BTreeMap<GuildId, Millis> {
        std::mem::take(&mut *self.heard())
    }

    fn heard(&self) -> MutexGuard<'_, BTreeMap<GuildId, Millis>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
