//! A local stand-in for Discord: REST v10, the gateway over WebSocket and a chat page, all on loopback.
//!
//! It is written from Discord's API documentation and imports none of the bot's crates. The bot reaches it
//! over TCP, as it reaches Discord, or in the same process with [`StandIn::call`]. It is as strict as
//! Discord: limits, permissions, error codes, and the 3 s deadline of an interaction. `rookery sandbox`
//! serves it with a page for people. Tests start it in-process and script it:
//!
//! ```no_run
//! # async fn demo() -> Result<(), sandbox::StartError> {
//! use sandbox::{Options, StandIn};
//!
//! let discord = StandIn::start(Options::new("/tmp/data")).await?;
//! // ... connect a bot to discord.url() with discord.token() ...
//! discord.wait_for_command("challenge").await;
//! let (red, blue) = (discord.member("red"), discord.member("blue"));
//! let offer = red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await;
//! let message = offer.message.expect("the challenge is a message");
//! blue.click(&message, "Accept").await;
//! let choices = red.types("/move ni").await;
//! # Ok(()) }
//! ```

mod check;
mod error;
mod faults;
mod http;
mod hub;
mod id;
mod interaction;
mod journal;
mod model;
mod options;
mod outage;
mod permissions;
mod script;
mod signer;
mod tree;
mod upload;
mod view;
mod world;

pub use faults::{Fault, Faults, Trouble};
pub use http::frame_socket::{ChannelFrame, FrameChannel};
pub use http::in_memory::{HttpRequest, HttpResponse, Unanswered};
pub use options::{DEFAULT_PORT, DEFAULT_TOKEN, Options};
pub use outage::{GatewayTrouble, Handshake};
pub use script::{Channel, ChannelType, ChosenFile, Member, StandIn, StartError, serve};
pub use view::{Message, Recorded, Response, ShownButton, ShownFile, Upshot};
