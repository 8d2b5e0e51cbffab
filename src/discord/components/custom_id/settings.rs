//! What the menus and buttons of settings carry, for a person and for a server.

use super::Payload;
use crate::app::{ServerPage, ServerPart, SettingOf};

impl Payload for SettingOf {
    fn write(&self) -> String {
        match self {
            Self::Pings => "pings",
            Self::Reminders => "reminders",
            Self::Side => "side",
            Self::Theme => "theme",
            Self::Coordinates => "coordinates",
            Self::Size => "size",
        }
        .to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|of| of.write() == text)
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
