//! Buttons, and menus from which one thing is chosen.

use super::MenuLine;
use crate::discord::components::actions::ComponentAction;
use crate::words::{Label, Words};

/// A button.
#[derive(Clone, Debug)]
pub struct Button {
    pub label: String,
    /// What a click on it means.
    pub id: ComponentAction,
    /// Its colour.
    pub style: Style,
}

impl Button {
    /// A grey button.
    pub fn new(words: &Words, label: Label, action: impl Into<ComponentAction>) -> Self {
        Self { label: words.label(label), id: action.into(), style: Style::Plain }
    }

    /// The same in another colour.
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// A menu from which one line is chosen.
#[derive(Clone, Debug)]
pub struct Select {
    /// What it says before anything is chosen.
    pub label: String,
    /// What a choice means.
    pub id: ComponentAction,
    /// The lines, at most 25, all different.
    pub lines: Vec<MenuLine>,
}

/// A menu from which one person is chosen, of those whom Discord lists.
#[derive(Clone, Debug)]
pub struct PeopleSelect {
    /// What it says before anybody is chosen.
    pub label: String,
    /// What a choice means.
    pub id: ComponentAction,
}

/// A button's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Green: yes.
    Yes,
    /// Red: cannot be taken back.
    Danger,
    /// Grey: anything else.
    Plain,
}
