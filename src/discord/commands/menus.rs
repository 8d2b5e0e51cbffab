//! The context menu commands of people and messages, as registered with Discord. `commands/menu_actions.rs` carries
//! them out.

use serde_json::{Value, json};
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

use super::InstallFields;
use crate::words::{CommandText, Words};

/// A context menu command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MenuCommand {
    /// Challenges a person to a game, which is chosen next.
    Challenge,
    /// Shows a person's profile.
    Profile,
    /// Analyses the game that a message shows.
    Analyse,
    /// Plays the bot from the position that a message shows.
    PlayFromHere,
}

impl MenuCommand {
    /// Discord's command type: 2 for the menu of a person, 3 for that of a message.
    const fn kind(self) -> u8 {
        match self {
            Self::Challenge | Self::Profile => 2,
            Self::Analyse | Self::PlayFromHere => 3,
        }
    }

    /// The name people see.
    fn name(self, words: &Words) -> String {
        words.command(CommandText::Menu(self.into()))
    }

    /// The command registered under this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::iter().find(|one| one.name(Words::english()) == name)
    }

    /// True if it is useless in direct messages.
    const fn servers_only(self) -> bool {
        matches!(self, Self::Challenge)
    }
}

/// The bodies that register the commands. `locales`: Discord's locales for languages other than English.
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
