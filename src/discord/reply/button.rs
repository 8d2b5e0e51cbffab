//! Buttons, and menus with a single choice.

use super::MenuLine;
use crate::discord::actions::ComponentAction;
use crate::words::{Label, Words};

/// A button below a message or in a card.
#[derive(Clone, Debug)]
pub struct Button {
    pub label: String,
    /// The action of a click.
    pub id: ComponentAction,
    /// Its colour.
    pub style: Style,
}

impl Button {
    /// Creates a grey button.
    pub fn new(words: &Words, label: Label, action: impl Into<ComponentAction>) -> Self {
        Self { label: words.label(label), id: action.into(), style: Style::Plain }
    }

    /// Sets the colour.
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// A menu from which one line is chosen.
#[derive(Clone, Debug)]
pub struct Select {
    /// The placeholder before anything is chosen.
    pub label: String,
    /// The action of a choice.
    pub id: ComponentAction,
    /// The lines, at most 25, all different.
    pub lines: Vec<MenuLine>,
}

/// A menu from which one person is chosen, out of those that Discord lists.
#[derive(Clone, Debug)]
pub struct PeopleSelect {
    /// The placeholder before a person is chosen.
    pub label: String,
    /// The action of a choice.
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
