//! The installation of the app: its settings in the developer portal, and its state in the guild.

use serde_json::{Value, json};

use super::World;
use super::act::{Actor, ClientRefusal};
use super::objects::merge;
use crate::hub::intent;
use crate::id::{Id, iso};
use crate::journal::JournalEntry;
use crate::model::{APPLICATION, BOT_ROLE, GUILD, GuildInstall, StoredChannel};
use crate::permissions::{self, IN_ANSWERS, MANAGE_GUILD};

/// The app's settings in the developer portal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Portal {
    /// `integration_types_config` of the application object.
    pub integration_types_config: Value,
    /// Whether the application object omits `integration_types_config`.
    pub untold: bool,
    /// The *Interactions Endpoint URL*. If set, interactions go only there.
    pub interactions_url: Option<String>,
    /// Whether the bot's token was reset and is no longer valid.
    pub token_is_reset: bool,
}

impl Portal {
    /// Whether the app supports this installation type: 0 in guilds, 1 by users.
    ///
    /// Without a setting it supports both.
    pub fn supports(&self, integration_type: u64) -> bool {
        let config = self.integration_types_config.as_object();
        config.is_none_or(|config| config.contains_key(&integration_type.to_string()))
    }

    /// Returns `integration_types_config` as the application object shows it.
    pub fn told(&self) -> Value {
        if self.untold { Value::Null } else { self.integration_types_config.clone() }
    }

    /// Returns the supported installation types, which are the default of new commands.
    pub fn integration_types(&self) -> Vec<u64> {
        (0..2).filter(|one| self.supports(*one)).collect()
    }

    /// Returns the default install settings of guilds: scopes and permissions.
    pub fn defaults(&self) -> (Vec<String>, u64) {
        let params = &self.integration_types_config["0"]["oauth2_install_params"];
        let scopes = serde_json::from_value(params["scopes"].clone()).unwrap_or_default();
        (scopes, params["permissions"].as_str().and_then(|bits| bits.parse().ok()).unwrap_or(0))
    }
}

/// The scopes with which an app is authorized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scopes {
    pub bot: bool,
    pub commands: bool,
}

impl Scopes {
    /// Parses the scopes of a link, separated by spaces.
    pub fn read(text: &str) -> Result<Self, ClientRefusal> {
        let mut scopes = Self { bot: false, commands: false };
        for scope in text.split_whitespace() {
            match scope {
                "bot" => (scopes.bot, scopes.commands) = (true, true),
                "applications.commands" => scopes.commands = true,
                _ => {
                    return Err(ClientRefusal::new("The requested scope is invalid, unknown, or malformed."));
                }
            }
        }
        Ok(scopes)
    }
}

impl World {
    /// Sets the permissions of the bot's role to those that the guild has granted.
    pub(super) fn role_follows(&mut self) {
        let granted = self.guild_install.permissions;
        for role in self.roles.iter_mut().filter(|role| role.id == BOT_ROLE) {
            role.permissions = granted;
        }
    }

    fn put_install(&mut self, install: GuildInstall) {
        super::write(&mut self.journal, &JournalEntry::Install { install });
        self.guild_install = install;
        self.role_follows();
        self.tell_bot_place();
        self.tell_commands();
    }

    /// Authorizes the app for the guild, by a person.
    ///
    /// Its commands become available, and with the scope `bot` it becomes a member with these permissions.
    pub fn authorize(&mut self, by: Id, scopes: Scopes, permissions: u64) {
        let (before, joins) = (self.guild_install, scopes.bot && !self.guild_install.member);
        let permissions = if scopes.bot { permissions } else { before.permissions };
        let member = before.member || scopes.bot;
        self.put_install(GuildInstall { member, commands: before.commands || scopes.commands, permissions });
        let guild = self.guild_create();
        if joins {
            self.hub.dispatch("GUILD_CREATE", intent::GUILDS, true, &guild, None);
        } else if scopes.bot {
            let role = self.roles.iter().find(|role| role.id == BOT_ROLE).map(super::objects::role);
            let told = json!({ "guild_id": GUILD, "role": role });
            self.hub.dispatch("GUILD_ROLE_UPDATE", intent::GUILDS, true, &told, None);
        }
        self.tell_authorized(by, scopes, &guild);
    }

