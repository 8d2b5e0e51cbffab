//! The first requests at a start: who the bot is, whether the database is its own, and which commands
//! Discord should know.

pub(super) mod command_sync;
pub(super) mod ownership;
