//! Menus of several things, or of what Discord itself lists.

use super::MenuLine;
use crate::discord::components::custom_id::ComponentAction;

/// A menu from which several lines are chosen, or something that Discord itself lists.
#[derive(Clone, Debug)]
pub struct Picker {
    /// What it says before anything is chosen.
    pub label: String,
    /// What a choice means.
    pub id: ComponentAction,
    /// What there is to choose.
    pub of: Pickable,
    /// At least as many are chosen.
    pub least: u8,
    /// And at most as many.
    pub most: u8,
}

/// What there is to choose from.
#[derive(Clone, Debug)]
pub enum Pickable {
    /// These lines.
    Lines(Vec<MenuLine>),
    /// Channels of these kinds, by Discord's numbers; those that are chosen already.
    Channels(&'static [u8], Vec<u64>),
    /// Roles; those that are chosen already.
    Roles(Vec<u64>),
}
