//! What the operator is told: whole sentences, beside what is logged. The program says each of them once.

use std::fmt;

/// The target under which they are logged, whatever else is.
pub const OPERATOR: &str = "operator";

/// Why the bot does not start, or does not go on: one sentence, and whether another start could go better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halted {
    why: String,
    until_mended: bool,
    /// It says by itself what has ended.
    is_whole: bool,
}

impl Halted {
    /// It stays so until a person has mended something: a setting, a token, a database.
    pub fn until_mended(why: impl Into<String>) -> Self {
        Self { why: why.into(), until_mended: true, is_whole: false }
    }

    /// Another start may go better.
    pub fn for_now(why: impl Into<String>) -> Self {
        Self { why: why.into(), until_mended: false, is_whole: false }
    }

    /// A newer program has brought the database up to date, so that this one can work on it no more.
    pub fn outdated(by: Option<&str>) -> Self {
        let newer = by.map_or_else(|| "a newer version".to_owned(), |version| format!("version {version}"));
        let why = format!(
            "This version can no longer work on the database, which {newer} has brought up to date. Start the new version."
        );
        Self { why, until_mended: true, is_whole: true }
    }

    /// It cannot be read who is blocked and what is switched off.
    pub fn blocks_unread(error: &impl fmt::Display) -> Self {
        Self::for_now(format!("Who is blocked and what is switched off cannot be read: {error}"))
    }

    /// Whether it stays so until a person has mended something.
    pub fn needs_a_person(&self) -> bool {
        self.until_mended
    }

    /// The same with another sentence, unless it says by itself what has ended.
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
