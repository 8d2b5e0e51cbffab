//! The `custom_id` of a button or select: `v2:action:payload`.
//!
//! It holds everything the action needs, so it works the same after a restart. A button is out of date if the
//! position has changed since its `rev`. A button that answers an offer carries the offer's own `rev`, and
//! accepts that offer or nothing. Partial choices are held in the ids and values of menus.

use std::str::FromStr;

use crate::discord::actions::ComponentAction;

/// Maximum characters of an id, set by Discord.
pub const ID_MAX: usize = 100;

/// The id is not ours, or has an unknown version.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign;

impl FromStr for ComponentAction {
    type Err = Foreign;

    fn from_str(text: &str) -> Result<Self, Foreign> {
        let read = text.strip_prefix("v2:").and_then(Self::read);
        read.filter(|action| action.to_string() == text).ok_or(Foreign)
    }
}

#[cfg(test)]
mod tests;
