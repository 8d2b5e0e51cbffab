//! The Discord side; the only layer that knows serenity.
//!
//! ```text
//! gateway -> event -> desk -> commands, buttons -> app
//!                       |
//!                       +-> messenger -> mentions, pictures, wire -> transport -> limits
//!                       +-> owed (boards nobody has seen), settled (challenges), tidy (old messages)
//! ```
//!
//! Two narrow seams: [`event`] is all that comes in, [`reply`] all that goes out. The gateway lives on a thread of
//! its own and only forwards.

pub mod boards;
pub mod buttons;
pub mod commands;
pub mod custom_id;
pub mod desk;
pub mod event;
pub mod follow;
pub mod gateway;
pub mod hands;
pub mod heartbeat;
pub mod lanes;
pub mod limits;
pub mod mentions;
pub mod messenger;
pub mod owed;
pub mod pictures;
pub mod places;
mod reach;
pub mod reply;
pub mod request;
pub mod serve;
pub mod settled;
pub mod tidy;
pub mod transport;
pub mod wire;

pub use serve::{Running, Settings, State, invitation, start};
