//! The bot's place in the guild: removed, invited again, and the guild's own outages.

use serde_json::{Value, json};

use super::World;
use super::act::{Actor, ClientRefusal};
use crate::sandbox::hub::intent;
use crate::sandbox::id::{Id, iso};
use crate::sandbox::model::{APPLICATION, GUILD};
use crate::sandbox::permissions::MANAGE_CHANNELS;

impl World {
    /// Removes the bot from the guild, or invites it again: `GUILD_DELETE` or `GUILD_CREATE`.
    pub fn set_bot_removed(&mut self, removed: bool) {
        if self.bot_removed == removed {
            return;
        }
        self.bot_removed = removed;
        if removed {
            self.hub.dispatch("GUILD_DELETE", intent::GUILDS, true, &json!({ "id": GUILD }), None);
        } else {
            let guild = self.guild_create();
            self.hub.dispatch("GUILD_CREATE", intent::GUILDS, true, &guild, None);
            self.tell_authorized(&guild);
        }
        self.tell_bot_place();
    }

    /// The webhook event of an invitation. There is none of a removal.
    fn tell_authorized(&self, guild: &Value) {
        let Some(told) = &self.hub.told else { return };
        let Some(user) = self.people.values().find(|person| !person.bot).map(|person| person.id) else {
            return;
        };
        let data = json!({
            "integration_type": 0, "user": self.user(user), "scopes": ["bot", "applications.commands"],
            "guild": { "id": guild["id"], "name": guild["name"], "owner_id": guild["owner_id"] },
        });
        let event = json!({ "type": "APPLICATION_AUTHORIZED", "timestamp": iso(self.now()), "data": data });
        let body = json!({ "version": 1, "application_id": APPLICATION, "type": 1, "event": event });
        told.send(body.to_string()).ok();
    }

    /// The guild is out of reach for everybody: `GUILD_DELETE` as well, but with `unavailable`; then back.
    pub fn set_unavailable(&mut self, out: bool) {
        if out {
            let gone = json!({ "id": GUILD, "unavailable": true });
            self.hub.dispatch("GUILD_DELETE", intent::GUILDS, true, &gone, None);
        } else {
            let guild = self.guild_create();
            self.hub.dispatch("GUILD_CREATE", intent::GUILDS, true, &guild, None);
        }
    }

    /// A person removes the bot or invites it. Discord wants Manage Server; here whoever manages channels has that.
    pub fn place_bot(&mut self, actor: &Actor, removed: bool) -> Result<(), ClientRefusal> {
        let manages =
            self.people.get(&actor.person).is_some_and(|p| self.guild_permissions(p) & MANAGE_CHANNELS != 0);
        if !manages {
            return Err(ClientRefusal::new("You do not have permission to do that."));
        }
        self.set_bot_removed(removed);
        Ok(())
    }

    /// A person leaves the guild, or joins it again. Only bots with the members intent are told.
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

    /// A person has the app everywhere from now on.
    pub fn install(&mut self, person: Id) {
        self.installed.insert(person);
        self.tell_bot_place();
    }

    fn tell_bot_place(&self) {
        for person in self.people.keys() {
            let installed = self.installed.contains(person);
            let told = json!({ "t": "bot_place", "removed": self.bot_removed, "installed": installed });
            self.hub.tell(*person, &told);
        }
    }
}
