//! The first requests at a start: whether the database is the bot's own, and which commands Discord should
//! know.

pub(super) mod command_sync;
pub(super) mod ownership;
