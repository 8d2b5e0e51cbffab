//! Picks the language of each message.
//!
//! A private message is in the person's language, a public one in the server's. Both locales come with an
//! interaction, unless another language was chosen in the settings; `dispatch/worker.rs` looks that up. The
//! last locales are stored with the game and its players, for messages outside any interaction.

use super::interaction::Interaction;
use crate::words::{Languages, Words};

/// For private messages: the person's own language.
pub fn private(interaction: &Interaction) -> &'static Words {
    of(interaction, own(interaction))
}

/// For public messages: the server's language, or in direct messages the person's.
pub fn public(interaction: &Interaction) -> &'static Words {
    of(interaction, if interaction.place.guild.is_some() { server(interaction) } else { own(interaction) })
}

/// The person's locale: the language chosen in the settings, or else the one Discord sends.
pub fn own(interaction: &Interaction) -> Option<&str> {
    interaction.own_language.as_deref().or(interaction.locale.as_deref())
}

/// The server's locale: the language chosen in its settings, or else the one Discord sends.
pub fn server(interaction: &Interaction) -> Option<&str> {
    interaction.server_language.as_deref().or(interaction.guild_locale.as_deref())
}

/// For messages outside any interaction: the language of a stored locale.
pub fn unasked(languages: &Languages, kept: Option<&String>) -> &'static Words {
    kept.map_or_else(Words::english, |locale| languages.of(locale))
}

fn of(interaction: &Interaction, locale: Option<&str>) -> &'static Words {
    locale.map_or_else(Words::english, |locale| interaction.languages.of(locale))
}
