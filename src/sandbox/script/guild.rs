//! The guild in a script's hands: whether the bot is in it, and whether Discord can serve it.

use super::StandIn;

impl StandIn {
    /// Removes the bot from the guild: `GUILD_DELETE`, and no access to its channels.
    pub fn remove_bot(&self) {
        self.shared.change(|w| w.set_bot_removed(true));
    }

    /// Invites the bot again: `GUILD_CREATE`.
    pub fn invite_bot(&self) {
        self.shared.change(|w| w.set_bot_removed(false));
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
