//! Servers: what those who manage them have set, and whether the bot is there.

pub(super) mod availability;
pub(super) mod games_chosen;
pub(super) mod settings;
pub(super) mod user_install;
