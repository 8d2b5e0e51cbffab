//! Databases: how one is named, connected to and spoken to, and its schema.

pub(super) mod connections;
pub(super) mod database_server;
pub(super) mod dialect;
pub(super) mod schema;
pub(super) mod sql;
pub(super) mod url;
