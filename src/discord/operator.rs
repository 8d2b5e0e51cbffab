//! Messages for the operator: whole sentences, separate from the log. The program prints each of them once.

use std::fmt;

/// The log target of messages for the operator, enabled whatever the log level.
pub const OPERATOR: &str = "operator";

/// Why the bot does not start or does not continue: one sentence, and whether a restart may help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halted {
    why: String,
    until_mended: bool,
    /// The sentence already says what has ended.
    is_whole: bool,
}

impl Halted {
    /// A restart does not help until a person has fixed something: a setting, a token, a database.
    pub fn until_mended(why: impl Into<String>) -> Self {
        Self { why: why.into(), until_mended: true, is_whole: false }
    }

    /// A restart may help.
    pub fn for_now(why: impl Into<String>) -> Self {
        Self { why: why.into(), until_mended: false, is_whole: false }
    }

    /// A newer version has migrated the database, so this one can no longer use it.
    pub fn outdated(by: Option<&str>) -> Self {
        let newer = by.map_or_else(|| "a newer version".to_owned(), |version| format!("version {version}"));
        let why = format!(
            "This version can no longer work on the database, which {newer} has brought up to date. Start the new version."
        );
        Self { why, until_mended: true, is_whole: true }
    }

    /// Blocked people and disabled features cannot be read from the store.
    pub fn blocks_unread(error: &impl fmt::Display) -> Self {
        Self::for_now(format!("Who is blocked and what is switched off cannot be read: {error}"))
    }

    /// True if a restart does not help until a person has fixed something.
    pub fn needs_a_person(&self) -> bool {
        self.until_mended
    }

    /// Replaces the sentence, unless it already says what has ended.
    pub fn told(self, tell: impl FnOnce(&str) -> String) -> Self {
        if self.is_whole { self } else { Self { why: tell(&self.why), ..self } }
    }
}

impl fmt::Display for Halted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl From<Halted> for String {
    fn from(halted: Halted) -> Self {
        halted.why
    }
}
