//! From which servers interactions came: the bot is there, whatever was heard before.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

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
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(GuildId(guild), at);
        }
    }

    /// Takes them out.
    pub fn take(&self) -> BTreeMap<GuildId, Millis> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
