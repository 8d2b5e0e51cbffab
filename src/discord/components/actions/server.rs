//! The settings of a server.

use super::{Payload, actions};
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

impl Payload for ServerPage {
    fn write(&self) -> String {
        match self {
            Self::Places => "places",
            Self::Games => "games",
            Self::Boards => "boards",
        }
        .to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.write() == text)
    }
}

impl Payload for ServerPart {
    fn write(&self) -> String {
        match self {
            Self::Channels => "channels",
            Self::Lobby => "lobby",
            Self::Daily => "daily",
            Self::Thread => "thread",
            Self::Games => "games",
            Self::Pace => "pace",
            Self::Role => "role",
            Self::Side => "side",
            Self::Theme => "theme",
            Self::Language => "language",
        }
        .to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.write() == text)
    }
}
