//! The first requests of a start: who the bot is, and its commands as Discord is to know them.

pub(super) mod application;
pub(super) mod command_status;
pub(super) mod command_sync;
pub(super) mod retry;
