//! The settings of a server.
//!
//! Carried out in `features/guild_settings.rs`.

use super::{ListPage, Payload, actions, payload::words};
use crate::app::{ServerPage, ServerPart};

actions! {
    /// What is done on the card of a server's settings.
    ServerAction {
        /// See a page of what is set.
        "server" => Page(ServerPage): Reads,
        /// Set a setting to what is chosen.
        "server-set" => Set(PartMenu): ForOne,
    }
}

words! { ServerPage, ServerPart }

/// A menu of a setting, which may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartMenu {
    pub part: ServerPart,
    /// Which of its menus.
    pub menu: ListPage,
}

impl From<ServerPart> for PartMenu {
    fn from(part: ServerPart) -> Self {
        Self { part, menu: ListPage::default() }
    }
}

impl Payload for PartMenu {
    fn write(&self) -> String {
        self.menu.behind(&self.part.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (part, menu) = ListPage::split(text)?;
        let one = Self { part: ServerPart::parse(part)?, menu };
        // Only of games there may be more than a menu holds.
        (one.part == ServerPart::Games || one == one.part.into()).then_some(one)
    }
}
