//! Forms that people fill in, as plain data, within Discord's limits.

use super::actions::ComponentAction;
use crate::rules::Variant;
use crate::words::{Label, MenuText, Words};

/// The most characters of a form's title, and of the label above a field.
pub const FORM_MAX: usize = 45;
/// The most characters of the description below that label.
pub const FORM_HINT_MAX: usize = 100;
/// The `custom_id` of the field for a move.
pub(super) const MOVE: &str = "move";
/// The most characters of a typed move, as in `/move`.
const MOVE_MAX: u16 = 100;

/// A form that asks for one line of text.
#[derive(Clone, Debug)]
pub struct TextForm {
    /// The form's title.
    pub title: String,
    /// What submitting it means.
    pub id: ComponentAction,
    /// The name by which the text comes back.
    pub name: &'static str,
    /// What is asked for: the label above the field.
    pub label: String,
    /// How it can be written: the description below the label.
    pub hint: String,
    /// The most characters it takes.
    pub most: u16,
}

impl TextForm {
    /// The form for a move of a game.
    pub fn for_move(words: &Words, id: impl Into<ComponentAction>, game: Variant) -> Self {
        Self {
            title: words.label(Label::TypeMove),
            id: id.into(),
            name: MOVE,
            label: words.menu(MenuText::FormLabel),
            hint: words.form_hint(game),
            most: MOVE_MAX,
        }
    }
}
