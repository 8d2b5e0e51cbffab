//! What the menus and buttons of a server's settings carry.

use super::Payload;
use crate::app::{ServerPage, ServerPart};

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
