//! Forms that people fill in, as plain data, within Discord's limits.

use super::custom_id::ComponentAction;

/// Characters of a form's title, and of what stands above a field.
pub const FORM_MAX: usize = 45;
/// Characters of what stands below that.
pub const FORM_HINT_MAX: usize = 100;

/// A form that asks for one line of text.
#[derive(Clone, Debug)]
pub struct TextForm {
    /// Its title.
    pub title: String,
    /// What it means to hand it in.
    pub id: ComponentAction,
    /// The name by which the text comes back.
    pub name: &'static str,
    /// What is asked for.
    pub label: String,
    /// How it can be written.
    pub hint: String,
    /// The most characters it takes.
    pub most: u16,
}
