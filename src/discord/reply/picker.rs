//! Menus for several choices, or for items that Discord itself lists.

use serenity::all::ChannelType;

use super::MenuLine;
use crate::discord::actions::ComponentAction;
use crate::game::{ChannelId, RoleId};

/// A menu from which several lines are chosen, or items that Discord itself lists.
#[derive(Clone, Debug)]
pub struct Picker {
    /// The placeholder before anything is chosen.
    pub label: String,
    /// The action of a choice.
    pub id: ComponentAction,
    /// The items to choose from.
    pub of: Pickable,
    /// The minimum number of choices.
    pub least: u8,
    /// The maximum number of choices.
    pub most: u8,
}

/// The items of a picker.
#[derive(Clone, Debug)]
pub enum Pickable {
    /// These lines.
    Lines(Vec<MenuLine>),
    /// Channels of these types, and the ids already chosen.
    Channels(&'static [ChannelType], Vec<ChannelId>),
    /// Roles; the ids are those already chosen.
    Roles(Vec<RoleId>),
}
