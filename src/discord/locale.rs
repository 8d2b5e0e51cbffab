//! In which language somebody is answered.

use super::interaction::Interaction;
use crate::words::{Languages, Words};

/// What one person alone sees: their own language.
pub fn private(from: &Interaction) -> &'static Words {
    of(from, own(from))
}

/// What everybody in the channel sees: the server's language. In direct messages that is the one person.
pub fn public(from: &Interaction) -> &'static Words {
    of(from, if from.place.guild.is_some() { server(from) } else { own(from) })
}

/// The locale of the person: the language that they have chosen, or what Discord says.
pub fn own(from: &Interaction) -> Option<&str> {
    from.own_language.as_deref().or(from.locale.as_deref())
}

/// The same of the server.
pub fn server(from: &Interaction) -> Option<&str> {
    from.server_language.as_deref().or(from.guild_locale.as_deref())
}

/// What no interaction has asked for: the language of the locale that was kept.
pub fn unasked(languages: &Languages, kept: Option<&String>) -> &'static Words {
    kept.map_or_else(Words::english, |locale| languages.of(locale))
}

fn of(from: &Interaction, locale: Option<&str>) -> &'static Words {
    locale.map_or_else(Words::english, |locale| from.languages.of(locale))
}