    /// Sends the webhook event of an authorization. Discord has none for the removal of a bot.
    fn tell_authorized(&self, by: Id, scopes: Scopes, guild: &Value) {
        let Some(told) = &self.hub.told else { return };
        let scopes: &[&str] =
            if scopes.bot { &["bot", "applications.commands"] } else { &["applications.commands"] };
        let data = json!({
            "integration_type": 0, "user": self.user(by), "scopes": scopes,
            "guild": { "id": guild["id"], "name": guild["name"], "owner_id": guild["owner_id"] },
        });
        let event = json!({ "type": "APPLICATION_AUTHORIZED", "timestamp": iso(self.now()), "data": data });
        let body = json!({ "version": 1, "application_id": APPLICATION, "type": 1, "event": event });
        told.send(body.to_string()).ok();
    }

    /// Removes the app from the guild: `GUILD_DELETE`.
    pub fn remove_app(&mut self) {
        let was = self.guild_install;
        self.put_install(GuildInstall { member: false, commands: false, ..was });
        if was.member {
            self.hub.dispatch("GUILD_DELETE", intent::GUILDS, true, &json!({ "id": GUILD }), None);
        }
    }

    /// Installs the app for a person, who can then use it everywhere.
    pub fn install(&mut self, person: Id) {
        self.installed.insert(person);
        self.tell_bot_place();
        self.tell_commands();
    }

    fn tell_bot_place(&self) {
        for person in self.people.keys() {
            let mut told = self.bot_place(*person);
            merge(&mut told, json!({ "t": "bot_place" }));
            self.hub.tell(*person, &told);
        }
    }

    /// Returns the installation state for a person's page.
    ///
    /// It says whether the bot is not a member, whether only its commands are available, and whether the
    /// person has installed the app.
    pub fn bot_place(&self, person: Id) -> Value {
        let GuildInstall { member, commands, .. } = self.guild_install;
        json!({ "removed": !member, "commands_only": commands && !member, "installed": self.installed.contains(&person) })
    }

    /// Whether the app is in the channel's guild, even without its bot, or in the DM.
    pub fn app_is_in(&self, channel: &StoredChannel) -> bool {
        self.bot_is_in(channel) || (!channel.is_dm() && self.guild_install.commands)
    }

    /// Returns an app's permissions in a guild's channel without its bot as a member.
    ///
    /// These are the permissions of @everyone, limited to those that responses use.
    pub fn answers_may(&self, channel: &StoredChannel) -> u64 {
        let place = channel.thread.as_ref().and_then(|t| self.channels.get(&t.parent)).unwrap_or(channel);
        self.everybody_may(place) & IN_ANSWERS
    }

    /// Checks an authorization link. Without scopes the default install settings apply.
    ///
    /// # Errors
    /// The message of Discord's page.
    pub fn asked_by_link(
        &self,
        client: Option<Id>,
        scope: Option<&str>,
        permissions: Option<u64>,
    ) -> Result<(Scopes, u64), ClientRefusal> {
        if client != Some(APPLICATION) {
            return Err(ClientRefusal::new("Unknown Application"));
        }
        let (default_scopes, default_bits) = self.portal.defaults();
        let defaults = default_scopes.join(" ");
        let scopes = Scopes::read(scope.unwrap_or(&defaults))?;
        if !scopes.commands {
            return Err(ClientRefusal::new("No scopes were provided."));
        }
        let bits = permissions.unwrap_or(if scope.is_none() { default_bits } else { 0 });
        Ok((scopes, if scopes.bot { bits } else { 0 }))
    }

    /// Whether a person may add apps to the guild, which needs Manage Server.
    pub fn may_add_apps(&self, person: Id) -> bool {
        self.people.get(&person).is_some_and(|p| !p.left && self.guild_permissions(p) & MANAGE_GUILD != 0)
    }

    /// Removes the bot, or invites it as its link does, on behalf of a person.
    ///
    /// # Errors
    /// The person does not have Manage Server.
    pub fn place_bot(&mut self, actor: &Actor, removed: bool) -> Result<(), ClientRefusal> {
        if !self.may_add_apps(actor.person) {
            return Err(ClientRefusal::new("You do not have permission to do that."));
        }
        if removed {
            self.remove_app();
        } else {
            self.authorize(actor.person, Scopes { bot: true, commands: true }, permissions::BOT);
        }
        Ok(())
    }
}
