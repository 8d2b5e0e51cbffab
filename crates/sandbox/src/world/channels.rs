//! Creation of channels and direct messages, their names and overwrites.

use super::World;
use crate::id::Id;
use crate::model::{Overwrite, StoredChannel, channel_type};

/// Converts a name to a text channel's: lower case, with dashes.
pub(crate) fn text_name(name: &str) -> String {
    name.trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// Returns the name of a channel of this type. Voice and stage channels may have any name.
pub(crate) fn channel_name(kind: u8, name: &str) -> String {
    let talks = matches!(kind, channel_type::VOICE | channel_type::STAGE);
    if talks { name.trim().to_owned() } else { text_name(name) }
}

impl World {
    /// Returns the DM of two people. Created when first needed.
    pub fn dm(&mut self, one: Id, other: Id) -> StoredChannel {
        let ours =
            |c: &&StoredChannel| c.is_dm() && c.recipients.contains(&one) && c.recipients.contains(&other);
        if let Some(channel) = self.channels.values().find(ours) {
            return channel.clone();
        }
        let mut channel = StoredChannel::new(self.fresh_id(), channel_type::DM, "");
        channel.recipients = vec![one, other];
        self.put_channel(channel.clone());
        channel
    }

    /// Creates a channel of this type at the end of the list.
    pub fn add_channel(&mut self, kind: u8, name: &str, topic: Option<&str>) -> StoredChannel {
        let mut channel = StoredChannel::new(self.fresh_id(), kind, name);
        channel.position = self.channels.values().filter(|c| c.is_of_guild()).count() as u16;
        channel.topic = topic.map(str::to_owned);
        self.put_channel(channel.clone());
        channel
    }

    /// Sets or removes the overwrite of a role or person in a channel.
    pub fn set_overwrite(&mut self, channel: Id, target: Id, overwrite: Option<Overwrite>) {
        let Some(mut place) = self.channels.get(&channel).cloned() else {
            return;
        };
        place.overwrites.retain(|o| o.id != target);
        place.overwrites.extend(overwrite);
        self.put_channel(place);
    }
}
