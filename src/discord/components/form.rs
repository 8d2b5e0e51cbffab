//! Forms that people fill in, as plain data, within Discord's limits.

use super::custom_id::ComponentAction;

/// The most characters of a form's title, and of the label above a field.
pub const FORM_MAX: usize = 45;
/// The most characters of the description below that label.
pub const FORM_HINT_MAX: usize = 100;

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
