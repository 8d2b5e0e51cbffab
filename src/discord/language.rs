//! In which language somebody is answered.

use super::event::Interaction;
use crate::words::{Languages, Words};

/// What one person alone sees: their own language.
pub fn private(from: &Interaction) -> &'static Words {
    of(from, from.locale.as_deref())
}

/// What everybody in the channel sees: the server's language. In direct messages that is the one person.
pub fn public(from: &Interaction) -> &'static Words {
    of(from, if from.place.guild.is_some() { from.guild_locale.as_deref() } else { from.locale.as_deref() })
}

/// What no interaction has asked for: the language of the locale that was kept.
pub fn unasked(languages: &Languages, kept: Option<&String>) -> &'static Words {
    kept.map_or_else(Words::english, |locale| languages.of(locale))
}

fn of(from: &Interaction, locale: Option<&str>) -> &'static Words {
    locale.map_or_else(Words::english, |locale| from.languages.of(locale))
}
