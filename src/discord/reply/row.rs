//! A row of components.

use super::{Button, PeopleSelect, Pickable, Picker, Select};

/// A row of components.
#[derive(Clone, Debug)]
pub enum Row {
    /// Buttons side by side, at most five.
    Buttons(Vec<Button>),
    /// One select, as wide as the message.
    Select(Select),
    /// One select of people.
    People(PeopleSelect),
    /// One select with several choices, or with items that Discord itself lists.
    Picker(Picker),
}

impl Row {
    /// Whether it offers nothing to press or choose. Discord refuses messages with such a
    /// row, so it is omitted.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Buttons(buttons) => buttons.is_empty(),
            Self::Select(select) => select.lines.is_empty(),
            Self::Picker(Picker { of: Pickable::Lines(lines), .. }) => lines.is_empty(),
            Self::People(_) | Self::Picker(_) => false,
        }
    }
}
