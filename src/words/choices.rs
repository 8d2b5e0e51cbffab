//! The names of choices in autocomplete lists.

use super::Words;
use super::args;
use crate::app::Shown;
use crate::render::cut;

/// The maximum length of a choice's name, in characters.
const CHOICE_MAX: usize = 100;

impl Words {
    /// The name of a choice, at most 100 characters.
    pub fn choice(&self, shown: &Shown) -> String {
        let name = match shown {
            Shown::Move(described) => self.move_choice(described),
            Shown::Stuck(piece, square, why) => self.stuck_choice(piece, *square, *why),
            Shown::NoDrop(piece, why) => self.no_drop_choice(piece, *why),
            Shown::Piece(side, piece, square) => {
                let args = args! { "square" => *square, "side" => *side, "kind" => *piece };
                self.say("choice-piece", &args)
            }
            Shown::Text(text) => text.clone(),
            Shown::More(hidden) => self.say("choice-more", &args! { "count" => *hidden }),
        };
        cut(&name, CHOICE_MAX)
    }

    /// Whether a text is the name of the line that counts hidden choices.
    ///
    /// Some clients send the name instead of the value.
    pub fn is_more(&self, text: &str) -> bool {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse().is_ok_and(|hidden| self.choice(&Shown::More(hidden)) == text.trim())
    }
}
