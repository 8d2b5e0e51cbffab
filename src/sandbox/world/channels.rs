//! Channels and direct messages: how they come to be, and what stands in them.

use super::World;
use crate::sandbox::id::Id;
use crate::sandbox::model::{Overwrite, StoredChannel, channel_type};

/// Names of text channels are lower case with dashes.
pub(crate) fn text_name(name: &str) -> String {
    name.trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

impl World {
    /// The direct messages of two people, made at their first.
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

    /// Makes a text channel at the end of the list.
    pub fn add_text_channel(&mut self, name: &str, topic: Option<&str>) -> StoredChannel {
        let mut channel = StoredChannel::new(self.fresh_id(), channel_type::TEXT, name);
        channel.position = self.channels.values().filter(|c| c.kind == channel_type::TEXT).count() as u16;
        channel.topic = topic.map(str::to_owned);
        self.put_channel(channel.clone());
        channel
    }

    /// Sets or takes back the override of a role or person in a channel.
    pub fn set_overwrite(&mut self, channel: Id, target: Id, overwrite: Option<Overwrite>) {
        let Some(mut place) = self.channels.get(&channel).cloned() else {
            return;
        };
        place.overwrites.retain(|o| o.id != target);
        place.overwrites.extend(overwrite);
        self.put_channel(place);
    }
}
