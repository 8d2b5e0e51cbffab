//! The Discord side; the only layer that knows serenity.
//!
//! ```text
//! ingress (gateway, HTTP) -> dispatch -> commands -> features -> app
//!                               |
//!                               +-> rest: the answer, in Discord's JSON and limits
//!                               +-> outbox: messages posted or edited later, with retries
//! background (work that is due without an interaction) -> app, outbox
//! ```
//!
//! The rooms are in an order, and none uses a later one: `tests/house/layers.rs` lists them.
//!
//! `context` holds what handlers share. There are two narrow interfaces: all input is an [`interaction`], all
//! output a [`reply`].

pub mod actions;
pub mod background;
mod bot;
mod bot_state;
mod channels;
pub mod clock;
pub mod commands;
pub mod components;
mod context;
mod discord_clock;
pub mod dispatch;
pub mod features;
mod ingress;
pub mod interaction;
pub mod locale;
pub mod messages;
mod metrics;
mod monitoring;
mod operator;
pub mod ops;
mod outbox;
mod outbox_sender;
mod places;
mod presence;
pub mod reply;
pub mod rest;
mod startup;

pub use bot::{Poster, Running, Settings, start};
pub use bot_state::Pulse;
pub use ingress::endpoint_probe::ask_endpoint;
pub use ingress::gateway::ShardChoice;
pub use ingress::gateway::read::{InteractionRead, interaction as read_interaction};
#[cfg(feature = "sandbox")]
pub use ingress::gateway::{GatewayConnector, GatewaySocket, InMemoryGateway, Opening, SocketEvent};
pub use ingress::http_endpoint::{EVENTS_PATH, EndpointSettings, PATH as ENDPOINT_PATH, PublicKey};
pub use metrics::MoreMetrics;
pub use operator::{Halted, OPERATOR};
pub use ops::process_metrics::PROCESS_NAME;
pub use rest::connections::check_certificates;
