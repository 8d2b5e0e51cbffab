//! The `custom_id` of a button or select: `v2:action:payload`. It holds all that the action needs, so it means the same after a restart.
//!
//! A button is old when the position has changed since its `rev`. One that answers an offer carries the offer's own `rev`, and accepts that
//! offer or nothing. Ids and values of menus hold what is half chosen.

use std::str::FromStr;

use super::actions::ComponentAction;

/// The most characters that Discord takes in an id.
pub const ID_MAX: usize = 100;

/// The id is not ours, or is of an unknown version.
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
