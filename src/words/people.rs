//! Messages about the data that is stored about a person.

use super::args;
use super::{ENGLISH, Words};
use crate::app::{Forgotten, Leaving};

/// The keys of the messages about each kind of stored data, in the order of the English files.
fn kept() -> impl Iterator<Item = &'static str> {
    let names = ENGLISH.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.split_once(" ="));
    names.map(|(name, _)| name).filter(|name| name.starts_with("kept-"))
}

impl Words {
    /// Lists the data that is stored about a person, and why.
    pub fn privacy_card(&self) -> String {
        let line = |name| {
            let (what, why) = (self.plain(name), self.plain(&format!("{name}.why")));
            self.say("privacy-line", &args! { "what" => what, "why" => why })
        };
        let kept: Vec<String> = kept().map(line).collect();
        self.say("privacy-card", &args! { "kept" => kept.join("\n") })
    }

    /// The text above the exported file. The `without_log` oldest games are in it without their moves.
    pub fn privacy_exported(&self, without_log: usize) -> String {
        match without_log {
            0 => self.plain("privacy-exported"),
            count => self.say("privacy-exported.in-part", &args! { "count" => count }),
        }
    }

    /// Confirms that a person is blocked.
    pub fn blocked(&self, whom: &str) -> String {
        self.say("block-done", &args! { "person" => whom })
    }

    /// Confirms that a person is no longer blocked, or was not.
    pub fn unblocked(&self, whom: &str, was: bool) -> String {
        self.say(if was { "block-undone" } else { "block-undone.was-not" }, &args! { "person" => whom })
    }

    /// Asks for confirmation before all data is deleted.
    pub fn privacy_question(&self, leaving: Leaving) -> String {
        let args = args! { "resigned" => leaving.resigned, "aborted" => leaving.aborted };
        self.say("privacy-question", &args)
    }

    /// Confirms that all data is deleted.
    pub fn privacy_deleted(&self, forgotten: &Forgotten) -> String {
        self.say("privacy-deleted", &args! { "ended" => forgotten.ended })
    }

    /// Says that no data was deleted.
    pub fn privacy_kept(&self) -> String {
        self.plain("privacy-kept")
    }
}
