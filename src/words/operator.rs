//! Messages to people about actions of the bot's operator.

use super::{Words, args, legible};
use crate::app::Feature;

impl Words {
    /// Says that a person is blocked. `contact`: how to reach the operator.
    pub fn shut_out(&self, reason: &str, contact: Option<&str>) -> String {
        let told = self.say("operator-shut-out", &args! { "reason" => harmless(reason) });
        self.with_contact(told, contact)
    }

    /// Says on a page that a person is blocked. Pages have no markup, so the reason needs no escaping.
    pub fn shut_out_on_page(&self, reason: &str, contact: Option<&str>) -> String {
        let told = self.say("operator-shut-out", &args! { "reason" => legible(reason) });
        self.with_contact(told, contact)
    }

    /// Says that the server is blocked.
    pub fn server_shut_out(&self, reason: &str, contact: Option<&str>) -> String {
        let told = self.say("operator-server-shut-out", &args! { "reason" => harmless(reason) });
        self.with_contact(told, contact)
    }

    fn with_contact(&self, told: String, contact: Option<&str>) -> String {
        let Some(contact) = contact else { return told };
        format!("{told} {}", self.say("operator-contact", &args! { "contact" => legible(contact) }))
    }

    /// Says that the operator ended a game or voided its result.
    pub fn stopped(&self, reason: &str, voided: bool) -> String {
        let key = if voided { "operator-voided" } else { "operator-ended" };
        self.say(key, &args! { "reason" => harmless(reason) })
    }

    /// Says that a feature is switched off.
    pub fn switched_off(&self, feature: Feature) -> String {
        self.plain(match feature {
            Feature::Puzzles => "operator-off.puzzles",
            Feature::Tournaments => "operator-off.tournaments",
            Feature::Ladders => "operator-off.ladders",
            Feature::BotGames => "operator-off.bot-games",
            Feature::OwnGames => "operator-off.own-games",
            Feature::Pages => "operator-off.pages",
            Feature::Push => "operator-off.push",
            Feature::Analysis => "operator-off.analysis",
        })
    }

    /// The operator's announcement on boards and in `/help`.
    pub fn announced(&self, text: &str) -> String {
        self.say("operator-announced", &args! { "text" => harmless(text) })
    }
}

/// Escapes a text of the operator, so that nothing in it is a mention, a link or markup.
fn harmless(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for c in legible(text).chars() {
        if "\\*_~|`<>[]()#@:".contains(c) {
            told.push('\\');
        }
        told.push(c);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_mentions_nobody() {
        assert_eq!(
            Words::english().shut_out("**spam** <@1> @everyone", None),
            "The people who run this bot have shut you out of it: \\*\\*spam\\*\\* \\<\\@1\\> \\@everyone. `/privacy` still works for you."
        );
    }

    #[test]
    fn who_is_shut_out_reads_whom_to_reach() {
        let (words, contact) = (Words::english(), Some("mail@example.org"));
        assert_eq!(
            words.shut_out("spam", contact),
            "The people who run this bot have shut you out of it: spam. `/privacy` still works for you. You can reach them here: mail@example.org"
        );
        assert_eq!(
            words.server_shut_out("raids", contact),
            "The people who run this bot have shut this server out of it: raids. You can reach them here: mail@example.org"
        );
    }
}
