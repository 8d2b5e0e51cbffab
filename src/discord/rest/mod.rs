//! Outgoing requests: the JSON of messages, the rate limits, and how requests can fail.
//!
//! serenity's builders make the outgoing commands and messages, except for cards (Components V2), which
//! serenity does not know: `wire` makes those from a `Card`. Incoming data is not deserialised by serenity.

pub(super) mod attachments;
mod attempt;
pub(super) mod connections;
mod direct_channels;
mod direct_messages;
mod films;
pub(super) mod form_errors;
pub mod mentions;
pub(super) mod messenger;
pub mod network;
pub(super) mod outage;
pub(super) mod pictures;
pub(super) mod rate_limit;
pub(super) mod request;
pub(super) mod retry;
pub(super) mod token_watch;
pub(super) mod transport;
pub(super) mod wire;
