//! Control of the guild: its installation of the app, and outages.

use serde_json::Value;

use super::StandIn;
use crate::permissions;
use crate::world::installation::Scopes;

impl StandIn {
    /// Removes the bot from the guild: `GUILD_DELETE`, and no access to its channels.
    pub fn remove_bot(&self) {
        self.shared.change(crate::world::World::remove_app);
    }

    /// Invites the bot as its link does: `GUILD_CREATE`.
    pub fn invite_bot(&self) {
        self.authorize(Scopes { bot: true, commands: true });
    }

    /// Adds the app with the scope `applications.commands` alone, so its bot is not a member.
    pub fn add_commands_only(&self) {
        self.authorize(Scopes { bot: false, commands: true });
    }

    fn authorize(&self, scopes: Scopes) {
        let red = self.member("red");
        let by = red.id().parse().unwrap_or_default();
        self.shared.change(|w| w.authorize(by, scopes, permissions::BOT));
    }

    /// Returns the permissions of the bot's role, if the bot is a member of the guild.
    pub fn bot_membership(&self) -> Option<u64> {
        self.shared.read(|w| w.guild_install.member.then_some(w.guild_install.permissions))
    }

    /// Omits the *Installation* page from the application object from now on.
    pub fn hide_integration_types_config(&self) {
        self.shared.change(|w| w.portal.untold = true);
    }

    /// Changes `integration_types_config` of the application: the *Installation* page of the developer
    /// portal.
    pub fn set_integration_types_config(&self, config: Value) {
        self.shared.change(|w| w.portal.integration_types_config = config);
    }

    /// Resets the bot's token in the developer portal, or makes the old token valid again.
    ///
    /// Requests and new gateway connections with a reset token are refused. An existing session continues.
    pub fn reset_token(&self, reset: bool) {
        self.shared.change(|w| w.portal.token_is_reset = reset);
    }

    /// Takes the guild offline: `GUILD_DELETE` with `unavailable`. The bot remains a member.
    pub fn guild_down(&self) {
        self.shared.change(|w| w.set_unavailable(true));
    }

    /// Brings the guild back: `GUILD_CREATE`.
    pub fn guild_up(&self) {
        self.shared.change(|w| w.set_unavailable(false));
    }
}
