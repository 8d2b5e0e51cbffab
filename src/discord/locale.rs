//! The language in which somebody is answered.
//!
//! What one person sees is in their language, what all see is in the server's. Both come with an interaction, unless another was chosen:
//! `dispatch/worker.rs` looks that up. The last ones are stored with the game and its players, for messages that nobody has just asked for.

use super::interaction::Interaction;
use crate::words::{Languages, Words};

/// For what one person alone sees: their own language.
pub fn private(from: &Interaction) -> &'static Words {
    of(from, own(from))
}

/// For what everybody in the channel sees: the server's language, or in direct messages the person's.
pub fn public(from: &Interaction) -> &'static Words {
    of(from, if from.place.guild.is_some() { server(from) } else { own(from) })
}

/// The locale of the person: the language they have chosen here, or else the one that Discord tells.
pub fn own(from: &Interaction) -> Option<&str> {
    from.own_language.as_deref().or(from.locale.as_deref())
}

/// The same for the server.
pub fn server(from: &Interaction) -> Option<&str> {
    from.server_language.as_deref().or(from.guild_locale.as_deref())
}

/// For messages that answer no interaction: the language of a stored locale.
pub fn unasked(languages: &Languages, kept: Option<&String>) -> &'static Words {
    kept.map_or_else(Words::english, |locale| languages.of(locale))
}

fn of(from: &Interaction, locale: Option<&str>) -> &'static Words {
    locale.map_or_else(Words::english, |locale| from.languages.of(locale))
}
