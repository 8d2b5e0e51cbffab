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
//! `desk` holds the words that handlers share. Two narrow seams: [`event`] is all that comes in, [`reply`] all that goes
//! out. The gateway lives on a task of its own and only forwards.

mod actions;
mod analysis;
mod application;
pub mod boards;
mod bot_state;
mod buttons;
mod choosing;
pub mod clock;
mod command_status;
mod command_sync;
pub mod commands;
mod connections;
pub mod custom_id;
mod daily;
mod desk;
mod duty;
mod endpoint;
pub mod event;
mod follow;
mod form_errors;
pub mod forms;
mod games;
mod gateway;
mod handle;
mod hands;
pub mod haste;
pub mod heartbeat;
mod hidden;
mod hint;
mod http_server;
mod jobs;
mod kinds;
mod lacking;
mod lanes;
pub mod language;
mod later;
mod leases;
mod lessons;
mod limits;
mod lobby;
mod members;
pub mod mentions;
pub mod menus;
mod messenger;
mod metrics;
mod next;
mod nudges;
mod offers;
mod old_boards;
mod one_each;
mod opponent;
mod outage;
mod owed;
mod past;
mod pictures;
mod places;
pub mod premoves;
pub mod privacy;
mod private_threads;
mod probe;
mod process_figures;
mod puzzles;
mod reach;
mod rematch;
mod reminders;
mod reopenings;
pub mod reply;
mod request;
pub mod rulebook;
mod seats;
mod serve;
pub mod server;
pub mod settings;
mod settled;
mod speech;
mod start;
mod threads;
mod tidy;
mod transport;
mod upkeep;
pub mod vacation;
mod watched;
mod whom;
mod wire;
mod worker;

pub use endpoint::{EVENTS_PATH, EndpointSettings, PATH as ENDPOINT_PATH, PublicKey};
pub use gateway::ShardChoice;
pub use gateway::read::{InteractionRead, interaction as read_interaction};
pub use probe::ask_endpoint;
pub use serve::{Running, Settings, start};
