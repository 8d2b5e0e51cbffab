//! Conditional moves, for the player who has prepared them.

use crate::app::PremovesView;
use crate::game::{MOST_REPLIES, NotPrepared};
use crate::rules::{ReadError, Variant, example_replies};
use crate::words::args;
use crate::words::{Beside, Words, legible};

impl Words {
    /// The prepared moves in a game, a line each.
    pub fn premoves(&self, view: &PremovesView) -> String {
        let args = args! { "game" => view.variant, "line" => example(view.variant) };
        let mut text = String::new();
        if view.dropped {
            text = self.premoves_dropped(view.variant) + "\n";
        }
        if view.lines.is_empty() {
            let key = if view.own_turn { "premoves-none.own-turn" } else { "premoves-none" };
            return text + &self.say(key, &args);
        }
        text.push_str(&self.premoves_kept(view.variant));
        for line in &view.lines {
            text.push_str(&format!("\n- {}", self.prepared_line(line)));
        }
        text
    }

    /// The heading of the prepared moves.
    pub fn premoves_kept(&self, game: Variant) -> String {
        self.say("premoves-kept", &args! { "game" => game })
    }

    /// Confirms that the prepared moves were discarded.
    pub fn premoves_forgotten(&self) -> String {
        self.plain("premoves-forgotten")
    }

    /// Says that the prepared moves in a game were dropped.
    pub fn premoves_dropped(&self, game: Variant) -> String {
        self.say("premoves-dropped", &args! { "game" => game })
    }

    /// One prepared line.
    pub fn prepared_line(&self, line: &[(Option<String>, String)]) -> String {
        line.iter().fold(String::new(), |earlier, (when, reply)| {
            let key = match (earlier.is_empty(), when) {
                (true, Some(_)) => "premove-first",
                (true, None) => "premove-first.any",
                (false, Some(_)) => "premove-next",
                (false, None) => "premove-next.any",
            };
            let when = when.as_deref().unwrap_or_default();
            self.say(key, &args! { "when" => when, "reply" => reply.as_str(), "earlier" => earlier.as_str() })
        })
    }

    /// Why conditional moves are refused.
    pub(in crate::words) fn not_prepared(&self, game: Variant, why: &NotPrepared) -> String {
        let line = example(game);
        match why {
            NotPrepared::NoCondition(part) if part.is_empty() => {
                self.say("not-prepared-nothing", &args! { "line" => line })
            }
            NotPrepared::NoCondition(part) => {
                self.say("not-prepared-no-condition", &args! { "part" => legible(part), "line" => line })
            }
            NotPrepared::NoReply(part) => {
                self.say("not-prepared-no-reply", &args! { "part" => legible(part), "line" => line })
            }
            NotPrepared::Part { part, position, error } => {
                let why = self.read_error_at(position, error, Beside::Nothing);
                // That sentence names the part itself.
                if matches!(error, ReadError::Unreadable(_)) {
                    return why;
                }
                self.say("not-prepared-part", &args! { "part" => legible(part), "why" => why })
            }
            NotPrepared::Over(last) => self.say("not-prepared-over", &args! { "move" => last.as_str() }),
            NotPrepared::TooMany => self.say("not-prepared-too-many", &args! { "count" => MOST_REPLIES }),
        }
    }
}

/// An example of a typed line, with legal first moves of the game. Its keywords are read in every language.
fn example(game: Variant) -> String {
    let replies = example_replies(game);
    let parts: Vec<String> = replies.iter().map(|(when, reply)| format!("{reply} if {when}")).collect();
    parts.join(", then ")
}
