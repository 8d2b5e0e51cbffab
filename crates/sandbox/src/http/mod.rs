//! The network side: REST, the gateway, the page and its socket.

mod assets;
mod authorize;
mod body;
pub(super) mod endpoint;
pub(super) mod frame_socket;
pub(super) mod gateway;
pub(super) mod in_memory;
mod limits;
mod packing;
mod page_files;
mod page_socket;
mod query;
mod respond;
mod rest;
pub(super) mod server;
pub(super) mod shared;
mod trouble;
