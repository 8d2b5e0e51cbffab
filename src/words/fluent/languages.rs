//! The languages of the bot.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::words::Words;

/// THE list of the languages other than English: the name of each and its files. The first match of a locale
/// wins.
const LANGUAGES: &[(&str, &[(&str, &str)])] = &[];

static EMBEDDED: LazyLock<Vec<(String, Words)>> = LazyLock::new(|| {
    let read = |(language, files): &(&'static str, &[(&str, &str)])| {
        let words = Words::new(language, files.iter().map(|(_, text)| (*text).to_owned()));
        ((*language).to_owned(), words.unwrap_or_else(|defects| panic!("{language}: {}", defects.join("; "))))
    };
    LANGUAGES.iter().map(read).collect()
});

/// The languages of a bot. English is always among them.
#[derive(Clone)]
pub struct Languages(Arc<[(String, &'static Words)]>);

impl Languages {
    /// Returns the languages built into the program.
    pub fn embedded() -> Self {
        Self(EMBEDDED.iter().map(|(language, words)| (language.clone(), words)).collect())
    }

    /// Adds a language, which takes precedence over others of its name.
    #[must_use]
    pub fn with(self, language: &str, words: &'static Words) -> Self {
        let one = (language.to_owned(), words);
        Self(std::iter::once(one).chain(self.0.iter().cloned()).collect())
    }

    /// Returns the sentences for a Discord locale such as `de` or `pt-BR`. Falls back to English.
    pub fn of(&self, locale: &str) -> &'static Words {
        self.other(locale).unwrap_or_else(Words::english)
    }

    /// Returns the code and sentences of every language, English first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &'static Words)> {
        let others = self.0.iter().map(|(code, words)| (code.as_str(), *words));
        std::iter::once(("en", Words::english())).chain(others)
    }

    /// Whether English is the only language.
    pub fn is_english_alone(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sentences for a locale, or `None` if they would be English.
    pub fn other(&self, locale: &str) -> Option<&'static Words> {
        let language =
            |locale: &str| locale.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let mut known = self.0.iter();
        known.find(|(known, _)| language(known) == language(locale)).map(|(_, words)| *words)
    }
}

impl Default for Languages {
    fn default() -> Self {
        Self::embedded()
    }
}

impl fmt::Debug for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(language, _)| language)).finish()
    }
}
