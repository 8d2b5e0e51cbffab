//! The commands in the menus of people and of messages, as Discord is told of them. `features/menus.rs` carries them out.

use serde_json::{Value, json};
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

use super::InstallFields;
use crate::words::{CommandText, Words};

/// A command in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MenuCommand {
    /// Challenges a person to a game that is chosen next.
    Challenge,
    /// Shows how a person stands.
    Profile,
    /// Tells what was good and what was not in the game that a message shows.
    Analyse,
    /// Plays the bot from the position that a message shows.
    PlayFromHere,
}

impl MenuCommand {
    /// Discord's type of it: in the menu of a person, or of a message.
    const fn kind(self) -> u8 {
        match self {
            Self::Challenge | Self::Profile => 2,
            Self::Analyse | Self::PlayFromHere => 3,
        }
    }

    /// Its name as people read it.
    fn name(self, words: &Words) -> String {
        words.command(CommandText::Menu(self.into()))
    }

    /// The one that is registered under this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::iter().find(|one| one.name(Words::english()) == name)
    }

    /// Whether it makes no sense in direct messages.
    const fn servers_only(self) -> bool {
        matches!(self, Self::Challenge)
    }
}

/// The bodies that register them; `locales`: Discord's locales with a language other than English.
pub fn registration(locales: &[(&'static str, &'static Words)], install: InstallFields) -> Vec<Value> {
    let fits = |one: &MenuCommand| match install {
        InstallFields::Said { servers: false, .. } => !one.servers_only(),
        _ => true,
    };
    let body = |one: MenuCommand| {
        let names: serde_json::Map<String, Value> =
            locales.iter().map(|(locale, words)| ((*locale).to_owned(), one.name(words).into())).collect();
        let mut body =
            json!({ "type": one.kind(), "name": one.name(Words::english()), "name_localizations": names });
        if let InstallFields::Said { servers, people } = install {
            let people = people && !one.servers_only();
            let contexts = [(true, 0), (!one.servers_only(), 1), (people, 2)];
            let installations = [(servers, 0), (people, 1)];
            let chosen =
                |all: &[(bool, u8)]| all.iter().filter(|one| one.0).map(|one| one.1).collect::<Vec<_>>();
            body["contexts"] = json!(chosen(&contexts));
            body["integration_types"] = json!(chosen(&installations));
        }
        body
    };
    MenuCommand::iter().filter(fits).map(body).collect()
}
