//! Servers, channels and threads.

pub(super) mod archived;
pub(super) mod channels;
pub(super) mod command_scopes;
pub(super) mod custom_games;
pub(super) mod gone;
pub(super) mod installed;
pub(super) mod kinds;
pub(super) mod left;
pub(super) mod lobby;
pub(super) mod named;
pub(super) mod server;
pub(super) mod server_form;
pub(super) mod threads;
pub(super) mod threads_refused;
