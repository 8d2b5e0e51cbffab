//! The Discord side; the only layer that knows serenity.
//!
//! ```text
//! gateway -> event -> worker -> handle -> commands, buttons -> choosing -> actions, rulebook, boards -> app
//!                                  |
//!                                  +-> messenger -> mentions, pictures, wire -> transport -> limits, connections
//!                                  +-> follow -> owed (boards nobody has seen), settled (challenges), tidy (old messages)
//! lobby (lists of open challenges) -> app, messenger
//! jobs (what is due without anybody's word) -> app, owed
//! ```
//!
//! `desk` holds the words that handlers share. Two narrow seams: [`interaction`] is all that comes in, [`reply`] all that goes
//! out. The gateway lives on a task of its own and only forwards.

pub mod background;
mod bot;
mod bot_state;
mod channels;
pub mod commands;
pub mod components;
mod context;
pub mod dispatch;
pub mod features;
mod ingress;
pub mod interaction;
pub mod locale;
pub mod ops;
mod outbox;
pub mod reply;
pub mod rest;
mod speech;
mod startup;

pub use bot::{Running, Settings, start};
pub use ingress::endpoint_probe::ask_endpoint;
pub use ingress::gateway::ShardChoice;
pub use ingress::gateway::read::{InteractionRead, interaction as read_interaction};
pub use ingress::http_endpoint::{EVENTS_PATH, EndpointSettings, PATH as ENDPOINT_PATH, PublicKey};
