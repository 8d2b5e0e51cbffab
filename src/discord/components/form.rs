//! The form for typing a move, which several features open.

use crate::discord::actions::ComponentAction;
use crate::discord::reply::{Field, Form, Input};
use crate::rules::Variant;
use crate::words::{Label, MenuText, Words};

/// The `custom_id` of the field for the move.
pub(super) const MOVE: &str = "move";
/// Maximum characters of a typed move, as in `/move`.
const MOVE_MAX: u16 = 100;

/// The form for a move of this game. Submitting it triggers `id`.
pub fn for_move(words: &Words, id: impl Into<ComponentAction>, game: Variant) -> Form {
    let input = Input::Line { most: MOVE_MAX, required: true, value: String::new() };
    let field = Field {
        name: MOVE,
        label: words.menu(MenuText::FormLabel),
        hint: Some(words.form_hint(game)),
        input,
    };
    Form { title: words.label(Label::TypeMove), id: id.into(), fields: vec![field] }
}
