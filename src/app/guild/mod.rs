//! Servers: their settings, and whether the bot can reach them.

pub(super) mod availability;
pub(super) mod games_chosen;
pub(super) mod settings;
pub(super) mod user_install;
