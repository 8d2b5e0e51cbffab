//! The language in which somebody is answered.
//!
//! What one person sees is in their language, what all see is in the server's. Both come with an interaction, unless another was chosen:
//! `dispatch/worker.rs` looks that up. The last ones are stored with the game and its players, for messages that nobody has just asked for.

use super::interaction::Interaction;
use crate::words::{Languages, Words};

/// For what one person alone sees: their own language.
pub fn private(interaction: &Interaction) -> &'static Words {
    of(interaction, own(interaction))
}

/// For what everybody in the channel sees: the server's language, or in direct messages the person's.
pub fn public(interaction: &Interaction) -> &'static Words {
    of(interaction, if interaction.place.guild.is_some() { server(interaction) } else { own(interaction) })
}

/// The locale of the person: the language they have chosen here, or else the one that Discord tells.
pub fn own(interaction: &Interaction) -> Option<&str> {
    interaction.own_language.as_deref().or(interaction.locale.as_deref())
}

/// The same for the server.
pub fn server(interaction: &Interaction) -> Option<&str> {
    interaction.server_language.as_deref().or(interaction.guild_locale.as_deref())
}

/// For messages that answer no interaction: the language of a stored locale.
pub fn unasked(languages: &Languages, kept: Option<&String>) -> &'static Words {
    kept.map_or_else(Words::english, |locale| languages.of(locale))
}

fn of(interaction: &Interaction, locale: Option<&str>) -> &'static Words {
    locale.map_or_else(Words::english, |locale| interaction.languages.of(locale))
}
