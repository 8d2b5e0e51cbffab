//! What people are told of the acts of whoever runs the bot.

use super::{Words, args, legible};

impl Words {
    /// Somebody is shut out.
    pub fn shut_out(&self, reason: &str) -> String {
        self.say("operator-shut-out", &args! { "reason" => harmless(reason) })
    }

    /// A game was ended, or its result was taken back.
    pub fn stopped(&self, reason: &str, voided: bool) -> String {
        let key = if voided { "operator-voided" } else { "operator-ended" };
        self.say(key, &args! { "reason" => harmless(reason) })
    }

    /// What is announced on boards and in `/help`.
    pub fn announced(&self, text: &str) -> String {
        self.say("operator-announced", &args! { "text" => harmless(text) })
    }
}

/// A text of whoever runs the bot, in which nothing is a mention, a link or a form of writing.
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
            Words::english().shut_out("**spam** <@1> @everyone"),
            "The people who run this bot have shut you out of it: \\*\\*spam\\*\\* \\<\\@1\\> \\@everyone. `/privacy` still works for you."
        );
    }
}
