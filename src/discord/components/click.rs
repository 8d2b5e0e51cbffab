//! The input of an action: where the click was, and what was chosen or typed.

use super::form::MOVE;
use crate::app::MessageRef;
use crate::discord::context::HandlerError;
use crate::discord::interaction::{Entered, Interaction};
use crate::words::NotDone;

/// A click on a button, a choice in a menu, or a form that was submitted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Click<'a> {
    /// The message with the button or menu; `None` for a form.
    pub at: Option<MessageRef>,
    /// What was chosen; `None` for a button or a form.
    pub chosen: Option<&'a Entered>,
    /// The form's fields by name; `None` for a button or a menu.
    pub fields: Option<&'a [(String, Entered)]>,
}

impl<'a> Click<'a> {
    /// The lines that were chosen.
    pub fn lines(&self) -> &'a [String] {
        self.chosen.map_or(&[], Entered::lines)
    }

    /// The first chosen line; empty if there is none.
    pub fn text(&self) -> &'a str {
        self.lines().first().map_or("", |text| text.trim())
    }
}

/// The move that was typed into a form.
///
/// # Errors
/// A private sentence if the form has no field for a move.
pub fn typed_move<'a>(
    interaction: &Interaction,
    fields: &'a [(String, Entered)],
) -> Result<&'a str, HandlerError> {
    match fields.iter().find(|(name, _)| name == MOVE) {
        Some((_, Entered::Text(text))) => Ok(text),
        _ => Err(HandlerError::not_done(interaction, NotDone::Unreadable)),
    }
}

/// A form field holds a value that the form does not offer.
pub struct NotInForm;

/// The text entered in a line or the option chosen in a group of a form; `None` if none was.
///
/// # Errors
/// If the field has another type.
pub fn entered_text<'a>(fields: &'a [(String, Entered)], name: &str) -> Result<Option<&'a str>, NotInForm> {
    match fields.iter().find(|(known, _)| known == name) {
        None => Ok(None),
        Some((_, Entered::Text(text))) => Ok(Some(text)),
        Some(_) => Err(NotInForm),
    }
}

/// The lines chosen in a menu or a group of boxes of a form; `None` if the form has no such field.
///
/// # Errors
/// If the field has another type.
pub fn entered_lines<'a>(
    fields: &'a [(String, Entered)],
    name: &str,
) -> Result<Option<&'a [String]>, NotInForm> {
    match fields.iter().find(|(known, _)| known == name) {
        None => Ok(None),
        Some((_, Entered::Lines(lines))) => Ok(Some(lines)),
        Some(_) => Err(NotInForm),
    }
}
