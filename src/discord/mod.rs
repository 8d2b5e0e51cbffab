//! The Discord side; the only layer that knows serenity.
//!
//! ```text
//! ingress (gateway, HTTP) -> interaction -> dispatch -> commands, components -> features -> app
//!                                              |
//!                                              +-> rest: the answer, in Discord's JSON and limits
//!                                              +-> outbox: messages posted or edited later, with retries
//! background (work that is due without an interaction) -> app, outbox
//! ```
//!
//! `context` holds what handlers share. There are two narrow interfaces: all input is an [`interaction`], all
//! output a [`reply`].

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
mod operator;
pub mod ops;
mod outbox;
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
pub use operator::{Halted, OPERATOR};
pub use ops::metrics::MoreMetrics;
pub use ops::process_metrics::PROCESS_NAME;
pub use rest::connections::check_certificates;
