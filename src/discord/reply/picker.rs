//! Menus for several choices, or for what Discord itself lists.

use serenity::all::ChannelType;

use super::MenuLine;
use crate::discord::components::actions::ComponentAction;
use crate::game::{ChannelId, RoleId};

/// A menu from which several lines are chosen, or items that Discord itself lists.
#[derive(Clone, Debug)]
pub struct Picker {
    /// What it says before anything is chosen.
    pub label: String,
    /// What a choice means.
    pub id: ComponentAction,
    /// What there is to choose.
    pub of: Pickable,
    /// The fewest choices.
    pub least: u8,
    /// The most choices.
    pub most: u8,
}

/// What there is to choose from.
#[derive(Clone, Debug)]
pub enum Pickable {
    /// These lines.
    Lines(Vec<MenuLine>),
    /// Channels of these types, by Discord's numbers; and the ids already chosen.
    Channels(&'static [ChannelType], Vec<ChannelId>),
    /// Roles; the ids are those already chosen.
    Roles(Vec<RoleId>),
}
