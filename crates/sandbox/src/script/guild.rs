//! The guild in a script's hands: whether and how it has the app, and whether Discord can serve it.

use serde_json::Value;

use super::StandIn;
use crate::permissions;
use crate::world::installation::Scopes;

impl StandIn {
    /// Removes the bot from the guild: `GUILD_DELETE`, and no access to its channels.
    pub fn remove_bot(&self) {
        self.shared.change(crate::world::World::remove_app);
    }

    /// Invites the bot, as its link asks: `GUILD_CREATE`.
    pub fn invite_bot(&self) {
        self.authorize(Scopes { bot: true, commands: true });
    }

    /// Adds the app with the scope `applications.commands` alone: its commands are there, and its bot is no member.
    pub fn add_commands_only(&self) {
        self.authorize(Scopes { bot: false, commands: true });
    }

    fn authorize(&self, scopes: Scopes) {
        let red = self.member("red");
        let by = red.id().parse().unwrap_or_default();
        self.shared.change(|w| w.authorize(by, scopes, permissions::BOT));
    }

    /// Whether the bot is a member of the guild, and what its role may do there.
    pub fn bot_membership(&self) -> Option<u64> {
        self.shared.read(|w| w.guild_install.member.then_some(w.guild_install.permissions))
    }

    /// The application's object says nothing of the *Installation* page from now on.
    pub fn hide_integration_types_config(&self) {
        self.shared.change(|w| w.portal.untold = true);
    }

    /// Changes the *Installation* page of the developer portal: `integration_types_config` of the application from now on.
    pub fn set_integration_types_config(&self, config: Value) {
        self.shared.change(|w| w.portal.integration_types_config = config);
    }

    /// Discord cannot serve the guild: `GUILD_DELETE` with `unavailable`. The bot is still in it.
    pub fn guild_down(&self) {
        self.shared.change(|w| w.set_unavailable(true));
    }

    /// Discord serves the guild again: `GUILD_CREATE`.
    pub fn guild_up(&self) {
        self.shared.change(|w| w.set_unavailable(false));
    }
}
