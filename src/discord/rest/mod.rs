//! Requests out: how a message looks in Discord's JSON, how fast requests may go, and how they can fail.
//!
//! serenity's builders make the commands and messages that go out, but for cards (Components V2), which it does not know: `wire` makes
//! those from a `Card`. Nothing that comes in passes through serenity's types.

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
pub(super) mod token_watch;
pub(super) mod transport;
pub(super) mod wire;
