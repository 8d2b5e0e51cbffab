//! Databases: their URLs, connections, SQL dialects and schema.

pub(super) mod connections;
pub(super) mod damage;
pub(super) mod database_server;
pub(super) mod dialect;
pub(super) mod interference;
pub(super) mod schema;
pub(super) mod sql;
pub(super) mod url;
