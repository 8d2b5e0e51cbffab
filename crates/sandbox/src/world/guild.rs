//! Guild membership and outages of the guild.

use serde_json::json;

use super::World;
use crate::hub::intent;
use crate::id::Id;
use crate::model::GUILD;

impl World {
    /// Makes the guild unavailable (`GUILD_DELETE` with `unavailable`), or available again.
    ///
    /// During an outage people cannot act in it, and new sessions do not receive it.
    pub fn set_unavailable(&mut self, out: bool) {
        self.guild_is_out = out;
        if out {
            let gone = json!({ "id": GUILD, "unavailable": true });
            self.hub.dispatch("GUILD_DELETE", intent::GUILDS, true, &gone, None);
        } else {
            let guild = self.guild_create();
            self.hub.dispatch("GUILD_CREATE", intent::GUILDS, true, &guild, None);
        }
    }

    /// Makes a person leave the guild or join it again. Only bots with the members intent get the event.
    pub fn set_left(&mut self, person: Id, left: bool) {
        let Some(mut member) = self.people.get(&person).filter(|one| one.left != left).cloned() else {
            return;
        };
        let seen = |world: &Self| -> Vec<Id> {
            let member = &world.people[&person];
            world.channels.values().filter(|c| !c.is_dm() && world.sees(member, c)).map(|c| c.id).collect()
        };
        let before = seen(self);
        member.left = left;
        self.put_person(member);
        for id in before.iter().filter(|_| left) {
            self.hub.tell(person, &json!({ "t": "channel_delete", "id": id }));
        }
        for id in seen(self).iter().filter(|_| !left) {
            let shown = self.channel_page(&self.channels[id], &self.people[&person]);
            self.hub.tell(person, &json!({ "t": "channel_create", "channel": shown }));
        }
        let event = if left { "GUILD_MEMBER_REMOVE" } else { "GUILD_MEMBER_ADD" };
        let mut told =
            if left { json!({ "user": self.user(person) }) } else { Self::member(&self.people[&person]) };
        told["guild_id"] = json!(GUILD);
        self.hub.dispatch(event, intent::GUILD_MEMBERS, true, &told, None);
    }
}
