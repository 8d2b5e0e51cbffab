//! The settings of a server.
//!
//! Carried out in `features/guild_settings.rs`.

use super::{actions, payload::words};
use crate::app::{ServerPage, ServerPart};

actions! {
    /// What is done on the card of a server's settings.
    ServerAction {
        /// See a page of what is set.
        "server" => Page(ServerPage): Reads,
        /// Set a setting to what is chosen.
        "server-set" => Set(ServerPart): ForOne,
    }
}

words! { ServerPage, ServerPart }
